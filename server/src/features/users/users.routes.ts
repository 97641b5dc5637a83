import { adminUser, adminUserQuery, changedRole, resetLink, roleChange } from '@moviebooking/contract/accounts';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer, answerPage } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import type { Logins } from '../auth/logins.ts';
import { selectUsers } from './users.sql.ts';
import { changeRole, makeResetLink } from './users.ts';

interface Parts {
  db: Database;
  logins: Logins;
  publicUrl: string | undefined;
}

/**
 * Where links for users lead. Without PUBLIC_URL to the host that the administrator has in the address bar, and never to
 * X-Forwarded-Host, which a proxy may pass on as some client sent it.
 */
const linkOrigin = (publicUrl: string | undefined, { protocol, headers }: FastifyRequest): string =>
  publicUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function usersRoutes(api: Api, { db, logins, publicUrl }: Parts): void {
  api.get(
    '/admin/users',
    {
      config,
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'All accounts, by name',
        description:
          'With their roles and when they last logged in, without deleted accounts. The audit log records requests that list customers.',
        querystring: adminUserQuery,
        response: { 200: successPage(adminUser) },
      },
    },
    async (request) => {
      const { page, limit, ...filter } = request.query;
      const hasCustomers = filter.role === undefined || filter.role === 'USER';
      if (hasCustomers) await recordRead(db, actorOf(request), { entity: 'user', entityId: null, filter });
      return answerPage(request.query, await selectUsers(db, request.query));
    },
  );

  api.put(
    '/admin/users/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'changeRole',
        summary: 'Give an account a role',
        description:
          'Takes effect immediately. A promotion ends all logins of the user. If their address is not confirmed, the response ' +
          'has a link to pass on, and until it is used a login with the old password is PASSWORD_RESET_REQUIRED. The last ' +
          'administrator who can log in cannot be demoted.',
        params: idParams,
        body: roleChange,
        response: { 200: success(changedRole) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { user, link } = await changeRole({ db, logins }, actorOf(request), id, request.body.role);
      if (!link) return answer(user);
      return answer({
        ...user,
        resetUrl: `${linkOrigin(publicUrl, request)}${link.path}`,
        expiresAt: link.expiresAt.toISOString(),
      });
    },
  );

  api.post(
    '/admin/users/:id/reset-link',
    {
      config,
      schema: {
        tags,
        operationId: 'createResetLink',
        summary: 'Make a link with which a user sets a new password',
        description: 'To hand over in person or by telephone. It works once and for an hour.',
        params: idParams,
        response: { 200: success(resetLink) },
      },
    },
    async (request) => {
      const { path, expiresAt } = await makeResetLink(db, actorOf(request), request.params.id);
      return answer({ url: `${linkOrigin(publicUrl, request)}${path}`, expiresAt: expiresAt.toISOString() });
    },
  );
}
