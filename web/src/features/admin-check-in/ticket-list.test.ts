import { createHash } from 'node:crypto';
import type { TicketList } from '@moviebooking/contract/check-in';
import { describe, expect, it, vi } from 'vitest';
import { noteTimeZone } from '../../lib/cinema-times.ts';
import { countSeats, judge, listedCode, openList, seatsToCome, sentenceOn } from './ticket-list.ts';

noteTimeZone(new Headers({ 'x-time-zone': 'Asia/Kolkata' }));

const withChecksum = (list: string) => ({
  list,
  checksum: createHash('sha256').update(list).digest('base64url'),
  ...{ signature: '', key: '' },
});

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
    { codes: ['new', 'previous'], seats: ['A1', 'A2'], checkedInAt: null },
    { codes: ['used'], seats: ['B1'], checkedInAt: at(12) },
  ],
};

describe('a ticket list', () => {
  const good = withChecksum(JSON.stringify(list));

  it('opens when the checksum matches', async () => {
    expect(await openList(good)).toEqual(list);
  });

  it('does not open when the text or the checksum is damaged, cut off or missing', async () => {
    expect(await openList({ ...good, list: good.list.replace('A1', 'A9') })).toBeNull();
    expect(await openList({ ...good, list: good.list.slice(0, -1) })).toBeNull();
    expect(await openList({ ...good, checksum: withChecksum('{}').checksum })).toBeNull();
    const { checksum: _, ...ofLastRelease } = good;
    expect(await openList(ofLastRelease as typeof good)).toBeNull();
  });

  it('does not open where the browser cannot hash', async () => {
    vi.stubGlobal('crypto', {});
    expect(await openList(good)).toBeNull();
    expect(await listedCode(7, 'MB-10-0123456789AB')).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe('judging a scan by the list', () => {
  const reasonOf = (listed: string, hour: number) => judge(list, listed, Date.parse(at(hour))).refusal?.reason;

  it('admits a ticket by each of its codes while the show admits', () => {
    expect(reasonOf('new', 12)).toBeUndefined();
    expect(reasonOf('previous', 10)).toBeUndefined();
    expect(reasonOf('new', 9)).toBe('WRONG_TIME');
    expect(reasonOf('new', 15)).toBe('WRONG_TIME');
  });

  it('refuses a used ticket and an unlisted one', () => {
    expect(reasonOf('used', 12)).toBe('ALREADY_CHECKED_IN');
    expect(reasonOf('forged', 12)).toBe('NOT_LISTED');
  });

  it('explains a refusal in the same words as the server, with the zone if the device has another', () => {
    const now = Date.parse(at(12));
    const ticket = {
      ...{ bookingId: 1, showId: 7, customerName: 'Asha', status: 'CONFIRMED' as const, seats: ['A1'] },
      ...{ movieTitle: 'Monsoon', cinemaName: 'Regal', screenName: 'Screen 1', startTime: at(13) },
    };
    const party = { seat: null, admitted: [], remaining: [], usedAt: null };
    const used = (checkedInAt: string) =>
      sentenceOn('ALREADY_CHECKED_IN', { ...ticket, ...party, checkedInAt, usedAt: checkedInAt }, now);
    const fresh = { ...ticket, ...party, checkedInAt: null };
    expect(used(at(11))).toMatch(/^Already used at 4:30 pm( IST)?\.$/);
    expect(used('2026-11-15T11:00:00.000Z')).toMatch(/^Already used at Sun, 15 Nov, 4:30 pm( IST)?\.$/);
    expect(sentenceOn('WRONG_TIME', fresh, now)).toMatch(
      /^This ticket is for another day: Mon, 16 Nov, 6:30 pm( IST)?\.$/,
    );
    expect(sentenceOn('WRONG_TIME', fresh, Date.parse(at(16)))).toMatch(
      /^The show on Mon, 16 Nov, 6:30 pm( IST)? is over\.$/,
    );
    expect(sentenceOn('WRONG_SHOW', fresh, now)).toMatch(
      /^This ticket is for another show: Monsoon, Screen 1, 6:30 pm( IST)?\.$/,
    );
    expect(sentenceOn('ALREADY_CANCELLED', fresh, now)).toBeUndefined();
  });

  it('finds a code however it was typed', async () => {
    const listed = await listedCode(7, 'MB-10-0123456789AB');
    expect(listed).toHaveLength(22);
    expect(await listedCode(7, ' mb-lo-o123456789ab ')).toBe(listed);
    expect(await listedCode(8, 'MB-10-0123456789AB')).not.toBe(listed);
  });

  it('counts a seat once, whether the list or this device knows that it was admitted', () => {
    expect(countSeats(list, [])).toEqual({ admittedSeats: 1, bookedSeats: 3 });
    const scansHere = [
      { listed: 'previous', seats: ['A1', 'A2'] },
      { listed: 'used', seats: ['B1'] },
      { listed: 'of another show', seats: ['A1'] },
    ];
    expect(countSeats(list, scansHere)).toEqual({ admittedSeats: 3, bookedSeats: 3 });
  });

  describe('with the codes of seats', () => {
    const party = {
      ...{ codes: ['all'], seats: ['C4', 'C5', 'C6'], checkedInAt: at(11) },
      ...{ seatCodes: [['c4', 'c4 before'], ['c5'], ['c6']], admittedAt: [null, at(11), null] },
    };
    const withParty: TicketList = { ...list, tickets: [...list.tickets, party] };
    const judged = (listed: string) => judge(withParty, listed, Date.parse(at(12)));

    it('admits one seat, or the rest of the party [SEAT-TICKET-2]', () => {
      expect(judged('c4 before')).toEqual({ ticket: party, seats: ['C4'] });
      expect(judged('all')).toEqual({ ticket: party, seats: ['C4', 'C6'] });
      expect(judged('c5')).toMatchObject({ seats: ['C5'], refusal: { reason: 'ALREADY_CHECKED_IN' } });
      expect(judge(withParty, 'c4', Date.parse(at(9)))).toMatchObject({
        ...{ seats: ['C4'], refusal: { reason: 'WRONG_TIME' } },
      });
    });

    it('counts each seat, by whichever code it was admitted [SEAT-TICKET-2]', () => {
      expect(countSeats(withParty, [])).toEqual({ admittedSeats: 2, bookedSeats: 6 });
      const scansHere = [
        { listed: 'c5', seats: ['C5'] },
        { listed: 'c6', seats: ['C6'] },
      ];
      expect(countSeats(withParty, scansHere)).toEqual({ admittedSeats: 3, bookedSeats: 6 });
      expect(seatsToCome(party, scansHere)).toEqual(['C4']);
      expect(countSeats(withParty, [...scansHere, { listed: 'all', seats: ['C4', 'C6'] }])).toEqual({
        ...{ admittedSeats: 4, bookedSeats: 6 },
      });
    });
  });
});
