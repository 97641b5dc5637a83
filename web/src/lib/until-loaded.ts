const PAUSES_MS = [1_000, 2_000];
const LONGEST_PAUSE_MS = 5_000;

/** Retries a dynamic import until it succeeds: the network may be down for a moment. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
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
export const prefetching = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
