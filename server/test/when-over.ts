import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Cleans up once whatever opened something is over: the test that runs now, or else the whole file. */
export function whenOver(cleanUp: () => unknown): void {
  const clean = async () => {
    await cleanUp();
  };
  if (TestRunner.getCurrentTest()) onTestFinished(clean);
  else afterAll(clean);
}
