/** Texts that a walk types: mistakes, other scripts, and attacks. */
import { PASSWORD } from '../harness/api.ts';

/** Sets a global that the probe looks for. */
const SCRIPT = '<script>walkWasInjected = 1</script><img src=x onerror="walkWasInjected = 1">';

const ANYTHING = [
  '',
  ' ',
  'a',
  'Asha Rao',
  'सिनेमा मुंबई',
  'வணக்கம்',
  '🎬🍿👩‍👩‍👧‍👦',
  '\u202egnp.exe\u202c',
  SCRIPT,
  '%',
  '_',
  '\\',
  "'; drop table seats; --",
  'Kadai & Söhne "Kino"',
  'W'.repeat(90),
  'शो '.repeat(60),
  'very long '.repeat(300),
  `${'no-space-'.repeat(40)}end`,
  '0',
  '-1',
  '12345678901234567890',
];

const BY_TYPE: Record<string, string[]> = {
  email: [
    '',
    'a@b',
    'walker@example.com',
    'WALKER@EXAMPLE.COM ',
    `${'x'.repeat(300)}@example.com`,
    'नमस्ते@example.com',
    SCRIPT,
  ],
  password: [PASSWORD, PASSWORD, PASSWORD, 'short', '', '🔑'.repeat(10), 'x'.repeat(200)],
  number: ['', '0', '1', '6', '120', '250', '199.99', '-5', '1e9', '99999999999', '0.001'],
  date: ['', '2026-02-28', '2027-01-31', '0001-01-01', '9999-12-31'],
  time: ['', '00:00', '09:30', '23:59'],
  'datetime-local': ['', '2027-03-01T18:30', '2020-01-01T00:00', '9999-12-31T23:59'],
  url: ['', '/posters/none.svg', 'javascript:walkWasInjected=1', '//example.com/x.png', 'not an address'],
};

/** Whether the field accepts no free text. */
export const isFormatted = (type: string) =>
  ['date', 'time', 'datetime-local', 'month', 'range', 'color'].includes(type);

export const textsFor = (type: string): string[] => BY_TYPE[type] ?? ANYTHING;
