const PAUSES_MS = [1_000, 2_000];
const LONGEST_PAUSE_MS = 5_000;

/** Asks for code that is fetched when it is needed until it comes: the network may be away for a moment. */
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

/** Fetches code that may be needed in a moment. Where that fails, whoever needs it asks again. */
export const prefetching = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
