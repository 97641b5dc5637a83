import { setTimeout as pause } from 'node:timers/promises';
import {
  confirmEmailRequest,
  forgotPasswordRequest,
  loginRequest,
  resetPasswordRequest,
  session,
  signupRequest,
} from '@moviebooking/contract/accounts';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { claimsOf, type Tokens } from '../../platform/http/sessions.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { isMailOn } from '../outbox/outbox.ts';
import { logIn, signUp } from './auth.ts';
import { sourceOf } from './devices.ts';
import { confirmEmail } from './email-confirmation.ts';
import { issueToken, type Logins, logOut, logOutEverywhere } from './logins.ts';
import { requestReset, resetPassword } from './new-passwords.ts';
import type { SecondFactors } from './second-factor.ts';

interface Parts {
  db: Database;
  tokens: Tokens;
  logins: Logins;
  limits: RateLimits;
  secondFactors: SecondFactors;
}

const tags = ['Accounts'];
const nothing = success(z.null());
/** Longer than it takes to find an account and queue a mail, so that the answer does not tell whether there was one. */
const FORGOT_ANSWER_MS = 300;

export function authRoutes(api: Api, { db, tokens, logins, limits, secondFactors }: Parts): void {
  api.post(
    '/auth/signup',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account',
        description:
          'The new account is a customer and is logged in at once. Where mail is configured, a link that confirms the address is sent.',
        body: signupRequest,
        response: { 201: success(session) },
      },
    },
    async (request, reply) => {
      limits.take('signupByAddress', request.ip);
      const user = await signUp(db, request.body);
      const token = await issueToken(db, tokens, {
        ...{ userId: user.id, sessionNumber: 0, usedSecondFactor: false },
        ...sourceOf(request),
      });
      reply.status(201);
      return answer({ token, user });
    },
  );

  api.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'logIn',
        summary: 'Log in',
        description:
          'The token goes into the Authorization header of every other request, as Bearer. An account with a second factor ' +
          'is refused with CODE_REQUIRED until its code is sent too. An account that was promoted without a confirmed address ' +
          'is refused with PASSWORD_RESET_REQUIRED until its user has set a new password with a link.',
        body: loginRequest,
        response: { 200: success(session) },
      },
    },
    async (request) => {
      const who = { address: request.ip, email: request.body.email };
      const check = () => logIn(db, secondFactors, request.body, request.ip);
      const { user, ...login } = await limits.limitGuesses(who, check);
      const token = await issueToken(db, tokens, { userId: user.id, ...login, ...sourceOf(request) });
      return answer({ token, user });
    },
  );

  api.post(
    '/auth/logout',
    {
      schema: {
        tags,
        operationId: 'logOut',
        summary: 'End this login',
        description: 'The token is refused from now on, and its live connections end.',
        response: { 200: nothing },
      },
    },
    async (request) => {
      await logOut(db, logins, claimsOf(request));
      return answer(null, 'You are logged out.');
    },
  );

  api.post(
    '/auth/logout-everywhere',
    {
      schema: {
        tags,
        operationId: 'logOutEverywhere',
        summary: 'End all logins of this account',
        description: 'All tokens of the user are refused from now on, and their live connections end.',
        response: { 200: nothing },
      },
    },
    async (request) => {
      await logOutEverywhere(db, logins, request.userId);
      return answer(null, 'You are logged out everywhere.');
    },
  );

  api.post(
    '/auth/forgot-password',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Ask for a link to reset a password',
        description: 'The answer is the same whether or not there is an account with this email.',
        body: forgotPasswordRequest,
        response: { 200: nothing },
      },
    },
    async (request) => {
      limits.take('signupByAddress', request.ip);
      if (!(await isMailOn(db))) throw new Refusal('MAIL_OFF');
      await Promise.all([requestReset(db, request.body.email), pause(FORGOT_ANSWER_MS)]);
      return answer(null, 'If there is an account with this email, we have sent it a link. It works for an hour.');
    },
  );

  api.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Set a new password with a link',
        description:
          'The link works once and for an hour. All tokens of the account end. A link that was sent by mail also confirms the address.',
        body: resetPasswordRequest,
        response: { 200: nothing },
      },
    },
    async (request) => {
      limits.take('signupByAddress', request.ip);
      await resetPassword({ db, logins }, request.body, request.ip);
      return answer(null, 'Your new password is set. Log in with it.');
    },
  );

  api.post(
    '/auth/confirm-email',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'confirmEmail',
        summary: 'Confirm an email address with a link',
        description:
          'The link works once and for seven days. It is only ever used by a POST, because mail scanners open links.',
        body: confirmEmailRequest,
        response: { 200: nothing },
      },
    },
    async (request) => {
      limits.take('signupByAddress', request.ip);
      await confirmEmail(db, request.body.token);
      return answer(null, 'Your email address is confirmed.');
    },
  );
}
