/**
 * A simulated customer of a rush: opens the movie, looks at a popular show, holds seats, sometimes holds others instead, books,
 * and sometimes cancels. With `changesAndWaits` it also changes bookings, and waits for seats of a show that is sold out. It
 * records every request with its answer. Like the web app, it retries a booking without an answer with the same key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SeatBlockResponse, SeatUnblockResponse } from '@moviebooking/contract/live';
import { ALL_SEATS, inSeatOrder } from '@moviebooking/contract/seats';
import type { Operation } from '../../../server/test/seat-history.ts';
import type { HttpAnswer } from '../http-connection.ts';
import type { CrowdSettings } from './crowd.ts';
import { type Offer, openLine } from './customer-line.ts';
import { PLACES } from './database.ts';
import { Gate } from './gate.ts';
import type { HotShows, ReleasedShow } from './hot-shows.ts';
import { count, emptyNotes, type Measure } from './notes.ts';

const HOLD_ATTEMPTS = 3;
const ASK_AGAIN_AT_MOST = 4;
const ASK_AGAIN_MS = 500;
const CHANGES_MIND = 0.2;
const CANCELS = 0.25;
const CHANGES_BOOKING = 0.4;
const COMES_IN = 0.1;
/** What happens to an offer. All others expire. */
const OFFERS = { booked: 0.5, bookedInPart: 0.7, declined: 0.85 };
const MOST_SEATS = 3;
/** How often a customer who can wants places for wheelchairs or companions, and how often they say so. */
const WANTS_PLACES = 0.15;
const SAYS_ACCESSIBLE = 0.5;
const ALL_PLACES = [...PLACES.wheelchair, ...PLACES.companion];
/** One in this many measures how soon events arrive. */
const CUSTOMERS_PER_LISTENER = 8;

/** State that the customers of a process share. */
export const notes = emptyNotes();
export const gate = new Gate();
export const phase = { isMeasuring: false, isOver: false };
/** When each user last requested seats of each show. */
const holdsSentAt = new Map<string, number>();

interface CustomerOptions
  extends Pick<CrowdSettings, 'visitEveryMs' | 'thinksMs' | 'patienceMs' | 'changesAndWaits' | 'doorToken'> {
  userId: number;
  token: string;
  port: number;
  random: () => number;
  hotShows: HotShows;
}

export type Customer = ReturnType<typeof openCustomer>;

type Answered = Partial<Omit<NonNullable<Operation['answer']>, 'at'>>;

type Failure = { code?: string; conflicts?: string[] };

