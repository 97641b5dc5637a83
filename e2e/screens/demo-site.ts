/** A server with demo data for the pictures, its own customers, and a show that starts within an hour. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Booking } from '@moviebooking/contract/bookings';
import type { Movie, Show } from '@moviebooking/contract/catalogue';
import { get, logInAsAdmin, post, signUp, signUpWithRole, useSite } from '../harness/api.ts';
import { addScreen, addShow, book, HOUR_MS } from '../harness/catalogue.ts';
import { joinRoom } from '../harness/room.ts';
import { startServer } from '../harness/server.ts';

/** The demo data has no bookings for these days. */
const EMPTY_DAYS = [6, 7];

export interface DemoSite {
  address: string;
  movies: Movie[];
  admin: Session;
  /** Has past bookings. */
  customer: Session;
  /** Has a long name and a long address. */
  longNamed: Session;
  /** Has an account and nothing else. */
  newCustomer: Session;
  staff: Session;
  /** Starts within an hour. */
  tonight: Show;
  bookForTonight(): Promise<Booking>;
  checkIn(code: string): Promise<void>;
  /** A show without bookings, or one with booked seats and seats that others hold. */
  nextShow(kind: 'empty' | 'busy'): Promise<Show>;
  close(): Promise<void>;
}

const PARTIES = [
  ['B2', 'B3', 'B4'],
  ['D6', 'D7', 'D8', 'D9'],
  ['E3', 'E4'],
  ['F1', 'F2', 'F3', 'F4'],
  ['F8', 'F9'],
  ['G6', 'G7', 'G8'],
  ['H2', 'H3'],
  ['I4', 'I5', 'I6', 'I7'],
];
const HELD_BY_OTHERS = ['C5', 'C6', 'H8', 'H9'];

export async function openDemoSite(): Promise<DemoSite> {
  const server = await startServer({ SEED_DEMO: 'true' });
  useSite(server);
  const admin = await logInAsAdmin();
  const [customer, newCustomer, otherCustomer, longNamed] = await Promise.all([
    signUp('Asha Rao', 'asha.rao@example.com'),
    signUp('Nikhil Joshi', 'nikhil.joshi@example.com'),
    signUp('Kavya Menon', 'kavya.menon@example.com'),
    signUp('Lakshmi Venkataramanan-Chattopadhyay', 'lakshmi.venkataramanan-chattopadhyay@correspondence.example.com'),
  ]);
  const staff = await signUpWithRole('STAFF', 'Meera Nair', 'meera.nair@example.com');
  const { data: movies } = await get('/movies?limit=100', admin.token);
  const rooftop = await addScreen({ name: 'Rooftop Picture Club', city: 'Pune' }, 'Terrace');
  const tonight = await addShow({ movie: movies[1], screen: rooftop, startsAt: Date.now() + HOUR_MS, price: 320 });
  const freeSeats = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].flatMap((row) => [
    [`${row}4`, `${row}5`],
    [`${row}6`],
    [`${row}7`, `${row}8`],
  ]);
  const emptyShows: Show[] = [];
  for (const days of EMPTY_DAYS)
    emptyShows.push(...(await get(`/shows?limit=100&date=${dayIn(days)}`, admin.token)).data);
  const nextEmptyShow = (): Show => emptyShows.shift() ?? fail('There are more pictures than empty shows.');
  const rooms: Awaited<ReturnType<typeof joinRoom>>[] = [];

  await bookAFew(customer, [nextEmptyShow(), nextEmptyShow(), nextEmptyShow(), nextEmptyShow()]);
  const cancelled = nextEmptyShow();
  await book(cancelled, ['C4', 'C5'], customer);
  await post(`/admin/shows/${cancelled.id}/cancel`, { reason: 'The projector is broken. We are sorry.' }, admin.token);

  return {
    ...{ address: server.address, movies, admin, customer, newCustomer, longNamed, staff, tonight },
    bookForTonight: () => book(tonight, freeSeats.shift() ?? fail('Tonight is sold out.'), otherCustomer),
    async checkIn(code) {
      await post('/admin/check-in', { code }, admin.token);
    },
    async nextShow(kind) {
      const show = nextEmptyShow();
      if (kind === 'empty') return show;
      for (const party of PARTIES) await book(show, party, otherCustomer);
      const room = await joinRoom(server.address, show, otherCustomer);
      rooms.push(room);
      await room.hold(...HELD_BY_OTHERS);
      return show;
    },
    async close() {
      for (const room of rooms) room.leave();
      await server.stop();
    },
  };
}

async function bookAFew(customer: Session, [first, second, third, fourth]: Show[]): Promise<void> {
  const parties: [Show | undefined, string[]][] = [
    [first, ['G4', 'G5']],
    [second, ['F5', 'F6', 'F7']],
    [third, ['H1']],
    [fourth, ['E4', 'E5', 'E6', 'E7', 'E8', 'E9']],
  ];
  const bookings: Booking[] = [];
  for (const [show, seats] of parties) if (show) bookings.push(await book(show, seats, customer));
  await post(`/bookings/cancel/${bookings[2]?.id}`, undefined, customer.token);
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}

function fail(message: string): never {
  throw new Error(message);
}
