/**
 * The second factor of a login: codes from an authenticator app (TOTP), or one of ten recovery codes if the app is lost. A
 * code works once: the database stores the time step of the last one and accepts only later ones. The app's secret is
 * encrypted with a key that is not in the database. Recovery codes are random, so storing their hashes is enough.
 */
import { createHash } from 'node:crypto';
import type { RecoveryCodes, TotpSetup, User } from '@moviebooking/contract/accounts';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { TextCipher } from '../../platform/security/encrypted-text.ts';
import type { RateLimits } from '../../platform/security/rate-limits.ts';
import { recordLoginChange } from '../audit/account-events.ts';
import { lockAccount } from './auth.sql.ts';
import { endAllLogins, endOtherLogins } from './logins.sql.ts';
import type { Logins } from './logins.ts';
import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  insertSecondFactor,
  selectSecondFactor,
  useRecoveryCode,
  useStep,
} from './second-factor.sql.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

export type SecondFactors = ReturnType<typeof openSecondFactors>;

const ownerOf = (userId: number) => `user ${userId}`;

const hashOf = (recoveryCode: string): Buffer =>
  createHash('sha256')
    .update(recoveryCode.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();

const makeRecoveryCode = (): string =>
  (new Secret({ size: RECOVERY_CODE_BYTES }).base32.match(/.{4}/g) as string[]).join('-');

/** The time step of a code. Accepts the previous and the next one too, because clocks differ. */
function stepOf(secret: string, code: string): number | undefined {
  const now = Date.now();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

interface Session {
  loginId: number | undefined;
  address: string;
}

interface SecondFactorsOptions {
  db: Database;
  cipher: TextCipher;
  limits: RateLimits;
  logins: Logins;
  /** The name of the site in authenticator apps. */
  issuer: string;
}

export function openSecondFactors({ db, cipher, limits, logins, issuer }: SecondFactorsOptions) {
  async function useCode(userId: number, sealedSecret: string, code: string): Promise<boolean> {
    const secret = cipher.decrypt(sealedSecret, ownerOf(userId));
    const step = secret === undefined ? undefined : stepOf(secret, code);
    return step !== undefined && useStep(db, userId, step);
  }

  return {
    async state(userId: number): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
      const factor = await selectSecondFactor(db, userId);
      const isOn = Boolean(factor?.confirmedAt);
      return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, userId) : 0 };
    },

    async start({ id, email }: { id: number; email: string }): Promise<TotpSetup> {
      const secret = new Secret({ size: SECRET_BYTES });
      const isStarted = await insertSecondFactor(db, id, cipher.encrypt(secret.base32, ownerOf(id)));
      if (!isStarted) throw new Refusal('TOTP_ALREADY_ON');
      const totp = new TOTP({ issuer, label: email, secret, period: PERIOD_SECONDS });
      return { secret: secret.base32, uri: totp.toString() };
    },

    /** Takes effect immediately. Ends all other logins of the user; this one counts as having used a code. */
    async confirm(user: User, code: string, { loginId, address }: Session): Promise<RecoveryCodes> {
      const userId = user.id;
      const factor = await selectSecondFactor(db, userId);
      if (!factor) throw new Refusal('TOTP_NOT_STARTED');
      if (factor.confirmedAt) throw new Refusal('TOTP_ALREADY_ON');
      if (!(await useCode(userId, factor.sealedSecret, code))) throw new Refusal('INVALID_CODE');
      const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
      await db.transaction().execute(async (tx) => {
        await lockAccount(tx, userId);
        const isConfirmed = await confirmSecondFactor(tx, userId, recoveryCodes.map(hashOf));
        if (!isConfirmed) throw new Refusal('TOTP_ALREADY_ON');
        await recordLoginChange(tx, user, { userId, address }, { secondFactor: 'on' });
        // A token issued before logins were stored cannot be told from the user's others.
        if (loginId === undefined) await endAllLogins(tx, userId);
        else await endOtherLogins(tx, userId, loginId);
      });
      await logins.reread();
      return { recoveryCodes };
    },

    switchOff: (user: User, address: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        if (await deleteSecondFactor(tx, user.id))
          await recordLoginChange(tx, user, { userId: user.id, address }, { secondFactor: 'off' });
      }),

    /** Returns whether the account requires a code. Refuses if it does and the code is missing or wrong. */
    async check(userId: number, code: string | undefined): Promise<boolean> {
      const factor = await selectSecondFactor(db, userId);
      if (!factor?.confirmedAt) return false;
      if (code === undefined) throw new Refusal('CODE_REQUIRED');
      const plain = code.replaceAll(/\s/g, '');
      await limits.limitCodes(userId, async () => {
        const isCorrect = /^\d{6}$/.test(plain)
          ? await useCode(userId, factor.sealedSecret, plain)
          : await useRecoveryCode(db, userId, hashOf(plain));
        if (!isCorrect) throw new Refusal('INVALID_CODE');
      });
      return true;
    },
  };
}
