export type ReleasedShow = { showId: number; movieId: number };

const FEW_SEATS = 15;

/**
 * The popular shows: a fixed number of slots, each with one show. A nearly sold-out show is replaced by the next show of its
 * slot, so that several processes reach the same shows without coordination.
 */
export class HotShows {
  readonly #slots: ReleasedShow[][];
  readonly #fewSeats: number;

  /** `releases`: the lists of shows that are on sale together, in order. */
  constructor(releases: ReleasedShow[][], fewSeats = FEW_SEATS) {
    this.#fewSeats = fewSeats;
    this.#slots = (releases[0] ?? []).map((_, slot) => releases.map((release) => release[slot] as ReleasedShow));
  }

  pick(random: () => number): ReleasedShow {
    const [show] = this.#slots[Math.floor(random() * this.#slots.length)] ?? [];
    if (!show) throw new RangeError('All shows are sold out. The run needs more shows');
    return show;
  }

  noteFreeSeats(showId: number, seats: number): void {
    if (seats <= this.#fewSeats) this.#slots.find(([show]) => show?.showId === showId)?.shift();
  }
}
