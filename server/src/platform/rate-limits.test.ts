import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../test/test-app.ts';

const testApp = await openTestApp({ RATE_LIMIT: 'on' });
const attacker = '192.0.2.66';
const customer = '192.0.2.7';

describe('rate limits', () => {
  it('a thousand wrong logins from one address are throttled and cost others nothing', async () => {
    const asha = { name: 'Asha', email: 'asha@example.com', password: 'matinee' };
    await testApp.call('POST', '/auth/signup', { body: asha, from: customer });

    const guesses = Array.from({ length: 1000 }, (_, guess) =>
      testApp.call('POST', '/auth/login', {
        body: { email: `user${guess}@example.com`, password: 'guess-it' },
        from: attacker,
      }),
    );
    const login = await testApp.call('POST', '/auth/login', { body: asha, from: customer });
    expect(login.status).toBe(200);

    const answers = await Promise.all(guesses);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(20);
    expect(refused.length).toBeGreaterThanOrEqual(980);
    expect(refused[0]?.body.code).toBe('RATE_LIMITED');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('one account cannot be guessed from many addresses', async () => {
    const guess = (number: number) =>
      testApp.call('POST', '/auth/login', {
        body: { email: 'ravi@example.com', password: 'guess-it' },
        from: `198.51.100.${number}`,
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => guess(number)));
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  it('right passwords are never counted', async () => {
    const ravi = { name: 'Ravi', email: 'ravi.k@example.com', password: 'matinee' };
    await testApp.call('POST', '/auth/signup', { body: ravi, from: customer });
    for (let login = 0; login < 25; login++) {
      expect((await testApp.call('POST', '/auth/login', { body: ravi, from: customer })).status).toBe(200);
    }
  });
});
