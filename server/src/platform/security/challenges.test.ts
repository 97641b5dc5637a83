import { afterEach, expect, it, vi } from 'vitest';
import { CHALLENGE_SECONDS, createChallenges } from './challenges.ts';

const KEYS = { current: 'a secret that only tests know', previous: [] };
const challenges = createChallenges(KEYS);
const issue = (purpose: string) => challenges.issue(purpose).toString('base64url');

afterEach(() => void vi.useRealTimers());

it('accepts a challenge for its purpose only, on every server with the secret', () => {
  const challenge = issue('login');
  expect(createChallenges(KEYS).check(challenge, 'login')?.getTime()).toBeGreaterThan(Date.now());
  expect(challenges.check(challenge, 'proof')).toBeUndefined();
  const renewed = createChallenges({ current: 'a newer secret', previous: [KEYS.current] });
  expect(renewed.check(challenge, 'login')).toEqual(challenges.check(challenge, 'login'));
  expect(createChallenges({ current: 'another secret', previous: [] }).check(challenge, 'login')).toBeUndefined();
  expect(issue('login')).not.toBe(challenge);
});

it('refuses a challenge after five minutes, and with any byte changed', () => {
  const challenge = challenges.issue('login');
  for (const index of challenge.keys()) {
    const changed = Buffer.from(challenge);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(challenges.check(changed.toString('base64url'), 'login'), `byte ${index}`).toBeUndefined();
  }
  for (const wrong of ['', 'AA', `${challenge.toString('base64url')}=`, challenge.toString('base64url').slice(1)])
    expect(challenges.check(wrong, 'login')).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + CHALLENGE_SECONDS * 1000 + 1 });
  expect(challenges.check(challenge.toString('base64url'), 'login')).toBeUndefined();
});
