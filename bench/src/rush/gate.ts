/**
 * Limits the crowd's requests at a time. Otherwise a server slower than the crowd would be flooded with requests whose customers
 * have given up. While it is closed, no request begins.
 */
export class Gate {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;
  #idle: PromiseWithResolvers<void> | undefined;
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async pass<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#isClosed || this.#underWay >= this.#most)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#letIn();
      if (this.#underWay === 0) this.#idle?.resolve();
    }
  }

  /** Resolves when the last running request is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#underWay === 0) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
    this.#idle = undefined;
  }

  open(): void {
    this.#isClosed = false;
    this.#letIn();
  }

  #letIn(): void {
    while (!this.#isClosed && this.#underWay < this.#most) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#underWay += 1;
      next();
    }
  }
}
