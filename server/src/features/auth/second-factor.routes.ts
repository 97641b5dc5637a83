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
import { checkFactorChange, requireUser } from './auth.ts';
import { limitOwnGuesses, provePassword } from './password-proof.ts';
import type { SecondFactors } from './second-factor.ts';

interface SecondFactorRoutesOptions {
  db: Database;
  limits: RateLimits;
  secondFactors: SecondFactors;
  requireTotp: boolean;
}

const tags = ['Accounts'];

export function secondFactorRoutes(
  api: Api,
  { db, limits, secondFactors, requireTotp }: SecondFactorRoutesOptions,
): void {
  api.get(
    '/profile/totp',
    {
      schema: {
        tags,
        operationId: 'getSecondFactor',
        summary: 'Returns the state of two-step verification',
        description: 'Returns whether it is on, whether it is required, and how many recovery codes are left.',
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
        summary: 'Starts setting up two-step verification',
        description: 'Returns the secret for an authenticator app. It takes effect once a first code confirms it.',
        body: passwordProof,
        response: { 200: success(totpSetup) },
      },
    },
    async (request) => {
      await checkFactorChange(db, claimsOf(request));
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
        summary: 'Turns on two-step verification with a first code',
        description:
          'Ends all other logins of the user. Returns ten recovery codes, which are never shown again. Each works once instead of ' +
          'a code.',
        body: totpConfirmation,
        response: { 200: success(recoveryCodes) },
      },
    },
    async (request) => {
      const user = await requireUser(db, request.userId);
      await checkFactorChange(db, claimsOf(request));
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
        summary: 'Turns off two-step verification',
        description:
          'Requires the password and a code or recovery code, and deletes the recovery codes. Refuses with CODE_REQUIRED if the ' +
          'code is missing.',
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
      return answer(null, 'Two-step verification is off.');
    },
  );
}