export function openCustomer(options: CustomerOptions) {
  const { hotShows, userId, random, visitEveryMs, thinksMs, changesAndWaits, doorToken } = options;
  let keys = 0;
  const waitsFor = new Set<number>();
  let offers: Offer[] = [];
  /** When the last offer of each show ends. */
  const offeredUntil = new Map<number, string>();
  const kept: { showId: number; bookingId: number; seats: string[] }[] = [];

  const line = openLine({
    ...options,
    onFault: (fault) => notes.faults.push(fault),
    onOffer(offer) {
      count(notes, 'offer heard');
      notes.offers.push({ ...offer, userId });
      offeredUntil.set(offer.showId, offer.expiresAt);
      if (waitsFor.delete(offer.showId)) offers.push(offer);
      else notes.faults.push(`user ${userId} did not wait for ${JSON.stringify(offer)}`);
    },
    onGap: () => count(notes, 'a change was missed, joined again'),
    onHolders(showId, holders) {
      if (userId % CUSTOMERS_PER_LISTENER !== 0 || !phase.isMeasuring) return;
      for (const holder of holders) {
        const sentAt = holder === userId ? undefined : holdsSentAt.get(`${showId} ${holder}`);
        if (sentAt !== undefined) notes.latencies['event delivery'].push(performance.now() - sentAt);
      }
    },
  });

  const think = () => pause(random() * thinksMs);

  async function measured<Answer>(measure: Measure, work: () => Promise<Answer | undefined>) {
    const began = performance.now();
    const answer = await gate.pass(work);
    if (answer !== undefined && phase.isMeasuring) notes.latencies[measure].push(performance.now() - began);
    return answer;
  }

  /** Records a request, and its answer if there was one. */
  function note(showId: number, asked: Omit<Operation, 'userId' | 'answer'>, answered?: Answered): void {
    const answer = answered && { at: performance.now(), done: [], conflicts: [], ...answered };
    notes.operations.push({ ...asked, showId, userId, ...(answer ? { answer } : {}) });
  }

  /** Whether the user knows that wheelchair places have no seat. */
  const perhapsAccessible = () => (changesAndWaits && random() < SAYS_ACCESSIBLE ? { accessible: true } : {});

  /** A refused place may have been free, so the refusal says nothing about other customers. */
  const withoutPlaces = (seats: string[]) => seats.filter((seat) => !changesAndWaits || !ALL_PLACES.includes(seat));

  function chooseSeats(): string[] {
    const { free } = line.seats();
    const places = changesAndWaits && random() < WANTS_PLACES ? ALL_PLACES.filter(() => random() < 0.5) : [];
    if (places.length > 0) return inSeatOrder(places.slice(0, MOST_SEATS));
    const wanted = 1 + Math.floor(random() * MOST_SEATS);
    const first = Math.floor(random() * Math.max(1, free.length - wanted + 1));
    // If no seat is free, ask anyway: the server will refuse.
    return free.length > 0 ? free.slice(first, first + wanted) : ALL_SEATS.slice(0, wanted);
  }

  /** Picks free seats when its turn comes and returns those it holds, or undefined if the outcome is unknown. */
  async function hold(showId: number): Promise<string[] | undefined> {
    let seats: string[] = [];
    let began = performance.now();
    const answer = await measured('hold', async () => {
      seats = chooseSeats();
      began = performance.now();
      holdsSentAt.set(`${showId} ${userId}`, began);
      return line.ask<SeatBlockResponse & Failure>('block-seats', { showId, seats, ...perhapsAccessible() });
    });
    const isUnknown = !answer || (answer.code as string) === 'UNAVAILABLE';
    const asked = { verb: 'hold', seats, began } as const;
    if (isUnknown || !answer.blocked) {
      if (!isUnknown) notes.faults.push(`holding answered ${JSON.stringify(answer)}`);
      note(showId, asked);
      count(notes, 'hold without an answer');
      return undefined;
    }
    const { blocked: done, conflicts, expiresAt } = answer;
    const checked = seats.filter((seat) => done.includes(seat) || withoutPlaces([seat]).length > 0);
    const answered = { done, conflicts: withoutPlaces(conflicts), expiresAt: Date.parse(expiresAt ?? '') };
    note(showId, { ...asked, seats: checked }, answered);
    count(notes, done.length > 0 ? 'held' : 'hold refused');
    return done;
  }

  /** All held seats. */
  async function release(showId: number): Promise<void> {
    const began = performance.now();
    const answer = await gate.pass(() => line.ask<SeatUnblockResponse>('unblock-seats', { showId }));
    const done = answer?.unblocked;
    note(showId, { verb: 'release', seats: done ?? [...ALL_SEATS], began }, done && { done });
    count(notes, done ? 'released' : 'release without an answer');
  }

  async function holdSomething(showId: number): Promise<string[]> {
    for (let attempt = 0; attempt < HOLD_ATTEMPTS; attempt++) {
      if (line.seats().free.length === 0) break;
      const held = await hold(showId);
      if (held === undefined) await release(showId);
      else if (held.length > 0) return held;
      await think();
    }
    return [];
  }

  /** Retries until an answer tells the outcome. `lost` counts the unanswered requests. */
  async function askUntilAnswered(
    measure: 'book' | 'change' | 'cancel' | 'wait' | 'scan',
    send: () => Promise<HttpAnswer | undefined>,
  ) {
    for (let lost = 0; ; lost++) {
      const answer = await measured(measure, async () => {
        const { status, body } = (await send()) ?? { status: 503, body: '' };
        return status === 503 ? undefined : { status, body: JSON.parse(body) };
      });
      if (answer || lost === ASK_AGAIN_AT_MOST || phase.isOver) return { answer, lost: answer ? lost : lost + 1 };
      count(notes, `${measure} without an answer`);
      await pause(ASK_AGAIN_MS);
    }
  }

  /** An offer is kept until it expires. A refusal after that says nothing about other customers. */
  async function book(showId: number, seats: string[], offeredUntil?: number): Promise<number | undefined> {
    const began = performance.now();
    const key = `key ${++keys}`;
    const body = { showId, seats, ...perhapsAccessible() };
    const { answer, lost } = await askUntilAnswered('book', () => line.write('POST', '/bookings', body, key));
    const asked = { verb: 'book' as const, seats, began };
    const bookingId: number | undefined = answer?.body.data?.id;
    if (bookingId !== undefined) {
      note(showId, { ...asked, bookingId }, { done: seats });
      count(notes, 'booked');
      if (phase.isMeasuring) notes.measuredBookings += 1;
      return bookingId;
    }
    // An unanswered request may still arrive, whatever the retry was told.
    if (lost > 0) note(showId, asked);
    if (answer?.body.conflicts && offeredUntil !== undefined) {
      count(notes, offeredUntil > Date.now() ? 'offer broken' : 'offer was over');
    } else if (answer?.body.conflicts) {
      note(showId, { ...asked, seats: withoutPlaces(seats) }, { conflicts: withoutPlaces(answer.body.conflicts) });
      count(notes, answer.body.code.endsWith('_PLACE') ? 'place refused' : 'booking refused');
    } else if (answer) notes.faults.push(`booking answered ${JSON.stringify(answer)}`);
    else count(notes, 'booking given up');
    return undefined;
  }

  async function cancel(showId: number, bookingId: number, seats: string[]): Promise<void> {
    const began = performance.now();
    const { answer, lost } = await askUntilAnswered('cancel', () =>
      line.write('POST', `/bookings/cancel/${bookingId}`),
    );
    const isDone = answer?.status === 200 || (lost > 0 && answer?.body.code === 'ALREADY_CANCELLED');
    note(showId, { verb: 'cancel', seats, began, bookingId }, isDone ? { done: seats } : undefined);
    count(notes, isDone ? 'cancelled' : 'cancelling given up');
    if (answer && !isDone) notes.faults.push(`cancelling answered ${JSON.stringify(answer)}`);
  }

  /** Booking or taking any seat of an offer answers it. */
  function forgetOffer(showId: number, taken: string[]): void {
    offers = offers.filter((offer) => offer.showId !== showId || !offer.seats.some((seat) => taken.includes(seat)));
  }

  /** Returns the booking's seats afterwards, or undefined if they are unknown. */
  async function change(showId: number, bookingId: number, seats: string[]): Promise<string[] | undefined> {
    const began = performance.now();
    const released = seats[Math.floor(random() * seats.length)] ?? '';
    const free = line.seats().free.filter((seat) => !seats.includes(seat));
    const take = free.slice(Math.floor(random() * free.length)).slice(0, 1);
    if (take.length === 0 && seats.length === 1) return seats;
    const [key, body] = [`key ${++keys}`, { release: [released], take, ...perhapsAccessible() }];
    const { answer, lost } = await askUntilAnswered('change', () =>
      line.write('POST', `/bookings/${bookingId}/change`, body, key),
    );
    const asked = { began, bookingId, isChange: true } as const;
    const noteBoth = (isDone: boolean) => {
      note(showId, { ...asked, verb: 'cancel', seats: [released] }, isDone ? { done: [released] } : undefined);
      if (take.length > 0) note(showId, { ...asked, verb: 'book', seats: take }, isDone ? { done: take } : undefined);
    };
    if (answer?.status === 200) {
      noteBoth(true);
      forgetOffer(showId, take);
      count(notes, 'changed');
      return answer.body.data.seats;
    }
    if (lost > 0) noteBoth(false);
    if (answer?.body.conflicts) {
      const [seen, conflicts] = [withoutPlaces(take), withoutPlaces(answer.body.conflicts)];
      note(showId, { began, verb: 'book', seats: seen }, { conflicts });
      count(notes, 'change refused');
      return lost > 0 ? undefined : seats;
    }
    if (answer) notes.faults.push(`changing answered ${JSON.stringify(answer)}`);
    else count(notes, 'change given up');
    return undefined;
  }

  /** Returns the seats that the code admits, or undefined if that is unknown. */
  async function scan(bookingId: number, code: string): Promise<string[] | undefined> {
    const { answer, lost } = await askUntilAnswered('scan', () =>
      line.write('POST', '/admin/check-in', { code }, undefined, doorToken),
    );
    const isUsed = answer?.body.code === 'ALREADY_CHECKED_IN';
    const admitted: string[] | undefined = answer?.status === 200 ? answer.body.data.admitted : isUsed ? [] : undefined;
    notes.scans.push({ bookingId, admitted: lost > 0 ? undefined : admitted });
    if (answer && !admitted) notes.faults.push(`scanning ${code} answered ${JSON.stringify(answer)}`);
    return lost > 0 ? undefined : admitted;
  }

  /** One seat's code first, then the booking's, which admits the others. From then on nothing can be cancelled. */
  async function comeIn({ bookingId, seats }: (typeof kept)[number]): Promise<void> {
    const { data } = JSON.parse((await gate.pass(() => line.get('/bookings/history')))?.body || '{}');
    const booking = data?.find(({ id }: { id: number }) => id === bookingId);
    const first = booking?.tickets?.[0];
    if (!first) return count(notes, 'ticket without an answer');
    const one = await scan(bookingId, first.code);
    if (one && one.join() !== first.seat) notes.faults.push(`the ticket of ${first.seat} admitted ${one}`);
    if (one) {
      const { answer } = await askUntilAnswered('cancel', () => line.write('POST', `/bookings/cancel/${bookingId}`));
      if (answer && answer.body.code !== 'ALREADY_CHECKED_IN')
        notes.faults.push(`cancelling after the door answered ${JSON.stringify(answer)}`);
    }
    const others = await scan(bookingId, booking.ticketCode);
    if (one && others && others.length !== seats.length - 1)
      notes.faults.push(`the code of booking ${bookingId} admitted ${others} besides ${one} of ${seats}`);
    count(notes, 'came in');
  }

  /** Perhaps changes or cancels a booking. Keeps it for later if its seats are known. */
  async function changeMind({ showId, bookingId, seats }: (typeof kept)[number]): Promise<void> {
    if (doorToken !== undefined && random() < COMES_IN) return comeIn({ showId, bookingId, seats });
    const changes = changesAndWaits && random() < CHANGES_BOOKING;
    if (changes) await think();
    const after = changes ? await change(showId, bookingId, seats) : seats;
    if (after && random() < CANCELS) {
      await think();
      await cancel(showId, bookingId, after);
    } else if (after && changesAndWaits) kept.push({ showId, bookingId, seats: after });
  }

  async function wait(showId: number): Promise<void> {
    const seats = 1 + Math.floor(random() * MOST_SEATS);
    waitsFor.add(showId);
    const earlier = offeredUntil.get(showId);
    const { answer, lost } = await askUntilAnswered('wait', () =>
      line.write('PUT', `/shows/${showId}/waitlist`, { seats }),
    );
    if (earlier !== undefined && answer?.body.data?.offer?.expiresAt === earlier && lost === 0) {
      waitsFor.delete(showId);
      return count(notes, 'has an offer');
    }
    // An unanswered request may have put the user on the list, which the refusal leaves as it is.
    if (answer?.body.code === 'SEATS_AVAILABLE' && lost === 0) {
      waitsFor.delete(showId);
      return count(notes, 'need not wait');
    }
    notes.waits.push({ showId, userId, isCertain: answer?.status === 200 && lost === 0 });
    count(notes, answer?.status === 200 ? 'waits' : 'wait without an answer');
    if (answer && answer.status !== 200 && lost === 0) notes.faults.push(`waiting answered ${JSON.stringify(answer)}`);
  }

  async function answerOffer({ showId, seats, expiresAt }: Offer): Promise<void> {
    const chance = random();
    await think();
    if (chance < OFFERS.bookedInPart) {
      const wanted = chance < OFFERS.booked ? seats : seats.slice(0, 1);
      const bookingId = await book(showId, wanted, Date.parse(expiresAt));
      if (bookingId !== undefined) await changeMind({ showId, bookingId, seats: wanted });
    } else if (chance < OFFERS.declined) {
      // The offer may be over, and the user waiting again.
      if (waitsFor.has(showId)) notes.leavers.push({ showId, userId });
      await askUntilAnswered('wait', () => line.write('DELETE', `/shows/${showId}/waitlist`));
      count(notes, 'offer declined');
    }
  }

  /** Returns false if joining the room failed. */
  async function look({ showId, movieId }: ReleasedShow): Promise<boolean> {
    const page = await measured('page data', () => line.get(`/movies/${movieId}`));
    if (page && page.status !== 200 && page.status !== 503)
      notes.faults.push(`the movie answered ${page.status} ${page.body}`);
    if (page?.status !== 200) count(notes, 'page data without an answer');
    const room = (await measured('join', () => line.join(showId))) as (Failure & object) | undefined;
    if (room?.code !== undefined && room.code !== 'UNAVAILABLE')
      notes.faults.push(`joining answered ${JSON.stringify(room)}`);
    const isThere = room !== undefined && room.code === undefined;
    if (!isThere) count(notes, 'join without an answer');
    return isThere;
  }

  async function visit(): Promise<void> {
    const show = hotShows.pick(random);
    const { showId } = show;
    if (!(await look(show))) return;
    hotShows.noteFreeSeats(showId, line.seats().free.length);
    await think();
    let seats = await holdSomething(showId);
    if (seats.length > 0 && random() < CHANGES_MIND) {
      await release(showId);
      seats = await holdSomething(showId);
    }
    if (seats.length > 0) {
      await think();
      const bookingId = await book(showId, seats);
      forgetOffer(showId, seats);
      if (bookingId === undefined) await release(showId);
      else await changeMind({ showId, bookingId, seats });
    } else {
      count(notes, 'found no seats');
      if (changesAndWaits && !waitsFor.has(showId)) await wait(showId);
      const place = kept.findIndex((booking) => booking.showId === showId);
      for (const booking of place < 0 ? [] : kept.splice(place, 1)) await changeMind(booking);
    }
    const { version } = line.seats();
    notes.versions[showId] = Math.max(version, notes.versions[showId] ?? 0);
  }

  return {
    line,
    /** Repeats visits until the end. */
    async run() {
      let next = performance.now() + random() * visitEveryMs;
      while (!phase.isOver) {
        await pause(Math.max(0, Math.min(next - performance.now(), visitEveryMs)));
        next = Math.max(next + visitEveryMs, performance.now());
        if (phase.isOver) break;
        for (let offer = offers.pop(); offer; offer = offers.pop()) await answerOffer(offer);
        await visit();
      }
    },
  };
}
