import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up at the end of the current test, or of the file outside a test. */
export function whenOver(cleanUp: () => unknown): void {
  const clean = async () => {
    await cleanUp();
  };
  if (TestRunner.getCurrentTest()) onTestFinished(clean);
  else afterAll(clean);
}
