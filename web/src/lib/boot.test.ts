import { expect, test } from 'vitest';
import boot from '../../public/boot.js?raw';

test('boot.js turns off the code generation of schemas before they are loaded', async () => {
  new Function('localStorage', 'document', boot)({ getItem: () => null }, {});
  const { config } = await import('zod');
  expect(config().jitless).toBe(true);
});

test('boot.js puts only a known theme on the page', () => {
  const themeFor = (stored: string) => {
    const document = { documentElement: { dataset: {} as { theme?: string } } };
    new Function('localStorage', 'document', boot)({ getItem: () => stored }, document);
    return document.documentElement.dataset.theme;
  };
  expect(themeFor('dark')).toBe('dark');
  expect(themeFor('"><script>')).toBeUndefined();
});
