/**
 * Known demo passwords are for a person at this machine: from elsewhere they are answered as if they were wrong, in the same
 * time and counted like any other wrong one.
 */
import { isFromThisMachine } from '../../platform/addresses.ts';
import { normalEmail } from '../../platform/emails.ts';
import type { Api } from '../../platform/http.ts';
import { randomPassword } from '../auth/passwords.ts';
import { demoLogins } from './demo-data.ts';

const isDemoLogin = (login: { email: string; password: string }) =>
  Object.values(demoLogins).some(
    ({ email, password }) => email === normalEmail(login.email) && password === login.password,
  );

/** Before the login itself. */
export function keepDemoLoginsAtThisMachine(api: Api): void {
  api.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== '/api/auth/login') return;
    const login = request.body as { email: string; password: string };
    if (isDemoLogin(login) && !isFromThisMachine(request)) login.password = randomPassword();
  });
}
