import { normalEmail } from '../../platform/emails.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import { Refusal } from '../../platform/refusal.ts';

const isWrongGuess = (error: unknown) =>
  error instanceof Refusal && (error.code === 'INVALID_CREDENTIALS' || error.code === 'INVALID_CODE');

/** Wrong passwords and codes count against the address that they come from and the account; everything else is free. */
export async function limitGuesses<Result>(
  limits: RateLimits,
  { address, email }: { address: string; email: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const account = normalEmail(email);
  await limits.take('loginByAddress', address);
  await limits.take('loginByAccount', account);
  const giveBack = async () => {
    await limits.giveBack('loginByAddress', address);
    await limits.giveBack('loginByAccount', account);
  };
  try {
    const result = await check();
    await giveBack();
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await giveBack();
    throw error;
  }
}
