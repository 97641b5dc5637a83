/** Reads `--minutes 30 --seed 7` and one more option from the command line. Exits if they are wrong. */
import { parseArgs } from 'node:util';

export function readArguments(usage: string, other: string) {
  const string = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { minutes: string, seed: string, [other]: string } });
    const minutes = Number(values.minutes ?? 5);
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    if (!(minutes > 0 && minutes <= 1440)) throw new Error('--minutes must be a number from 0 to 1440');
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number');
    return { minutes, seed, [other]: values[other] };
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${usage}`);
    process.exit(2);
  }
}
