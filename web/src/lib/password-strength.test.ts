import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test.each([
  ['easy', ['', '123456', 'aaaaaaaaaaaaaaaa', 'abcdefghijklm', 'Password1', 'qwerty2026', 'asha1234', 'cinema2026']],
  ['fair', ['tuktuklemon', 'K7-mango', 'monsoonchai']],
  ['strong', ['matinee-show', 'three green parrots', 'tuktuk lemon kite', 'हर रविवार मूँगफली']],
] as const)('%s to guess', (strength, passwords) => {
  for (const password of passwords) expect([password, strengthOf(password)]).toEqual([password, strength]);
});
