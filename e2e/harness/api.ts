/** The API, called without a browser. Knows no test runner. */
import { randomUUID } from 'node:crypto';
import type { Role, Session } from '@moviebooking/contract/accounts';

let address = '';
let administrator: Promise<Session> | undefined;
export const site = () => address;
export function useSite(newAddress: string): void {
  address = newAddress;
  administrator = undefined;
}

async function request(method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${address}/api${path}`, {
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

/** A new customer. */
export async function signUp(name = 'Asha Rao', email = `${randomUUID()}@example.com`): Promise<Session> {
  const { data } = await post('/auth/signup', { name, email, password: PASSWORD });
  return data;
}

/** Signs up, is promoted, and sets a new password with the link that comes of it. */
export async function signUpWithRole(role: Role, name?: string, email?: string): Promise<Session> {
  const { user } = await signUp(name, email);
  const { data } = await put(`/admin/users/${user.id}`, { role }, await adminToken());
  const token = data.resetUrl?.split('#token=')[1];
  if (token) await post('/auth/reset-password', { token, password: PASSWORD });
  return (await post('/auth/login', { email: user.email, password: PASSWORD })).data;
}

export async function logInAsAdmin(): Promise<Session> {
  const { data } = await post('/auth/login', { email: 'admin@moviebooking.example', password: 'demo-admin' });
  return data;
}

/** The token of one login as administrator, for everything that tests make at this site. */
export async function adminToken(): Promise<string> {
  administrator ??= logInAsAdmin();
  return (await administrator).token;
}
