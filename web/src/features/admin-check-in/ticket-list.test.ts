import type { TicketList } from '@moviebooking/contract/check-in';
import { describe, expect, it } from 'vitest';
import { noteTimeZone } from '../../lib/cinema-times.ts';
import { countSeats, judge, listedCode, openList, sentenceOn } from './ticket-list.ts';

noteTimeZone(new Headers({ 'x-time-zone': 'Asia/Kolkata' }));

const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function signed(list: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  return {
    list,
    signature: base64url(await crypto.subtle.sign(ALGORITHM, privateKey, new TextEncoder().encode(list))),
    key: base64url(await crypto.subtle.exportKey('raw', publicKey)),
  };
}

const at = (hour: number) => `2026-11-16T${String(hour).padStart(2, '0')}:00:00.000Z`;
const list: TicketList = {
  showId: 7,
  movieTitle: 'Monsoon',
  cinemaName: 'Regal',
  screenName: 'Screen 1',
  startTime: at(13),
  admitsFrom: at(10),
  admitsUntil: at(15),
  issuedAt: at(12),
  tickets: [
    { codes: ['new', 'of before'], seats: ['A1', 'A2'], checkedInAt: null },
    { codes: ['used'], seats: ['B1'], checkedInAt: at(12) },
  ],
};

describe('a signed list', () => {
  it('opens when the signature fits', async () => {
    expect(await openList(await signed(JSON.stringify(list)))).toEqual(list);
  });

  it('does not open when the text, the signature or the key is another, or no such thing', async () => {
    const good = await signed(JSON.stringify(list));
    const other = await signed(JSON.stringify(list));
    expect(await openList({ ...good, list: good.list.replace('A1', 'A9') })).toBeNull();
    expect(await openList({ ...good, signature: other.signature })).toBeNull();
    expect(await openList({ ...good, key: other.key })).toBeNull();
    expect(await openList({ ...good, key: 'nonsense' })).toBeNull();
  });
});

describe('by the list', () => {
  const reasonOf = (listed: string, hour: number) => judge(list, listed, Date.parse(at(hour))).refusal?.reason;

  it('a ticket is admitted by each of its codes, while the show admits', () => {
    expect(reasonOf('new', 12)).toBeUndefined();
    expect(reasonOf('of before', 10)).toBeUndefined();
    expect(reasonOf('new', 9)).toBe('WRONG_TIME');
    expect(reasonOf('new', 15)).toBe('WRONG_TIME');
  });

  it('a ticket that was used, and one that is not on it, are refused', () => {
    expect(reasonOf('used', 12)).toBe('ALREADY_CHECKED_IN');
    expect(reasonOf('forged', 12)).toBe('NOT_LISTED');
  });

  it('why not is said in the same words as by the server, with the zone where the device is elsewhere', () => {
    const now = Date.parse(at(12));
    const ticket = {
      ...{ bookingId: 1, showId: 7, customerName: 'Asha', status: 'CONFIRMED' as const, seats: ['A1'] },
      ...{ movieTitle: 'Monsoon', cinemaName: 'Regal', screenName: 'Screen 1', startTime: at(13) },
    };
    const used = (checkedInAt: string) => sentenceOn('ALREADY_CHECKED_IN', { ...ticket, checkedInAt }, now);
    const fresh = { ...ticket, checkedInAt: null };
    expect(used(at(11))).toMatch(/^Already used at 4:30 pm( IST)?\.$/);
    expect(used('2026-11-15T11:00:00.000Z')).toMatch(/^Already used at Sun, 15 Nov, 4:30 pm( IST)?\.$/);
    expect(sentenceOn('WRONG_TIME', fresh, now)).toMatch(
      /^This ticket is for another day: Mon, 16 Nov, 6:30 pm( IST)?\.$/,
    );
    expect(sentenceOn('WRONG_TIME', fresh, Date.parse(at(16)))).toMatch(
      /^This show of Mon, 16 Nov, 6:30 pm( IST)? is over\.$/,
    );
    expect(sentenceOn('WRONG_SHOW', fresh, now)).toMatch(
      /^This ticket is for another show: Monsoon, Screen 1, 6:30 pm( IST)?\.$/,
    );
    expect(sentenceOn('ALREADY_CANCELLED', fresh, now)).toBeUndefined();
  });

  it('a code is found however it was typed', async () => {
    const listed = await listedCode(7, 'MB-10-0123456789AB');
    expect(listed).toHaveLength(22);
    expect(await listedCode(7, ' mb-lo-o123456789ab ')).toBe(listed);
    expect(await listedCode(8, 'MB-10-0123456789AB')).not.toBe(listed);
  });

  it('seats are counted once, whether the list or this device knows that they are in', () => {
    expect(countSeats(list, new Set())).toEqual({ admittedSeats: 1, bookedSeats: 3 });
    expect(countSeats(list, new Set(['of before', 'used']))).toEqual({ admittedSeats: 3, bookedSeats: 3 });
  });
});
