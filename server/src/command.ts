/** Runs a command for operators: reads the settings, prints warnings to stderr, and exits with 1 after an error. */
import { type Config, loadConfig, misspelledSettings } from './config.ts';
import { StartError } from './platform/errors/start-error.ts';

export const warn = (problem: string): void => console.warn(problem);

export async function runCommand(work: (config: Config, words: string[]) => Promise<void>): Promise<void> {
  try {
    const config = loadConfig();
    for (const problem of misspelledSettings()) warn(problem);
    await work(config, process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
