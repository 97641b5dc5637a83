import {
  login,
  ownProfile,
  passwordChange,
  passwordProof,
  profile,
  profileChange,
  session,
} from '@moviebooking/contract/accounts';
import { success } from '@moviebooking/contract/http';
import { profileExport } from '@moviebooking/contract/profile';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { claimsOf, type Tokens } from '../../platform/http/sessions.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { listLogins } from '../auth/account-data.ts';
import { renameUser, requireProfile } from '../auth/auth.ts';
import { sourceOf } from '../auth/devices.ts';
import { sendConfirmationAgain } from '../auth/email-confirmation.ts';
import { issueToken, type Logins } from '../auth/logins.ts';
import { changePassword } from '../auth/new-passwords.ts';
import { limitOwnGuesses, provePassword } from '../auth/password-proof.ts';
import { isMailOn } from '../outbox/outbox.ts';
import { deleteProfile, exportProfile } from './profile.ts';

interface Parts {
  db: Database;
  tokens: Tokens;
  logins: Logins;
  limits: RateLimits;
}

const tags = ['Accounts'];

export function profileRoutes(api: Api, { db, tokens, logins, limits }: Parts): void {
  api.get(
    '/profile',
    {
      schema: {
        tags,
        operationId: 'getProfile',
        summary: 'Who am I',
        description: 'The user to whom the token belongs.',
        response: { 200: success(ownProfile) },
      },
    },
    async (request) => answer({ user: await requireProfile(db, request.userId), sendsMail: await isMailOn(db) }),
  );

  api.put(
    '/profile',
    {
      schema: {
        tags,
        operationId: 'changeProfile',
        summary: 'Change my name',
        description: 'Bookings made before show the new name too.',
        body: profileChange,
        response: { 200: success(profile) },
      },
    },
    async (request) => answer({ user: await renameUser(db, request.userId, request.body.name) }),
  );

  api.delete(
    '/profile',
    {
      schema: {
        tags,
        operationId: 'deleteProfile',
        summary: 'Delete my account',
        description:
          'Name and email are gone for good and all tokens end. Past bookings stay, as those of a deleted user. Refused while ' +
          'there are bookings for shows to come.',
        body: passwordProof,
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      await limitOwnGuesses({ db, limits }, request, () => provePassword(db, request.userId, request.body.password));
      await deleteProfile({ db, logins }, request.userId);
      return answer(null, 'Your account is deleted.');
    },
  );

  api.post(
    '/profile/password',
    {
      schema: {
        tags,
        operationId: 'changePassword',
        summary: 'Change my password',
        description: 'All tokens from before end, that of this request too; the answer has a new one.',
        body: passwordChange,
        response: { 200: success(session) },
      },
    },
    async (request) => {
      const changed = await limitOwnGuesses({ db, limits }, request, () =>
        changePassword({ db, logins }, { ip: request.ip, ...claimsOf(request) }, request.body),
      );
      const { user, ...login } = changed;
      const token = await issueToken(db, tokens, { userId: user.id, ...login, ...sourceOf(request) });
      return answer({ token, user });
    },
  );

  api.post(
    '/profile/confirmation-mail',
    {
      schema: {
        tags,
        operationId: 'sendConfirmationMail',
        summary: 'Send the link that confirms my email address again',
        description:
          'Earlier links keep working. If the address is confirmed already, nothing is sent. After three in an hour, and the ' +
          'one sent at signup, the response is RATE_LIMITED.',
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      if (!(await isMailOn(db)))
        throw new Refusal('MAIL_OFF', 'This site sends no email, so there is nothing to confirm.');
      const isSent = await sendConfirmationAgain(db, request.userId);
      return answer(null, isSent ? 'The link is on its way.' : 'Your email address is already confirmed.');
    },
  );

  api.get(
    '/profile/logins',
    {
      schema: {
        tags,
        operationId: 'listLogins',
        summary: 'My logins, newest first',
        description: 'The latest 50: when, from where and with what.',
        response: { 200: success(z.array(login)) },
      },
    },
    async (request) => answer(await listLogins(db, request.userId, claimsOf(request).loginId)),
  );

  api.get(
    '/profile/export',
    {
      schema: {
        tags,
        operationId: 'exportProfile',
        summary: 'Everything that is kept about me',
        description: 'As a JSON file to download.',
        response: { 200: success(profileExport) },
      },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="moviebooking-my-data.json"');
      return answer(await exportProfile(db, request.userId));
    },
  );
}
