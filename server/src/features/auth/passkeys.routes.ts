import { session } from '@moviebooking/contract/accounts';
import { idParams, success } from '@moviebooking/contract/http';
import {
  challengeQuery,
  creationOptions,
  loginOptions,
  newPasskey,
  passkey,
  passkeyAssertion,
  passkeyChange,
  passkeyProof,
} from '@moviebooking/contract/passkeys';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { claimsOf, type Tokens } from '../../platform/http/sessions.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { sourceOf } from './devices.ts';
import { issueToken } from './logins.ts';
import type { Passkeys } from './passkeys.ts';
import { limitOwnGuesses } from './password-proof.ts';

interface PasskeyRoutesOptions {
  db: Database;
  tokens: Tokens;
  limits: RateLimits;
  passkeys: Passkeys;
}

const PROOF = 'Requires the password, or a passkey with a challenge for a proof.';
const describe = (operationId: string, summary: string, description: string) => ({
  ...{ tags: ['Accounts'], operationId, summary, description },
});

export function passkeyRoutes(api: Api, { db, tokens, limits, passkeys }: PasskeyRoutesOptions): void {
  api.post(
    '/auth/passkey/options',
    {
      config: { access: 'public' },
      schema: {
        ...describe('startPasskeyLogin', 'Starts a login or a proof with a passkey', 'Names no account.'),
        querystring: challengeQuery,
        response: { 200: success(loginOptions) },
      },
    },
    async (request) => answer(passkeys.start(request.query.purpose)),
  );

  api.post(
    '/auth/passkey',
    {
      config: { access: 'public' },
      schema: {
        ...describe(
          'logInWithPasskey',
          'Logs in with a passkey',
          'Returns a token like that of a login with a password and a code. Refuses with INVALID_PASSKEY, whatever is wrong.',
        ),
        body: passkeyAssertion,
        response: { 200: success(session) },
      },
    },
    async (request) => {
      const { user, ...login } = await passkeys.logIn(request.body, request.ip);
      const token = await issueToken(db, tokens, { userId: user.id, ...login, ...sourceOf(request) });
      return answer({ token, user });
    },
  );

  api.get(
    '/profile/passkeys',
    {
      schema: {
        ...describe('listPasskeys', "Lists the caller's passkeys", 'Returns the oldest first.'),
        response: { 200: success(z.array(passkey)) },
      },
    },
    async (request) => answer(await passkeys.list(request.userId)),
  );

  api.post(
    '/profile/passkeys/options',
    {
      schema: {
        ...describe('startAddingPasskey', 'Starts adding a passkey', PROOF),
        body: passkeyProof,
        response: { 200: success(creationOptions) },
      },
    },
    async (request) => {
      const start = () => passkeys.startAdding(claimsOf(request), request.body);
      return answer({ ...(await limitOwnGuesses({ db, limits }, request, start)) });
    },
  );

  api.post(
    '/profile/passkeys',
    {
      schema: {
        ...describe('addPasskey', 'Adds a passkey', 'An account can have 20.'),
        body: newPasskey,
        response: { 201: success(passkey) },
      },
    },
    async (request, reply) => {
      const { name = sourceOf(request).device, credential } = request.body;
      const added = await passkeys.add(claimsOf(request), request.ip, { name, credential });
      reply.status(201);
      return answer(added);
    },
  );

  api.put(
    '/profile/passkeys/:id',
    {
      schema: {
        ...describe('renamePasskey', 'Renames a passkey', 'Only its user sees the name.'),
        ...{ params: idParams, body: passkeyChange, response: { 200: success(passkey) } },
      },
    },
    async (request) => answer(await passkeys.rename(request.userId, request.params.id, request.body.name)),
  );

  api.delete(
    '/profile/passkeys/:id',
    {
      schema: {
        ...describe('removePasskey', 'Removes a passkey', `Logins made with it continue. ${PROOF}`),
        ...{ params: idParams, body: passkeyProof, response: { 200: success(z.null()) } },
      },
    },
    async (request) => {
      const { id } = request.params;
      const remove = () => passkeys.remove(claimsOf(request), request.ip, { id, proof: request.body });
      await limitOwnGuesses({ db, limits }, request, remove);
      return answer(null, 'The passkey is removed.');
    },
  );
}
