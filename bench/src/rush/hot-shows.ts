/**
 * The shows that everybody wants: so many at a time, each in a place of its own. One that is as good as sold out makes room
 * for the next of its place, so that several processes come to the same shows without asking each other.
 */
const FEW_SEATS = 15;

export interface ReleasedShow {
  showId: number;
  movieId: number;
}

export interface HotShows {
  pick(random: () => number): ReleasedShow;
  /** So many seats are free. */
  noteFree(showId: number, seats: number): void;
}

/** `releases`: the shows that are on sale together, one after the other. */
export function openHotShows(releases: ReleasedShow[][]): HotShows {
  const places = (releases[0] ?? []).map((_, place) => releases.map((release) => release[place] as ReleasedShow));
  const placeOf = new Map(places.flatMap((shows, place) => shows.map(({ showId }) => [showId, place] as const)));
  return {
    pick(random) {
      const [show] = places[Math.floor(random() * places.length)] ?? [];
      if (!show) throw new RangeError('All shows are sold out: the run needs more');
      return show;
    },
    noteFree(showId, seats) {
      const shows = places[placeOf.get(showId) ?? -1];
      if (seats <= FEW_SEATS && shows?.[0]?.showId === showId) shows.shift();
    },
  };
}
