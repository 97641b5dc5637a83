/**
 * Passkeys log in without a password and count as a second factor, because the device checks its user (finger, face or PIN).
 * A ceremony is bound to this site, and to its purpose and user by a signed challenge. The transaction of its success stores
 * the challenge, so it works once, on any server. Whatever is wrong with a passkey, the refusal is the same.
 */
import type { User } from '@moviebooking/contract/accounts';
import type {
  challengePurpose,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyProof,
} from '@moviebooking/contract/passkeys';
import type { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import type { TokenClaims } from '../../platform/http/sessions.ts';
import { CHALLENGE_SECONDS, type Challenges } from '../../platform/security/challenges.ts';
import { recordLogin, recordLoginChange } from '../audit/account-events.ts';
import { type Account, lockAccount, selectAccountById } from './auth.sql.ts';
import { checkFactorChange } from './auth.ts';
import { markSecondFactor } from './logins.sql.ts';
import {
  deletePasskeys,
  insertPasskey,
  insertUsedChallenge,
  selectCredential,
  selectCredentialIds,
  selectPasskeys,
  updateCounter,
  updateName,
} from './passkeys.sql.ts';
import { provePassword } from './password-proof.ts';

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = { supportedAlgorithmIDs: [-8, -7, -257] };
const MOST_PASSKEYS = 20;
const timeout = CHALLENGE_SECONDS * 1000;

/** Without PUBLIC_URL passkeys work on localhost only, at any port: `npm run dev` serves the pages at one of its own. */
const LOCAL_ORIGIN = /^http:\/\/localhost(:\d+)?$/;

/** Loaded when first needed: it takes 28 MB. */
const library = () => import('@simplewebauthn/server');

const refusal = () => new Refusal('INVALID_PASSKEY');
const missing = () => new Refusal('NOT_FOUND', 'Passkey not found');
const handleOf = (userId: number) => Buffer.from(`user ${userId}`);
const addingTo = ({ userId, loginId }: TokenClaims) => `add a passkey to user ${userId} in login ${loginId}`;

interface PasskeysOptions {
  db: Database;
  challenges: Challenges;
  /** As browsers show it and know it: a passkey belongs to one domain. */
  site: { name: string; publicUrl: string | undefined };
}

export type Passkeys = ReturnType<typeof openPasskeys>;

export function openPasskeys({ db, challenges, site: { name: rpName, publicUrl } }: PasskeysOptions) {
  const rpID = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  const isOwn = (origin: string) => (publicUrl === undefined ? LOCAL_ORIGIN.test(origin) : origin === publicUrl);

  /** Refuses whatever `verify` throws or does not verify. Adds to its result how to use up the challenge. */
  async function checkCeremony<Result extends { verified: boolean }>(
    clientDataJSON: string,
    purpose: string,
    verify: (expected: { expectedChallenge: string; expectedOrigin: string; expectedRPID: string }) => Promise<Result>,
  ) {
    try {
      const read = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
      const { challenge, origin, crossOrigin }: { challenge: string; origin: string; crossOrigin?: boolean } = read;
      const expiresAt = challenges.check(challenge, purpose);
      if (!expiresAt || !isOwn(origin) || crossOrigin) throw refusal();
      const result = await verify({ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID });
      if (!result.verified) throw refusal();
      const useUp = async (tx: Tx) => {
        if (!(await insertUsedChallenge(tx, challenge, expiresAt))) throw refusal();
      };
      return { ...result, useUp };
    } catch {
      throw refusal();
    }
  }

  /** Returns the passkey's account, and makes sure that this was the only use of the challenge. */
  async function authenticate(
    { id, response: { userHandle, ...response } }: PasskeyAssertion,
    purpose: z.output<typeof challengePurpose>,
  ) {
    const passkey = await selectCredential(db, Buffer.from(id, 'base64url'));
    if (!passkey || (userHandle && userHandle !== handleOf(passkey.userId).toString('base64url'))) throw refusal();
    const { authenticationInfo, useUp } = await checkCeremony(response.clientDataJSON, purpose, async (expected) =>
      (await library()).verifyAuthenticationResponse({
        ...expected,
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        credential: { id, counter: passkey.counter, publicKey: new Uint8Array(passkey.publicKey) },
      }),
    );
    const account = await selectAccountById(db, passkey.userId);
    if (!account) throw refusal();
    if (account.mustResetPassword) throw new Refusal('PASSWORD_RESET_REQUIRED');
    await db.transaction().execute(async (tx) => {
      await useUp(tx);
      if (!(await updateCounter(tx, passkey.id, authenticationInfo.newCounter))) throw refusal();
    });
    return account;
  }

  async function prove(userId: number, proof: PasskeyProof): Promise<Account> {
    if ('password' in proof) return provePassword(db, userId, proof.password);
    const account = await authenticate(proof.passkey, 'proof');
    if (account.id !== userId) throw refusal();
    return account;
  }

  async function recordFailure({ id }: PasskeyAssertion, address: string): Promise<void> {
    const passkey = await selectCredential(db, Buffer.from(id, 'base64url'));
    const account = passkey && (await selectAccountById(db, passkey.userId));
    await recordLogin(db, account, { action: 'LOGIN_FAILED', address });
  }

  return {
    list: (userId: number): Promise<Passkey[]> => selectPasskeys(db, userId),

    /** Names no account, so that it reveals none: the browser knows which passkeys it has for this site. */
    start: (purpose: z.output<typeof challengePurpose>) => ({
      ...{ rpId: rpID, timeout, userVerification: 'required' },
      challenge: challenges.issue(purpose).toString('base64url'),
    }),

    async logIn(assertion: PasskeyAssertion, address: string) {
      try {
        const { id, name, email, role, sessionNumber } = await authenticate(assertion, 'login');
        const user: User = { id, name, email, role };
        await recordLogin(db, user, { action: 'LOGIN', address });
        return { user, sessionNumber, usedSecondFactor: true };
      } catch (error) {
        if (error instanceof Refusal) await recordFailure(assertion, address);
        throw error;
      }
    },

    async startAdding(session: TokenClaims, proof: PasskeyProof) {
      await checkFactorChange(db, session);
      const { id, email, name } = await prove(session.userId, proof);
      const known = await selectCredentialIds(db, id);
      return (await library()).generateRegistrationOptions({
        ...{ rpID, rpName, timeout, ...ALGORITHMS, challenge: challenges.issue(addingTo(session)) },
        ...{ userID: handleOf(id), userName: email, userDisplayName: name },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
      });
    },

    /** The login that adds a passkey counts as having used it. */
    async add(
      session: TokenClaims,
      address: string,
      { name, credential: { id, response } }: NewPasskey & { name: string },
    ) {
      const { userId, loginId, sessionNumber } = session;
      const { registrationInfo, useUp } = await checkCeremony(
        response.clientDataJSON,
        addingTo(session),
        async (expected) =>
          (await library()).verifyRegistrationResponse({
            ...{ ...expected, ...ALGORITHMS },
            response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
          }),
      );
      const { credential } = registrationInfo as NonNullable<typeof registrationInfo>;
      return db.transaction().execute(async (tx) => {
        const account = await lockAccount(tx, userId);
        // The session may have ended since. A passkey would outlive it.
        if (account?.sessionNumber !== sessionNumber) throw new Refusal('UNAUTHENTICATED');
        await useUp(tx);
        if ((await selectPasskeys(tx, userId)).length >= MOST_PASSKEYS) throw new Refusal('TOO_MANY_PASSKEYS');
        const added = await insertPasskey(tx, {
          ...{ user_id: userId, name, counter: credential.counter },
          ...{ credential_id: Buffer.from(credential.id, 'base64url'), public_key: Buffer.from(credential.publicKey) },
        });
        if (!added) throw refusal();
        if (loginId !== undefined) await markSecondFactor(tx, userId, loginId);
        await recordLoginChange(tx, account, { userId, address }, { passkey: 'added' });
        return added;
      });
    },

    async rename(userId: number, id: number, name: string): Promise<Passkey> {
      const renamed = await updateName(db, userId, id, name);
      if (!renamed) throw missing();
      return renamed;
    },

    async remove(session: TokenClaims, address: string, { id, proof }: { id: number; proof: PasskeyProof }) {
      const { userId } = session;
      await checkFactorChange(db, session);
      const account = await prove(userId, proof);
      await db.transaction().execute(async (tx) => {
        if (!(await deletePasskeys(tx, userId, id))) throw missing();
        await recordLoginChange(tx, account, { userId, address }, { passkey: 'removed' });
      });
    },
  };
}
