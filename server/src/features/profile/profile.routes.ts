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
import { changeProfile, requireProfile } from '../auth/auth.ts';
import { sourceOf } from '../auth/devices.ts';
import { sendConfirmationAgain } from '../auth/email-confirmation.ts';
import { issueToken, type Logins } from '../auth/logins.ts';
import { changePassword } from '../auth/new-passwords.ts';
import { limitOwnGuesses, provePassword } from '../auth/password-proof.ts';
import { isMailOn } from '../outbox/outbox.ts';
import { deleteProfile, exportProfile } from './profile.ts';

interface ProfileRoutesOptions {
  db: Database;
  tokens: Tokens;
  logins: Logins;
  limits: RateLimits;
}

const tags = ['Accounts'];

export function profileRoutes(api: Api, { db, tokens, logins, limits }: ProfileRoutesOptions): void {
  api.get(
    '/profile',
    {
      schema: {
        tags,
        operationId: 'getProfile',
        summary: "Returns the caller's profile",
        description: 'Returns the user the token belongs to, and whether this site sends mail.',
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
        summary: "Changes the caller's name, language and which mails they get",
        description:
          'Fields that are not sent stay unchanged. A new name applies everywhere, on earlier bookings too. Mails are in the ' +
          "user's language at the time they are sent. A user who turns reminders or mails about free seats off gets none from " +
          'now on, not even those already waiting to be sent.',
        body: profileChange,
        response: { 200: success(profile) },
      },
    },
    async (request) => answer({ user: await changeProfile(db, request.userId, request.body) }),
  );

  api.delete(
    '/profile',
    {
      schema: {
        tags,
        operationId: 'deleteProfile',
        summary: "Deletes the caller's account",
        description:
          'Erases the name and email for good and ends all logins. Past bookings stay, as those of a deleted user. Refuses while ' +
          'the account has upcoming bookings.',
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
        summary: "Changes the caller's password",
        description: 'Ends all logins, including this one, and returns a new token.',
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
        summary: "Resends the link that confirms the caller's email address",
        description:
          'Sends a new link; earlier ones keep working. Sends nothing if the address is already confirmed. Refuses with ' +
          'RATE_LIMITED after four in an hour, including the one sent at signup.',
        response: { 200: success(z.null()) },
      },
    },
    async (request) => {
      if (!(await isMailOn(db)))
        throw new Refusal('MAIL_OFF', "This site doesn't send email, so there's nothing to confirm.");
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
        summary: "Lists the caller's logins",
        description: 'Returns the latest 50, newest first: when, from which network address and with which browser.',
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
        summary: "Exports the caller's data",
        description: 'Returns everything stored about the account as a JSON file to download.',
        response: { 200: success(profileExport) },
      },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="moviebooking-my-data.json"');
      return answer(await exportProfile(db, request.userId));
    },
  );
}
