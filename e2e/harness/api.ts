/** Calls the API without a browser. Doesn't depend on a test runner. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role, Session } from '@moviebooking/contract/accounts';

/** A server and the folder with the passwords of its demo accounts. */
export interface Site {
  address: string;
  dataDir: string;
}

let current: Site = { address: '', dataDir: '' };
let administrator: Promise<Session> | undefined;
export const site = () => current.address;
export const currentSite = () => current;
export function useSite(newSite: Site, itsAdministrator?: Session): void {
  current = newSite;
  administrator = itsAdministrator && Promise.resolve(itsAdministrator);
}

async function request(method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${site()}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

export const get = (path: string, token?: string) => request('GET', path, token);
export const put = (path: string, body: unknown, token?: string) => request('PUT', path, token, body);
export const post = (path: string, body: unknown, token?: string) => request('POST', path, token, body);

export const PASSWORD = 'matinee-show';

/** Signs up a new customer. */
export async function signUp(name = 'Asha Rao', email = `${randomUUID()}@example.com`): Promise<Session> {
  const { data } = await post('/auth/signup', { name, email, password: PASSWORD });
  return data;
}

export async function demoAdministrator({ dataDir }: Site): Promise<{ email: string; password: string }> {
  const email = 'admin@moviebooking.example';
  const passwords = JSON.parse(await readFile(join(dataDir, 'demo-logins.json'), 'utf8'));
  return { email, password: passwords[email] };
}

/** Signs a user up, promotes them and sets the new password with the link from the promotion. */
export async function signUpWithRole(role: Role, name?: string, email?: string): Promise<Session> {
  const { user } = await signUp(name, email);
  const { data } = await put(`/admin/users/${user.id}`, { role }, await adminToken());
  const token = data.resetUrl?.split('#token=')[1];
  if (token) await post('/auth/reset-password', { token, password: PASSWORD });
  return (await post('/auth/login', { email: user.email, password: PASSWORD })).data;
}

export async function logInAsAdmin(): Promise<Session> {
  const { data } = await post('/auth/login', await demoAdministrator(current));
  return data;
}

/** The token of a single administrator's login, for all data that tests create on this server. */
export async function adminToken(): Promise<string> {
  administrator ??= logInAsAdmin();
  return (await administrator).token;
}
