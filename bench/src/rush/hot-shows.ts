/**
 * The popular shows: a fixed number of slots, each with one show. A nearly sold-out show is replaced by the next show of its
 * slot, so that several processes reach the same shows without coordination.
 */
const FEW_SEATS = 15;

export interface ReleasedShow {
  showId: number;
  movieId: number;
}

export interface HotShows {
  pick(random: () => number): ReleasedShow;
  /** The number of free seats. */
  noteFree(showId: number, seats: number): void;
}

/** `releases`: the lists of shows that are on sale together, in order. */
export function openHotShows(releases: ReleasedShow[][]): HotShows {
  const places = (releases[0] ?? []).map((_, place) => releases.map((release) => release[place] as ReleasedShow));
  const placeOf = new Map(places.flatMap((shows, place) => shows.map(({ showId }) => [showId, place] as const)));
  return {
    pick(random) {
      const [show] = places[Math.floor(random() * places.length)] ?? [];
      if (!show) throw new RangeError('All shows are sold out. The run needs more shows');
      return show;
    },
    noteFree(showId, seats) {
      const shows = places[placeOf.get(showId) ?? -1];
      if (seats <= FEW_SEATS && shows?.[0]?.showId === showId) shows.shift();
    },
  };
}
