import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { normalEmail } from '../../platform/security/email-key.ts';

const testApp = await openTestApp();
const asha = { name: 'Asha Rao', email: 'Asha@Example.com', password: 'matinee' };

describe('accounts', () => {
  it('lets a user sign up, log in with the address in any case, and read the profile', async () => {
    const signup = await testApp.call('POST', '/auth/signup', { body: asha });
    expect(signup.status).toBe(201);
    expect(signup.body.data.user).toEqual({
      id: expect.any(Number),
      name: 'Asha Rao',
      email: asha.email,
      role: 'USER',
    });

    const login = await testApp.call('POST', '/auth/login', {
      body: { email: 'asha@example.COM', password: 'matinee' },
    });
    expect(login.status).toBe(200);
    const profile = await testApp.call('GET', '/profile', { token: login.body.data.token });
    const user = {
      ...{ ...signup.body.data.user, emailConfirmed: false },
      ...{ language: 'en', reminders: true, waitlistMails: true },
    };
    expect(profile.body).toEqual({ success: true, data: { user, sendsMail: false } });
  });

  it('rejects names and addresses with invisible characters, and the name of deleted accounts', async () => {
    const asha = { name: 'Asha', email: 'visible@example.com', password: 'matinee' };
    const signUp = async (fields: object) => {
      const { status, body } = await testApp.call('POST', '/auth/signup', { body: { ...asha, ...fields } });
      return [status, body.errors?.[0]?.path];
    };
    expect(await signUp({ name: 'As\u200bha' })).toEqual([400, 'name']);
    expect(await signUp({ name: '\u3164' })).toEqual([400, 'name']);
    expect(await signUp({ name: 'deleted  USER' })).toEqual([400, 'name']);
    expect(await signUp({ email: 'visi\u200bble@example.com' })).toEqual([400, 'email']);
    expect(await signUp({})).toEqual([201, undefined]);
    const { token } = (await testApp.call('POST', '/auth/login', { body: asha })).body.data;
    const renamed = await testApp.call('PUT', '/profile', { token, body: { name: 'Deleted\u00a0User' } });
    expect([renamed.status, renamed.body.message]).toEqual([400, expect.any(String)]);
  });

  it('ignores a role sent at signup', async () => {
    const body = { ...asha, email: 'mallory@example.com', role: 'ADMIN' };
    const signup = await testApp.call('POST', '/auth/signup', { body });
    expect(signup.body.data.user.role).toBe('USER');
  });

  it('allows one account per address, in any case, even when two sign up at once', async () => {
    const answers = await Promise.all(
      ['twin@example.com', 'TWIN@example.com'].map((email) =>
        testApp.call('POST', '/auth/signup', { body: { ...asha, email } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('EMAIL_TAKEN');
  });

  it('refuses a wrong password and an unknown address with the same response', async () => {
    const wrong = await testApp.call('POST', '/auth/login', { body: { email: asha.email, password: 'wrong!' } });
    const unknown = await testApp.call('POST', '/auth/login', {
      body: { email: 'nobody@example.com', password: 'wrong!' },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body).toEqual({
      success: false,
      message: 'Invalid email or password',
      code: 'INVALID_CREDENTIALS',
      requestId: expect.any(String),
    });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it.each([
    [{}, { name: 'Name is required', email: 'Email is required', password: 'Password is required' }],
    [
      { name: '  ', email: 'asha', password: 'short' },
      {
        name: 'Name is required',
        email: 'Please enter a valid email',
        password: 'Password must be at least 6 characters',
      },
    ],
    [{ ...asha, name: 'A\0B' }, { name: "Text can't contain the NUL character" }],
    [{ ...asha, password: 123456 }, { password: expect.stringContaining('expected string') }],
    [{ ...asha, name: 'x'.repeat(101) }, { name: 'At most 100 characters' }],
  ])('rejects signup with %j, naming each field', async (body, messages) => {
    const answer = await testApp.call('POST', '/auth/signup', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('VALIDATION_FAILED');
    const firstByPath = Object.fromEntries(
      answer.body.errors.toReversed().map((error: { path: string; message: string }) => [error.path, error.message]),
    );
    expect(firstByPath).toEqual(messages);
  });

  it('treats an address the database lower-cases differently as another address, which earns no extra guesses', async () => {
    const { password } = asha;
    await testApp.call('POST', '/auth/signup', { body: { ...asha, email: 'victim@example.com' } });
    const { rows } = await testApp.pool.query(`select lower('vİctim@example.com') as lowered`);
    expect(rows).toEqual([{ lowered: 'victim@example.com' }]);
    expect(normalEmail('vİctim@example.com')).not.toBe('victim@example.com');
    const login = (address: string) => testApp.call('POST', '/auth/login', { body: { email: address, password } });
    expect((await login('VICTIM@example.com')).status).toBe(200);
    expect((await login('vİctim@example.com')).status).toBe(401);
  });

  it('rejects signup with an address that no login could find', async () => {
    const answer = await testApp.call('POST', '/auth/signup', { body: { ...asha, email: 'İpek@example.com' } });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'email']);
    const small = await testApp.call('POST', '/auth/signup', { body: { ...asha, email: 'Émile@example.com' } });
    expect(small.status).toBe(201);
    const login = { email: 'émile@example.com', password: asha.password };
    expect((await testApp.call('POST', '/auth/login', { body: login })).status).toBe(200);
  });

  it('refuses a missing token, a bad token and the token of a deleted account alike', async () => {
    const gone = await testApp.addUser();
    await testApp.db.deleteFrom('users').where('id', '=', gone.id).execute();
    for (const token of [undefined, 'nonsense', gone.token]) {
      const answer = await testApp.call('GET', '/profile', token ? { token } : {});
      expect(answer.status).toBe(401);
      expect(answer.body.code).toBe('UNAUTHENTICATED');
    }
  });
});
