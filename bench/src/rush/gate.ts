/** Counts the crowd's running requests. While it is closed, no request begins. */
export class Gate {
  #opening: PromiseWithResolvers<void> | undefined;
  #idle: PromiseWithResolvers<void> | undefined;
  #underWay = 0;

  async pass<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    while (this.#opening) await this.#opening.promise;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle?.resolve();
    }
  }

  /** Resolves when the last running request is done. */
  async close(): Promise<void> {
    this.#opening ??= Promise.withResolvers();
    this.#idle = Promise.withResolvers();
    if (this.#underWay > 0) await this.#idle.promise;
  }

  open(): void {
    this.#opening?.resolve();
    this.#opening = undefined;
  }
}
