/**
 * Creates the administrator the operator asks for. Anyone could have opened an existing account with that address, so
 * promoting it replaces its password, ends its tokens and reset links and removes its second factors. The address counts
 * as confirmed because the operator named it.
 */
import type { User } from '@moviebooking/contract/accounts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { recordAudit } from '../audit/audit.ts';
import { clearPasswordReset, lockAccountOf, updateAsConfirmed, updateRole } from './auth.sql.ts';
import { createUser } from './auth.ts';
import { replacePassword } from './new-passwords.ts';
import { deletePasskeys } from './passkeys.sql.ts';
import { weaknessOf } from './password-rules.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { deleteSecondFactor } from './second-factor.sql.ts';

export interface Administrator {
  user: User;
  outcome: 'created' | 'renewed' | 'unchanged' | 'refused';
  /** Set if we chose the account's password. */
  generatedPassword?: string;
}

interface AdministratorOptions {
  email: string;
  name: string;
  password?: string | undefined;
  /** Which existing accounts become administrator and get a new password. */
  renew: 'none' | 'unless administrator' | 'any';
}

/** The operator has no account. */
const OPERATOR = { userId: null, address: null };

/** Refuses with StartError if the password is too weak for an administrator. */
export async function ensureAdministrator(db: Database, wanted: AdministratorOptions): Promise<Administrator> {
  const password = wanted.password ?? randomPassword();
  /** Not for an administrator who keeps the password: a stricter rule must not keep the server from starting. */
  const refuseWeakPassword = () => {
    const weakness = weaknessOf(password, wanted.email);
    if (weakness) throw new StartError(`Choose another ADMIN_PASSWORD: ${weakness}.`);
  };
  const passwordHash = await hashPassword(password);
  const generated = wanted.password === undefined ? { generatedPassword: password } : {};

  const existing = await db.transaction().execute(async (tx): Promise<Administrator | undefined> => {
    const account = await lockAccountOf(tx, wanted.email);
    if (!account) return undefined;
    const { id, name, email, role } = account;
    const user = { id, name, email, role };
    if (role === 'ADMIN' && wanted.renew !== 'any') return { user, outcome: 'unchanged' };
    if (wanted.renew === 'none') return { user, outcome: 'refused' };
    refuseWeakPassword();
    await updateRole(tx, id, 'ADMIN');
    await replacePassword(tx, account, { password, passwordHash });
    await clearPasswordReset(tx, id);
    await updateAsConfirmed(tx, id);
    await deleteSecondFactor(tx, id);
    await deletePasskeys(tx, id);
    const fields = { before: { role }, after: { role: 'ADMIN', password: 'new' } };
    await recordAudit(tx, { actor: OPERATOR, action: 'UPDATE', entity: 'user', entityId: id, ...fields });
    return { user: { ...user, role: 'ADMIN' }, outcome: 'renewed', ...generated };
  });
  if (existing) return existing;
  refuseWeakPassword();
  try {
    const { email, name } = wanted;
    const user = await createUser(db, {
      email,
      name,
      passwordHash,
      hasWeakPassword: false,
      role: 'ADMIN',
      isConfirmed: true,
    });
    const after = { role: 'ADMIN' };
    await recordAudit(db, { actor: OPERATOR, action: 'CREATE', entity: 'user', entityId: user.id, after });
    return { user, outcome: 'created', ...generated };
  } catch (error) {
    // Another server, starting at the same moment, created it first.
    if (error instanceof Refusal && error.code === 'EMAIL_TAKEN') return ensureAdministrator(db, wanted);
    throw error;
  }
}
