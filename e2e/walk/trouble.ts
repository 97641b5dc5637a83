/** When the network or the server was last disturbed on purpose: what follows from it is nobody's fault. */
const AFTERMATH_MS = 30_000;

export class Trouble {
  #until = 0;
  readonly #everybody: Trouble | undefined;

  /** Also in trouble while `everybody` is. */
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
