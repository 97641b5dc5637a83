import { loadAllTexts } from './language.ts';

const PAUSES_MS = [1_000, 2_000];
const LONGEST_PAUSE_MS = 5_000;

/** Imports code once its texts are there, because it may use them at once. */
export async function withTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  await loadAllTexts();
  return load();
}

/** Retries a dynamic import of code with texts until it succeeds. */
export const untilLoaded = <Module>(load: () => Promise<Module>): Promise<Module> => retrying(() => withTexts(load));

/** Retries a dynamic import until it succeeds: the network may be down for a moment. */
export async function retrying<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch (error) {
      console.warn(error);
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[attempt] ?? LONGEST_PAUSE_MS));
    }
  }
}

/** Prefetches code that may be needed soon. Ignores a failure: the actual import retries. */
export const prefetching = (load: () => Promise<unknown>) => () => void withTexts(load).catch(() => undefined);
