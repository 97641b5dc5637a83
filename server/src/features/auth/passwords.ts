import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with OWASP's recommended parameters. The work happens off the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

const hashOfNoAccount = hashPassword(randomBytes(16).toString('hex'));

/** Takes equally long with and without a hash. No password matches an invalid hash. */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await hashOfNoAccount), password).catch(() => false);
  return matches && passwordHash !== undefined;
}

export const randomPassword = (): string => randomBytes(12).toString('base64url');
