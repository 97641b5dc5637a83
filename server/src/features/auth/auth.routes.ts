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

interface AuthRoutesOptions {
  db: Database;
  tokens: Tokens;
  logins: Logins;
  limits: RateLimits;
  secondFactors: SecondFactors;
}

const tags = ['Accounts'];
const nothing = success(z.null());
/** Longer than finding an account and queueing a mail takes, so the response time doesn't reveal whether an account exists. */
const FORGOT_ANSWER_MS = 300;

export function authRoutes(api: Api, { db, tokens, logins, limits, secondFactors }: AuthRoutesOptions): void {
  api.post(
    '/auth/signup',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Creates an account',
        description:
          'Creates a customer account and logs it in. If mail is configured, sends a link to confirm the address.',
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
        summary: 'Logs in',
        description:
          'Returns the token that other requests send in the Authorization header, as Bearer. Refuses with CODE_REQUIRED if the ' +
          'account has two-step verification and no code was sent, and with PASSWORD_RESET_REQUIRED if the account was promoted ' +
          'without a confirmed address and its user has not yet set a new password with a link.',
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
        summary: 'Logs out',
        description: 'Ends this login: its token is refused from now on and its live connections end.',
        response: { 200: nothing },
      },
    },
    async (request) => {
      await logOut(db, logins, claimsOf(request));
      return answer(null, "You're logged out.");
    },
  );

  api.post(
    '/auth/logout-everywhere',
    {
      schema: {
        tags,
        operationId: 'logOutEverywhere',
        summary: 'Logs out everywhere',
        description:
          'Ends all logins of the account: their tokens are refused from now on and their live connections end.',
        response: { 200: nothing },
      },
    },
    async (request) => {
      await logOutEverywhere(db, logins, request.userId);
      return answer(null, "You're logged out everywhere.");
    },
  );

  api.post(
    '/auth/forgot-password',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Sends a password reset link',
        description: 'Sends the link if the email belongs to an account. The response is the same either way.',
        body: forgotPasswordRequest,
        response: { 200: nothing },
      },
    },
    async (request) => {
      limits.take('signupByAddress', request.ip);
      if (!(await isMailOn(db))) throw new Refusal('MAIL_OFF');
      await Promise.all([requestReset(db, request.body.email), pause(FORGOT_ANSWER_MS)]);
      return answer(null, "If there's an account with this email, we've sent it a link. It works for one hour.");
    },
  );

  api.post(
    '/auth/reset-password',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Sets a new password with a link',
        description:
          'Sets the password and ends all logins of the account. The link works once, for one hour. A link sent by mail also confirms ' +
          'the address.',
        body: resetPasswordRequest,
        response: { 200: nothing },
      },
    },
    async (request) => {
      limits.take('signupByAddress', request.ip);
      await resetPassword({ db, logins }, request.body, request.ip);
      return answer(null, 'Your new password is set. Use it to log in.');
    },
  );

  api.post(
    '/auth/confirm-email',
    {
      config: { access: 'public' },
      schema: {
        tags,
        operationId: 'confirmEmail',
        summary: 'Confirms an email address with a link',
        description:
          'Confirms the address. The link works once, for seven days. Only this POST uses it up, because mail scanners open links.',
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
