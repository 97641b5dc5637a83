import {
  passwordProof,
  recoveryCodes,
  totpConfirmation,
  totpRemoval,
  totpSetup,
  totpState,
} from '@moviebooking/contract/accounts';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { claimsOf } from '../../platform/http/sessions.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { requireUser } from './auth.ts';
import { limitOwnGuesses, provePassword } from './password-proof.ts';
import type { SecondFactors } from './second-factor.ts';

interface Parts {
  db: Database;
  limits: RateLimits;
  secondFactors: SecondFactors;
  requireTotp: boolean;
}

const tags = ['Accounts'];

export function secondFactorRoutes(api: Api, { db, limits, secondFactors, requireTotp }: Parts): void {
  api.get(
    '/profile/totp',
    {
      schema: {
        tags,
        operationId: 'getSecondFactor',
        summary: 'Is my second factor on',
        description: 'And how many recovery codes are left.',
        response: { 200: success(totpState) },
      },
    },
    async (request) => {
      const { role } = await requireUser(db, request.userId);
      return answer({ ...(await secondFactors.state(request.userId)), isRequired: requireTotp && role === 'ADMIN' });
    },
  );

  api.post(
    '/profile/totp',
    {
      schema: {
        tags,
        operationId: 'startSecondFactor',
        summary: 'Start to set up a second factor',
        description: 'It is in force only after a first code of the authenticator app has confirmed it.',
        body: passwordProof,
        response: { 200: success(totpSetup) },
      },
    },
    async (request) => {
      const account = await limitOwnGuesses({ db, limits }, request, () =>
        provePassword(db, request.userId, request.body.password),
      );
      return answer(await secondFactors.start(account));
    },
  );

  api.post(
    '/profile/totp/confirm',
    {
      schema: {
        tags,
        operationId: 'confirmSecondFactor',
        summary: 'Switch the second factor on with a first code',
        description:
          'Ends all other sessions of the user. Returns ten recovery codes, which are shown only now. Each works once in place ' +
          'of a code.',
        body: totpConfirmation,
        response: { 200: success(recoveryCodes) },
      },
    },
    async (request) => {
      const user = await requireUser(db, request.userId);
      const code = request.body.code.replaceAll(' ', '');
      const session = { loginId: claimsOf(request).loginId, address: request.ip };
      return answer(await limitOwnGuesses({ db, limits }, request, () => secondFactors.confirm(user, code, session)));
    },
  );

  api.delete(
    '/profile/totp',
    {
      schema: {
        tags,
        operationId: 'stopSecondFactor',
        summary: 'Switch the second factor off',
        description:
          'Needs the password and a code, or a recovery code in its place. Deletes the recovery codes too. Without a code it is ' +
          'refused with CODE_REQUIRED.',
        body: totpRemoval,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      const account = await limitOwnGuesses({ db, limits }, request, async () => {
        const proved = await provePassword(db, request.userId, request.body.password);
        await secondFactors.check(proved.id, request.body.code);
        return proved;
      });
      await secondFactors.switchOff(account, request.ip);
      return answer(null, 'The second factor is off.');
    },
  );
}
