/** The random decisions of one step. They depend only on the seed, the walker and the step, so that a walk can be repeated. */
import { randomFrom } from '../../server/test/random-from.ts';

export class Choices {
  readonly #random: () => number;

  constructor(seed: number, walker: number, step: number) {
    this.#random = randomFrom(seed * 1_000_003 + walker * 100_003 + step);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Picks a name with a probability in proportion to its weight. */
  weigh<Name extends string>(weights: Partial<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.#random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries[0]?.[0] as Name;
  }
}
