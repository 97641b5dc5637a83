/** Whether the network or the server was disturbed on purpose a moment ago, so that errors are expected. */
const AFTERMATH_MS = 30_000;

export class Trouble {
  #until = 0;
  readonly #everybody: Trouble | undefined;

  /** `everybody` counts too: a killed server disturbs every walker. */
  constructor(everybody?: Trouble) {
    this.#everybody = everybody;
  }

  begin(): void {
    this.#until = Number.POSITIVE_INFINITY;
  }

  end(): void {
    this.#until = performance.now() + AFTERMATH_MS;
  }

  isRecent(): boolean {
    return performance.now() < this.#until || (this.#everybody?.isRecent() ?? false);
  }
}
