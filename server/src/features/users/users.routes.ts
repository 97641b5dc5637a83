import {
  type AdminUser,
  adminUser,
  adminUserQuery,
  changedRole,
  invitation,
  resetLink,
  roleChange,
} from '@moviebooking/contract/accounts';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer, answerPage } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import type { Logins } from '../auth/logins.ts';
import type { ResetLink } from '../auth/new-passwords.ts';
import { selectUsers } from './users.sql.ts';
import { changeRole, inviteUser, makeResetLink } from './users.ts';

/**
 * Where links for users lead. Without PUBLIC_URL this is the host in the administrator's address bar, never X-Forwarded-Host:
 * a proxy may pass that on as a client sent it.
 */
const linkOrigin = (publicUrl: string | undefined, { protocol, headers }: FastifyRequest): string =>
  publicUrl ?? `${protocol === 'https' ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;

const withLink = (user: AdminUser, { path, expiresAt }: ResetLink, origin: string) =>
  answer({ ...user, resetUrl: `${origin}${path}`, expiresAt: expiresAt.toISOString() });

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function usersRoutes(
  api: Api,
  { db, logins, publicUrl }: { db: Database; logins: Logins; publicUrl: string | undefined },
): void {
  api.get(
    '/admin/users',
    {
      config,
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'Lists accounts',
        description:
          'Returns accounts by name with their role and last login, without deleted ones. The audit log records requests that list customers.',
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
        summary: 'Changes the role of an account',
        description:
          'Gives the account the role, effective immediately. A promotion ends all logins of the user. If the address is not confirmed, returns a link to ' +
          'pass on; until it is used, logging in with the old password is refused with PASSWORD_RESET_REQUIRED. Refuses to ' +
          'demote the last administrator who can log in.',
        params: idParams,
        body: roleChange,
        response: { 200: success(changedRole) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { user, link } = await changeRole({ db, logins }, actorOf(request), id, request.body.role);
      return link ? withLink(user, link, linkOrigin(publicUrl, request)) : answer(user);
    },
  );

  api.post(
    '/admin/users',
    {
      config,
      schema: {
        tags,
        operationId: 'inviteUser',
        summary: 'Opens an account for new staff',
        description:
          'Returns a link to pass on, with which the user sets a password and can then log in. It works once, for seven days; ' +
          'after that, createResetLink creates another.',
        body: invitation,
        response: { 201: success(changedRole) },
      },
    },
    async (request, reply) => {
      const { user, link } = await inviteUser(db, actorOf(request), request.body);
      reply.status(201);
      return withLink(user, link, linkOrigin(publicUrl, request));
    },
  );

  api.post(
    '/admin/users/:id/reset-link',
    {
      config,
      schema: {
        tags,
        operationId: 'createResetLink',
        summary: 'Creates a password reset link for a user',
        description: 'Returns a link to pass on in person or by phone. It works once, for one hour.',
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
