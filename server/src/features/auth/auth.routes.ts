import { loginRequest, session, signupRequest, user } from '@moviebooking/contract/accounts';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import type { Api } from '../../platform/http.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Tokens } from '../../platform/sessions.ts';
import { findUser, logIn, signUp } from './auth.ts';

interface Parts {
  db: Database;
  tokens: Tokens;
  limits: RateLimits;
}

export function authRoutes(api: Api, { db, tokens, limits }: Parts): void {
  api.post(
    '/auth/signup',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Accounts'],
        operationId: 'signUp',
        summary: 'Create an account',
        description: 'The new account is a customer and is logged in at once.',
        body: signupRequest,
        response: { 201: success(session) },
      },
    },
    async (request, reply) => {
      limits.take('signupByAddress', request.ip);
      const account = await signUp(db, request.body);
      reply.status(201);
      return { success: true as const, data: { token: tokens.issue(account.id), user: account } };
    },
  );

  api.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Accounts'],
        operationId: 'logIn',
        summary: 'Log in',
        description: 'The token goes into the Authorization header of every other request, as Bearer.',
        body: loginRequest,
        response: { 200: success(session) },
      },
    },
    async (request) => {
      const { email } = request.body;
      const found = await limits.limitGuesses({ email, address: request.ip }, () => logIn(db, request.body));
      return { success: true as const, data: { token: tokens.issue(found.id), user: found } };
    },
  );

  api.get(
    '/profile',
    {
      schema: {
        tags: ['Accounts'],
        operationId: 'getProfile',
        summary: 'Who am I',
        description: 'The user to whom the token belongs.',
        response: { 200: success(z.object({ user })) },
      },
    },
    async (request) => {
      const found = await findUser(db, request.userId);
      if (!found) throw new Refusal('UNAUTHENTICATED');
      return { success: true as const, data: { user: found } };
    },
  );
}
