import {
  PASSWORD_MIN as CONTRACT_PASSWORD_MIN,
  STAFF_PASSWORD_MIN as CONTRACT_STAFF_PASSWORD_MIN,
  forgotPasswordRequest,
  loginRequest,
  passwordChange,
  passwordProof,
  profileChange,
  resetPasswordRequest,
  signupRequest,
  totpConfirmation,
} from '@moviebooking/contract/accounts';
import { expect, test } from 'vitest';
import {
  codeRules,
  forgotRules,
  loginRules,
  nameRules,
  PASSWORD_MIN,
  passwordRules,
  proofRules,
  resetRules,
  STAFF_PASSWORD_MIN,
  signupRules,
} from './account-rules.ts';

const TEXTS = [
  ...['', ' ', 'a', 'Asha', ' Asha Rao ', 'अशा', '12345', '123456', '🎬🎬', '      '],
  ...['asha@example.com', ' asha@example.com ', 'asha@example', 'asha@', '@example.com', 'a@b.c', 'a@b.c.', 'a@b..c'],
  ...['a b@example.com', 'a@exa mple.com', 'a@b@c.d', '"a"@b.c', 'आशा@उदाहरण.भारत', 'asha@example.com\n', 'a@b.c d'],
  ...[
    'As\u200bha',
    '\ufeffAsha',
    '\ufeffasha@example.com',
    'as\u00adha@example.com',
    'deleted USER',
    'क्\u200dष',
    '\u0301',
  ],
  ...[40, 41, 100, 101, 128, 129, 254, 255].map((length) => 'x'.repeat(length)),
  ...[64, 65].map((length) => `${'x'.repeat(length)}@example.com`),
  ...[241, 242, 255, 256].map((length) => `x@${'y'.repeat(length)}.example`),
];

test.each([
  ['login', loginRules, loginRequest],
  ['signup', signupRules, signupRequest],
  ['second factor', codeRules, totpConfirmation],
  ['forgotten password', forgotRules, forgotPasswordRequest],
  ['new password', resetRules, resetPasswordRequest],
  ['name', nameRules, profileChange],
  ['change of password', passwordRules, passwordChange],
  ['proof', proofRules, passwordProof],
] as const)('%s: the form says what the contract says, whatever is typed', (_name, rules, schema) => {
  const shape: Record<string, { safeParse: (text: string) => { error?: { issues: { message: string }[] } } }> =
    schema.shape;
  for (const [field, rule] of Object.entries(rules)) {
    for (const text of TEXTS) {
      expect([field, text, rule(text)]).toEqual([field, text, shape[field]?.safeParse(text).error?.issues[0]?.message]);
    }
  }
});

test("the lengths in hints are the contract's", () => {
  expect([PASSWORD_MIN, STAFF_PASSWORD_MIN]).toEqual([CONTRACT_PASSWORD_MIN, CONTRACT_STAFF_PASSWORD_MIN]);
});
