import type { Role } from '@moviebooking/contract/accounts';
import { describe, expect, it } from 'vitest';
import { type Operation, operationsOf } from './operations.ts';
import { openTestApp } from './test-app.ts';

const testApp = await openTestApp();
const admin = await testApp.addUser({ role: 'ADMIN' });
const operations = operationsOf(testApp.app);

/** Repeats the contract's access rules on purpose: a route with less protection fails. */
function accessOf({ method, path }: Operation): 'public' | 'customer' | 'staff' | 'admin' {
  if (/^\/auth\/logout/.test(path)) return 'customer';
  if (/^\/(auth|health|tickets)\//.test(path)) return 'public';
  if (/^\/admin\/check-in\b/.test(path)) return 'staff';
  if (path.startsWith('/admin/') || /\/(closed-seats|seat-marks)$/.test(path)) return 'admin';
  if (path.endsWith('/waitlist') && path.startsWith('/shows')) return 'customer';
  if (method !== 'GET' && /^\/(cinemas|movies|screens|shows)\b/.test(path)) return 'admin';
  return 'customer';
}

const ROLES = ['USER', 'STAFF', 'ADMIN'] as const satisfies readonly Role[];

const call = ({ method, path, body }: Operation, token?: string) =>
  testApp.call(method, path.replaceAll(/\{\w+\}/g, '2147483647'), {
    ...(token ? { token } : {}),
    ...(body ? { body: {} } : {}),
  });

/** Fastify prints its routes as a tree, with four columns per level. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, segment, methods] = /^([│├└─ ]*)(\S+)(?: \(([^)]+)\))?/.exec(line) ?? [];
    if (indent === undefined || segment === undefined) return [];
    above.length = indent.length / 4 - 1;
    above.push(segment);
    const path = above.join('').replaceAll(/:(\w+)/g, '{$1}');
    if (!path.startsWith('/api/')) return [];
    const named = methods?.split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS') ?? [];
    return named.map((method) => `${method} ${path.slice('/api'.length)}`);
  });
}

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_, operation) => {
    const access = accessOf(operation);

    it(access === 'public' ? 'is open to everyone' : 'needs a login', async () => {
      expect(operation.isPublic).toBe(access === 'public');
      for (const token of [undefined, 'nonsense', `${admin.token}x`]) {
        const { status, body } = await call(operation, token);
        if (access === 'public') expect([401, 403]).not.toContain(status);
        else expect({ status, body }).toMatchObject({ status: 401, body: { success: false, code: 'UNAUTHENTICATED' } });
      }
    });

    const allowed = { public: ROLES, customer: ROLES, staff: ['STAFF', 'ADMIN'], admin: ['ADMIN'] }[access];
    it.each(ROLES)(`is for ${allowed.join(', ')}, tried by %s`, async (role) => {
      const { token } = await testApp.addUser({ role });
      const { status, body } = await call(operation, token);
      if (allowed.includes(role)) expect([401, 403, 500]).not.toContain(status);
      else expect({ status, body }).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  },
);

describe('all routes', () => {
  it('are in the OpenAPI document, except the pages that display it', () => {
    const served = routesOf(testApp.app.printRoutes({ commonPrefix: false }));
    const documented = operations.map(({ method, path }) => `${method} ${path}`);
    expect(served.filter((route) => !route.startsWith('GET /docs')).sort()).toEqual(documented.sort());
  });

  it('refuse an administrator immediately after demotion or deletion', async () => {
    const former = await testApp.addUser({ role: 'ADMIN' });
    const create = () => testApp.call('POST', '/cinemas', { token: former.token, body: { name: 'Regal' } });
    expect((await create()).status).toBe(201);
    await testApp.db.updateTable('users').set({ role: 'USER' }).where('id', '=', former.id).execute();
    expect((await create()).status).toBe(403);
    await testApp.db.updateTable('audit_log').set({ actor_id: null }).execute();
    await testApp.db.deleteFrom('users').where('id', '=', former.id).execute();
    expect((await create()).status).toBe(401);
  });
});
