/** Through this gate goes every request of a crowd: while it is closed, nobody begins another. */
export class Gate {
  #closed: PromiseWithResolvers<void> | undefined;
  #idle: PromiseWithResolvers<void> | undefined;
  #underWay = 0;

  async pass<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    while (this.#closed) await this.#closed.promise;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle?.resolve();
    }
  }

  /** Resolves when the last request under way is over. */
  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    if (this.#underWay === 0) return;
    this.#idle ??= Promise.withResolvers();
    await this.#idle.promise;
    this.#idle = undefined;
  }

  open(): void {
    this.#closed?.resolve();
    this.#closed = undefined;
  }
}
