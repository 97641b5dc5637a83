/**
 * A release morning on paper, for docs/scale.md: a million people come for 200 shows on 20 servers. Second by second it
 * counts who arrives, looks, waits in line, is let in, books and leaves, and adds up what that costs by what was measured
 * (COSTS). Nothing is served here: it is arithmetic, and as good as its assumptions (MORNING).
 */
import { printTable } from './report.ts';

const MORNING = {
  people: 1_000_000,
  shows: 200,
  seatsPerShow: 100,
  servers: 20,
  /** So long after the start 63 % have come: most come at once. */
  arrivalSeconds: 180,
  /** Of the 200 shows these share half of the people: everybody wants the first evening. */
  hotShows: 40,
  /** ROOM_LIMIT: so many choose at a time in each show. */
  roomLimit: 50,
  /** From being let in to the booking, or to giving up, on average. */
  choosingSeconds: 60,
  /** Of those who are let in. */
  bookingShare: 0.7,
  seatsPerBooking: 2.5,
  /** A seat taken, changed or given back, by each who chooses. */
  holdsPerVisit: 4,
  /** Movies, the movie, and the seat map, by each who arrives. */
  readsPerArrival: 3,
  /** Of those whose show is sold out; it takes them so long to choose another, on average. */
  tryAnotherShare: 0.3,
  tryAnotherSeconds: 20,
};

/** Microseconds of one processor, as `bench -- reads`, `join`, `seats` and `scale` measured them on the machine of docs/scale.md. */
const COSTS = {
  read: { server: 260, postgres: 51 },
  join: { server: 437, postgres: 292 },
  hold: { server: 157, postgres: 91 },
  book: { server: 305, postgres: 201 },
  /** One change told to one who looks. */
  delivery: { server: 31, postgres: 0 },
  connectionKilobytes: 57,
};

interface Show {
  free: number;
  waiting: number;
  inside: number;
}

interface Second {
  arrivals: number;
  waiting: number;
  inside: number;
  bookings: number;
  deliveries: number;
  /** Processors that are busy, of all servers together and of PostgreSQL. */
  servers: number;
  postgres: number;
}

/** Those inside finish, seats are sold, and whoever waits takes their places. Returns what that was for the ledger. */
function passSecond(show: Show, morning: typeof MORNING): { holds: number; bookings: number; deliveries: number } {
  const done = show.inside / morning.choosingSeconds;
  show.inside -= done;
  const bookings = Math.min(done * morning.bookingShare, show.free / morning.seatsPerBooking);
  show.free -= bookings * morning.seatsPerBooking;
  const admitted = Math.max(0, Math.min(show.waiting, morning.roomLimit - show.inside));
  show.waiting -= admitted;
  show.inside += admitted;
  const holds = (show.inside / morning.choosingSeconds) * morning.holdsPerVisit;
  return { holds, bookings, deliveries: (holds + bookings) * show.inside };
}

/** Everybody who waits or chooses is told, and goes. */
function turnAway(show: Show): number {
  const people = show.waiting + show.inside;
  Object.assign(show, { waiting: 0, inside: 0 });
  return people;
}

function simulate(morning: typeof MORNING): Second[] {
  const { people, arrivalSeconds, shows: count, hotShows } = morning;
  const shows: Show[] = Array.from({ length: count }, () => ({ free: morning.seatsPerShow, waiting: 0, inside: 0 }));
  const isSoldOut = ({ free }: Show) => free < 1;
  const seconds: Second[] = [];
  for (let second = 0, undecided = 0; !shows.every(isSoldOut) && second < 3600; second += 1) {
    const arrivedBy = (at: number) => people * (1 - Math.exp(-at / arrivalSeconds));
    const arrivals = arrivedBy(second + 1) - arrivedBy(second);
    const again = undecided / morning.tryAnotherSeconds;
    const open = shows.filter((show) => !isSoldOut(show));
    for (const [n, show] of shows.entries())
      show.waiting += arrivals * (n < hotShows ? 0.5 / hotShows : 0.5 / (count - hotShows));
    for (const show of open) show.waiting += again / open.length;
    const sums = { holds: 0, bookings: 0, deliveries: 0 };
    for (const show of open) {
      const passed = passSecond(show, morning);
      for (const what of ['holds', 'bookings', 'deliveries'] as const) sums[what] += passed[what];
    }
    const turnedAway = shows.filter(isSoldOut).reduce((sum, show) => sum + turnAway(show), 0);
    const joins = arrivals + again;
    undecided += turnedAway * morning.tryAnotherShare - again;
    const busy = (where: 'server' | 'postgres') =>
      (arrivals * morning.readsPerArrival * COSTS.read[where] +
        joins * COSTS.join[where] +
        sums.holds * COSTS.hold[where] +
        sums.bookings * COSTS.book[where] +
        sums.deliveries * COSTS.delivery[where]) /
      1_000_000;
    seconds.push({
      ...{ arrivals, bookings: sums.bookings, deliveries: sums.deliveries },
      waiting: shows.reduce((sum, show) => sum + show.waiting, 0),
      inside: shows.reduce((sum, show) => sum + show.inside, 0),
      ...{ servers: busy('server'), postgres: busy('postgres') },
    });
  }
  return seconds;
}

const seconds = simulate(MORNING);
const most = (what: keyof Second) => Math.max(...seconds.map((second) => second[what]));
const sum = (what: keyof Second) => seconds.reduce((total, second) => total + second[what], 0);
const connected = Math.max(...seconds.map(({ waiting, inside }) => waiting + inside));
const number = (value: number, digits = 0) => value.toLocaleString('en-IN', { maximumFractionDigits: digits });
console.log(JSON.stringify(MORNING));
printTable([
  { what: 'people who come, most in a second', value: number(most('arrivals')) },
  { what: 'people connected, most at a time', value: number(connected) },
  { what: 'of them choosing, most at a time', value: number(most('inside')) },
  { what: 'bookings, most in a second', value: number(most('bookings')) },
  { what: 'bookings in all', value: number(sum('bookings')) },
  { what: 'changes told, most in a second', value: number(most('deliveries')) },
  { what: 'minutes until the last show is sold out', value: number(seconds.length / 60, 1) },
  { what: 'processors that servers need, most', value: number(most('servers'), 1) },
  { what: 'of each of the servers', value: `${number((most('servers') / MORNING.servers) * 100)} %` },
  { what: 'processors that PostgreSQL needs, most', value: number(most('postgres'), 1) },
  {
    what: 'memory of connections on each server, MB',
    value: number((connected / MORNING.servers) * (COSTS.connectionKilobytes / 1024)),
  },
]);
