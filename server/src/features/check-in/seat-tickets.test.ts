import { createHash } from 'node:crypto';
import type { Ticket, TicketList } from '@moviebooking/contract/check-in';
import { listedText } from '@moviebooking/contract/check-in';
import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp, SECRETS } from '../../../test/test-app.ts';
import { createTicketCodes } from '../booking/ticket-code.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const staff = await testApp.addUser({ role: 'STAFF' });
const admin = await testApp.addUser({ role: 'ADMIN' });

interface SeatTicket {
  seat: string;
  code: string;
  admittedAt: string | null;
}

async function party(seats = ['C4', 'C5', 'C6'], startsAt = fromNow(HOUR_MS)) {
  const customer = await testApp.addUser({ name: 'Asha Rao' });
  const showId = await make.show({ startsAt });
  const made = await testApp.call('POST', '/bookings', { token: customer.token, body: { showId, seats } });
  const read = async () => (await testApp.call('GET', '/bookings/history', { token: customer.token })).body.data[0];
  const change = (release: string[], take: string[] = []) =>
    testApp.call('POST', `/bookings/${made.body.id}/change`, { token: customer.token, body: { release, take } });
  const codes = codesOf(made.body);
  return { customer, showId, id: made.body.id as number, code: made.body.ticketCode as string, codes, read, change };
}

const codesOf = ({ tickets }: { tickets: SeatTicket[] }): Record<string, string> =>
  Object.fromEntries(tickets.map(({ seat, code }) => [seat, code]));
const scan = (code = '', more: object = {}) =>
  testApp.call('POST', '/admin/check-in', { token: staff.token, body: { code, ...more } });
const settle = async (...scans: object[]) =>
  (await testApp.call('POST', '/admin/check-in/settle', { token: staff.token, body: { scans } })).body.data;
const scanOf = (scanId: string, code = '', seats?: string[], scannedAt = new Date()) => ({
  ...{ scanId, code, scannedAt: scannedAt.toISOString() },
  ...(seats ? { seats } : {}),
});
const entranceOf = async (showId: number) =>
  (await testApp.call('GET', `/admin/check-in/shows/${showId}`, { token: staff.token })).body.data;
const share = (code = '') => testApp.call('GET', `/tickets/${code}`);

describe('the tickets of a booking', () => {
  it('have a code for each seat, all different, in responses to its user and to administrators [SEAT-TICKET-1]', async () => {
    const { id, code, codes, read } = await party();
    expect(Object.keys(codes)).toEqual(['C4', 'C5', 'C6']);
    for (const one of Object.values(codes)) expect(one).toMatch(/^MB-[0-9A-Z]{8}-[0-9A-Z]{12}$/);
    expect(new Set([code, ...Object.values(codes)]).size).toBe(4);
    const { tickets } = await read();
    expect(codesOf({ tickets })).toEqual(codes);
    expect(tickets.map(({ admittedAt }: SeatTicket) => admittedAt)).toEqual([null, null, null]);

    const story = await testApp.call('GET', `/admin/bookings/${id}`, { token: admin.token });
    expect(story.body.data.booking).toMatchObject({ ticketCode: code, tickets });
    const list = await testApp.call('GET', '/admin/bookings', { token: admin.token });
    expect(JSON.stringify(list.body)).not.toContain('"tickets"');
  });

  it('are missing from a cancelled booking [SEAT-TICKET-1]', async () => {
    const { id, customer, read } = await party();
    const cancelled = await testApp.call('POST', `/bookings/cancel/${id}`, { token: customer.token });
    expect(cancelled.body.data).not.toHaveProperty('tickets');
    expect(await read()).not.toHaveProperty('tickets');
  });

  it('say when each seat was admitted, and are the same in every response [SEAT-TICKET-2]', async () => {
    const { codes, read, customer, showId } = await party(['A1', 'A2']);
    const { checkedInAt } = (await scan(codes.A2)).body.data;
    const { tickets, status } = await read();
    expect(status).toBe('CHECKED_IN');
    expect(tickets).toEqual([
      { seat: 'A1', code: codes.A1, admittedAt: null },
      { seat: 'A2', code: codes.A2, admittedAt: checkedInAt },
    ]);
    const body = { showId, seats: ['B1'] };
    const headers = { 'idempotency-key': 'again' };
    const first = await testApp.call('POST', '/bookings', { token: customer.token, body, headers });
    const again = await testApp.call('POST', '/bookings', { token: customer.token, body, headers });
    expect(again.body).toEqual(first.body);
  });

  it('find their booking when an administrator searches for their code, and nothing when it is forged', async () => {
    const { id, codes } = await party();
    const searchFor = async (code = '') =>
      (await testApp.call('GET', `/admin/bookings?search=${code}`, { token: admin.token })).body.data.map(
        (booking: { id: number }) => booking.id,
      );
    expect(await searchFor(codes.C5?.toLowerCase())).toEqual([id]);
    expect(await searchFor(`${codes.C5?.slice(0, -1)}${codes.C5?.endsWith('A') ? 'B' : 'A'}`)).toEqual([]);
    const found = await testApp.call('GET', `/admin/search?q=${codes.C5}`, { token: admin.token });
    expect(found.body.data.bookings.map((booking: { id: number }) => booking.id)).toEqual([id]);
  });
});

describe('the code of a seat', () => {
  it('admits that seat only, and the booking is then checked in [SEAT-TICKET-2] [SEAT-TICKET-4]', async () => {
    const { codes, id, showId, customer, change } = await party();
    const admitted = await scan(codes.C5, { showId });
    expect(admitted).toMatchObject({
      status: 200,
      body: {
        data: {
          ...{ bookingId: id, status: 'CHECKED_IN', seats: ['C4', 'C5', 'C6'], seat: 'C5' },
          ...{ admitted: ['C5'], remaining: ['C4', 'C6'], usedAt: admitted.body.data.checkedInAt },
        },
      },
    });
    expect((await change(['C4'])).body.code).toBe('NOT_CHANGEABLE');
    const cancelled = await testApp.call('POST', `/bookings/cancel/${id}`, { token: customer.token });
    expect(cancelled.body.code).toBe('ALREADY_CHECKED_IN');
  });

  it('is refused once used, while the other seats still enter [SEAT-TICKET-3]', async () => {
    const { codes, code } = await party();
    const { checkedInAt } = (await scan(codes.C5)).body.data;
    const again = await scan(codes.C5);
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_CHECKED_IN',
        ticket: { seat: 'C5', usedAt: checkedInAt, admitted: [], remaining: ['C4', 'C6'] },
      },
    });
    expect(again.body.message).toMatch(/^Already used at/);
    const rest = await scan(code);
    expect(rest).toMatchObject({
      status: 200,
      body: { data: { seat: null, admitted: ['C4', 'C6'], remaining: [], checkedInAt } },
    });
    expect((await scan(codes.C4)).body.code).toBe('ALREADY_CHECKED_IN');
    expect((await scan(code)).body).toMatchObject({
      code: 'ALREADY_CHECKED_IN',
      ticket: { seat: null, remaining: [] },
    });
  });

  it('gives the same response to a scan sent again, and does not take it for a scan of another code [SEAT-TICKET-3]', async () => {
    const { codes, code } = await party();
    const first = await scan(codes.C4, { scanId: 'one' });
    expect((await scan(codes.C4, { scanId: 'one' })).body).toEqual(first.body);
    expect((await scan(codes.C5, { scanId: 'one' })).body.data.admitted).toEqual(['C5']);
    const rest = await scan(code, { scanId: 'one' });
    expect(rest.body.data.admitted).toEqual(['C6']);
    expect((await scan(code, { scanId: 'one' })).body).toEqual(rest.body);
    expect((await scan(codes.C4, { scanId: 'one' })).body.data.admitted).toEqual(['C4']);
    expect((await scan(code, { scanId: 'two' })).body.code).toBe('ALREADY_CHECKED_IN');
  });

  it('is unknown once the seat was given back, even if it is taken again; the others stay valid [SEAT-TICKET-5]', async () => {
    const { codes, code, change, read } = await party();
    const changed = await change(['C4'], ['D1']);
    const after = codesOf(changed.body.data);
    expect(after).toEqual({ C5: codes.C5, C6: codes.C6, D1: expect.any(String) });
    expect((await scan(codes.C4)).body).toMatchObject({ success: false, code: 'NOT_FOUND' });
    const back = codesOf((await change(['D1'], ['C4'])).body.data);
    expect(back.C4).not.toBe(codes.C4);
    expect(codesOf(await read())).toEqual(back);
    for (const released of [codes.C4, after.D1]) expect((await scan(released)).status).toBe(404);
    for (const valid of [back.C4, codes.C5]) expect((await scan(valid)).status).toBe(200);
    expect((await scan(code)).body.data.admitted).toEqual(['C6']);
  });

  it('is refused for a cancelled booking, another show and another day', async () => {
    const cancelled = await party();
    await testApp.call('POST', `/bookings/cancel/${cancelled.id}`, { token: cancelled.customer.token });
    expect((await scan(cancelled.codes.C4)).body.code).toBe('ALREADY_CANCELLED');
    const other = await party();
    expect((await scan(other.codes.C4, { showId: cancelled.showId })).body.code).toBe('WRONG_SHOW');
    const later = await party(['C4'], fromNow(72 * HOUR_MS));
    expect((await scan(later.codes.C4)).body.code).toBe('WRONG_TIME');
    expect((await later.read()).status).toBe('CONFIRMED');
  });

  it('stays valid when TICKET_SECRET changes, as long as the previous one is known', async () => {
    const { codes, read } = await party();
    const ticket = { current: 'a new secret for tickets, long enough to be one', previous: [SECRETS.ticket.current] };
    const changed = await openTestApp({}, { database: testApp, secrets: { ...SECRETS, ticket } });
    const scanned = await changed.call('POST', '/admin/check-in', { token: staff.token, body: { code: codes.C4 } });
    expect(scanned.body.data.admitted).toEqual(['C4']);
    expect((await changed.call('GET', `/tickets/${codes.C5}`)).body.data.seat).toBe('C5');
    expect((await read()).tickets[0].admittedAt).toEqual(expect.any(String));
    const forged = createTicketCodes('another secret').readSeat(codes.C6 ?? '');
    expect(forged.some((seat) => seat.isOfChange(0))).toBe(false);
  });

  it('cannot be confused with the code of a booking, and shows neither booking nor seat [SEAT-TICKET-1]', () => {
    const codes = createTicketCodes('the secret of these tests');
    for (const bookingId of [1, 77, 2_147_483_647])
      for (const seat of [0, 42, 99])
        for (const change of [0, 5, 2_147_483_647]) {
          const code = codes.issueForSeat({ bookingId, seat, change });
          expect(codes.read(code)).toBeUndefined();
          expect(codes.readSeat(codes.issue(bookingId))).toEqual([]);
          const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;
          const [found] = codes.readSeat(typed);
          expect(found).toMatchObject({ bookingId, seat });
          expect(found?.isOfChange(change)).toBe(true);
          expect(found?.isOfChange(change + 1)).toBe(false);
        }
    const parts = [42, 43].map((seat) => codes.issueForSeat({ bookingId: 7, seat, change: 0 }).split('-')[1]);
    expect(parts[0]?.slice(0, 4)).not.toBe(parts[1]?.slice(0, 4));
  });
});

describe('the page of a shared seat', () => {
  it('shows the show and the seat, without a login, and nothing else [SEAT-TICKET-7]', async () => {
    const { codes, customer, code } = await party();
    const shared = await share(codes.C5?.toLowerCase());
    expect(shared.status).toBe(200);
    expect(shared.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(shared.body.data).toEqual({
      ...{ code: codes.C5, seat: 'C5', status: 'VALID', admittedAt: null, movedFrom: null, cancelReason: null },
      ...{ movieTitle: 'Monsoon', posterUrl: null, cinemaName: expect.any(String), cinemaCity: expect.anything() },
      ...{ screenName: 'Screen 1', startTime: expect.any(String), accessibility: [] },
    });
    for (const secret of ['Asha', customer.email, 'C4', 'C6', code])
      expect(JSON.stringify({ ...shared.body.data, code: '' })).not.toContain(secret);
    for (const unknown of [code, 'nonsense', `${codes.C5}0`, 'MB-AAAAAAAA-AAAAAAAAAAAA'])
      expect(await share(unknown)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('follows the ticket: admitted, moved, given back, cancelled [SEAT-TICKET-7]', async () => {
    const { codes, showId, change, id, customer } = await party();
    const show = await testApp.db.selectFrom('shows').selectAll().where('id', '=', showId).executeTakeFirstOrThrow();
    const startTime = fromNow(2 * HOUR_MS);
    await testApp.call('PUT', `/shows/${showId}`, {
      token: admin.token,
      body: { movieId: show.movie_id, screenId: show.screen_id, price: 250, startTime },
    });
    expect((await share(codes.C4)).body.data).toMatchObject({
      startTime: startTime.toISOString(),
      movedFrom: { startTime: show.starts_at.toISOString(), place: expect.stringContaining('Screen 1') },
    });
    await change(['C6']);
    expect((await share(codes.C6)).status).toBe(404);
    const { checkedInAt } = (await scan(codes.C4)).body.data;
    expect((await share(codes.C4)).body.data).toMatchObject({ status: 'ADMITTED', admittedAt: checkedInAt });
    expect((await share(codes.C5)).body.data).toMatchObject({ status: 'VALID', admittedAt: null });
    const reason = 'The projector is broken';
    await testApp.call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason } });
    expect((await share(codes.C4)).body.data).toMatchObject({ status: 'SHOW_CANCELLED', cancelReason: reason });
    expect(await testApp.db.selectFrom('admissions').select('seat').where('booking_id', '=', id).execute()).toEqual([]);

    const other = await party();
    await testApp.call('POST', `/bookings/cancel/${other.id}`, { token: other.customer.token });
    expect((await share(other.codes.C4)).status).toBe(404);
    expect(customer.id).not.toBe(other.customer.id);
  });
});

describe('the entrance of a show', () => {
  it('counts admitted seats, and lists each seat with its codes and its admission [SEAT-TICKET-2]', async () => {
    const { codes, code, showId } = await party();
    const { checkedInAt } = (await scan(codes.C5)).body.data as Ticket;
    const { signedList, admittedSeats, bookedSeats } = await entranceOf(showId);
    expect([admittedSeats, bookedSeats]).toEqual([1, 3]);
    const [ticket] = (JSON.parse(signedList.list) as TicketList).tickets;
    expect(ticket).toMatchObject({ seats: ['C4', 'C5', 'C6'], checkedInAt, admittedAt: [null, checkedInAt, null] });
    const hashOf = (one = '') => createHash('sha256').update(listedText(showId, one)).digest('base64url').slice(0, 22);
    expect(ticket?.codes).toEqual([hashOf(code)]);
    expect(ticket?.seatCodes).toEqual(['C4', 'C5', 'C6'].map((seat) => [hashOf(codes[seat])]));
    for (const secret of Object.values(codes)) expect(signedList.list).not.toContain(secret);
  });

  it('colours admitted seats only on the board of tonight', async () => {
    const { codes, showId } = await party(['A1', 'A2']);
    // A show that is on is listed at any time of the day.
    await testApp.pool.query('update shows set starts_at = now() - $1::interval where id = $2', ['30 minutes', showId]);
    await scan(codes.A2);
    const { halls } = (await testApp.call('GET', '/admin/tonight', { token: admin.token })).body.data;
    const hall = halls.find((one: { showId: number }) => one.showId === showId);
    expect(hall.seats.slice(0, 3)).toBe('bc-');
  });
});

describe('offline scans of seats', () => {
  it('of one seat on two devices are one conflict, for that seat; of different seats they are none [SEAT-TICKET-6]', async () => {
    const { codes, showId, id } = await party();
    const [early, late] = [fromNow(-600_000), fromNow(-300_000)];
    for (const _ of [1, 2]) {
      expect(await settle(scanOf('a1', codes.C4, ['C4'], late), scanOf('b1', codes.C5, ['C5'], late))).toEqual([
        { scanId: 'a1', reason: null },
        { scanId: 'b1', reason: null },
      ]);
      expect(await settle(scanOf('b2', codes.C4, ['C4'], early))).toEqual([
        { scanId: 'b2', reason: 'ALREADY_CHECKED_IN' },
      ]);
    }
    const { conflicts, admittedSeats } = await entranceOf(showId);
    expect(admittedSeats).toBe(2);
    expect(conflicts).toEqual([
      {
        ...{ scanId: 'b2', scannedAt: early.toISOString(), reason: 'ALREADY_CHECKED_IN', bookingId: id, seats: ['C4'] },
        ...{ admittedScanId: 'a1', admittedAt: late.toISOString() },
      },
    ]);
  });

  it('of a booking are settled seat by seat: the seats not admitted elsewhere enter [SEAT-TICKET-6]', async () => {
    const { codes, code, showId } = await party();
    await scan(codes.C4, { scanId: 'online' });
    for (const _ of [1, 2])
      expect(await settle(scanOf('rest', code, ['C4', 'C5', 'C6']))).toEqual([
        { scanId: 'rest', reason: 'ALREADY_CHECKED_IN', conflicts: ['C4'] },
      ]);
    const { conflicts, admittedSeats } = await entranceOf(showId);
    expect(admittedSeats).toBe(3);
    expect(conflicts).toMatchObject([{ seats: ['C4'], admittedScanId: 'online' }]);
  });

  it('are no conflict for seats that the device knew to be admitted [SEAT-TICKET-6]', async () => {
    const { codes, code, showId } = await party();
    await scan(codes.C4);
    for (const _ of [1, 2])
      expect(await settle(scanOf('rest', code, ['C5', 'C6']))).toEqual([{ scanId: 'rest', reason: null }]);
    expect(await entranceOf(showId)).toMatchObject({ admittedSeats: 3, conflicts: [] });
  });

  it('of a device that does not name seats let everyone in [SEAT-TICKET-6]', async () => {
    const { codes, code, showId } = await party();
    await scan(codes.C4);
    expect(await settle(scanOf('old page', code))).toEqual([
      { scanId: 'old page', reason: 'ALREADY_CHECKED_IN', conflicts: ['C4'] },
    ]);
    expect(await entranceOf(showId)).toMatchObject({ admittedSeats: 3, conflicts: [{ seats: ['C4'] }] });
  });

  it('that the server had admitted before its response was lost admit once, and only other seats are conflicts', async () => {
    const { codes, code, showId } = await party();
    await scan(codes.C4);
    await scan(code, { scanId: 'lost' });
    expect(await settle(scanOf('lost', code, ['C5', 'C6']))).toEqual([{ scanId: 'lost', reason: null }]);
    expect(await settle(scanOf('lost', code, ['C4', 'C5', 'C6']))).toEqual([
      { scanId: 'lost', reason: 'ALREADY_CHECKED_IN', conflicts: ['C4'] },
    ]);
    expect(await entranceOf(showId)).toMatchObject({ admittedSeats: 3, conflicts: [{ seats: ['C4'] }] });
  });

  it('of a seat that was given back admit no one; of a booking changed since then, everyone [SEAT-TICKET-5]', async () => {
    const { codes, code, change, showId } = await party();
    await change(['C4'], ['D1']);
    expect(await settle(scanOf('given back', codes.C4, ['C4']))).toEqual([
      { scanId: 'given back', reason: 'NOT_FOUND' },
    ]);
    expect(await settle(scanOf('everyone', code, ['C4', 'C5', 'C6']))).toEqual([{ scanId: 'everyone', reason: null }]);
    expect(await entranceOf(showId)).toMatchObject({ admittedSeats: 3, conflicts: [] });
  });

  it('with one scan id for two seats of a booking are settled for each seat', async () => {
    const { codes, showId } = await party();
    await scan(codes.C4);
    await scan(codes.C5);
    for (const seat of ['C4', 'C5', 'C4'])
      expect(await settle(scanOf('reused', codes[seat], [seat]))).toMatchObject([{ reason: 'ALREADY_CHECKED_IN' }]);
    expect(await settle(scanOf('reused', codes.C6, ['C6']))).toEqual([{ scanId: 'reused', reason: null }]);
    expect((await entranceOf(showId)).conflicts.map(({ seats }: { seats: string[] }) => seats).sort()).toEqual([
      ['C4'],
      ['C5'],
    ]);
  });

  it('are refused as a whole if one names no or an impossible seat', async () => {
    const { code } = await party();
    const send = (seats: unknown) =>
      testApp.call('POST', '/admin/check-in/settle', {
        token: staff.token,
        body: { scans: [{ ...scanOf('bad', code), seats }] },
      });
    for (const seats of [[], ['K1'], ['C4', 'C4'], 'C4']) expect((await send(seats)).status).toBe(400);
  });
});

describe('20 concurrent scans', () => {
  it('of one seat admit it exactly once [SEAT-TICKET-3]', async () => {
    const { codes } = await party();
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan(codes.C4)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ body }) => body.code === 'ALREADY_CHECKED_IN').length).toBe(19);
  });

  it('of the booking and its seats admit each seat exactly once [SEAT-TICKET-3]', async () => {
    const { codes, code, id } = await party();
    const all = [code, ...Object.values(codes)];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => scan(all[index % 4])));
    const admitted = answers.flatMap(({ body }) => body.data?.admitted ?? []);
    expect(admitted.sort()).toEqual(['C4', 'C5', 'C6']);
    const { to_come } = await testApp.db
      .selectFrom('bookings')
      .select('to_come')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(to_come).toBe(0);
  });
});

describe('what was admitted when', () => {
  it('is in the timeline, the audit log and the data of the user', async () => {
    const { codes, code, id, customer } = await party();
    await scan(codes.C5);
    await scan(code);
    const story = await testApp.call('GET', `/admin/bookings/${id}`, { token: admin.token });
    const scans = story.body.data.events.filter(({ kind }: { kind: string }) => kind === 'CHECKED_IN');
    expect(scans).toMatchObject([
      { seats: ['C5'], by: { id: staff.id } },
      { seats: ['C4', 'C6'], by: { id: staff.id } },
    ]);
    const audit = await testApp.db
      .selectFrom('audit_log')
      .select('name')
      .where('entity', '=', 'booking')
      .where('entity_id', '=', id)
      .where('action', '=', 'CHECK_IN')
      .orderBy('id')
      .execute();
    expect(audit.map(({ name }) => name?.split(', ').at(-1))).toEqual(['C5', 'C4 C6']);
    const data = await testApp.call('GET', '/profile/export', { token: customer.token });
    expect(data.body.data.bookings[0].admissions.map(({ seat }: SeatTicket) => seat)).toEqual(['C5', 'C4', 'C6']);
  });

  it('includes everyone for a booking that a server of the previous release checked in [SEAT-TICKET-8]', async () => {
    const { id, codes, read } = await party(['A1', 'A2']);
    await testApp.pool.query(
      `update tickets set status = 'CHECKED_IN', checked_in_at = now(), scan_id = 'old' where booking_id = $1`,
      [id],
    );
    expect((await read()).tickets.map(({ admittedAt }: SeatTicket) => admittedAt)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect((await scan(codes.A1)).body.code).toBe('ALREADY_CHECKED_IN');
    const other = await party(['A1', 'A2']);
    await scan(other.codes.A2);
    // Control: without the trigger nobody of that booking was admitted.
    await testApp.pool.query('alter table bookings disable trigger admit_whole_booking');
    const third = await party(['A1']);
    await testApp.pool.query(`update tickets set status = 'CHECKED_IN', checked_in_at = now() where booking_id = $1`, [
      third.id,
    ]);
    await testApp.pool.query('alter table bookings enable trigger admit_whole_booking');
    expect((await third.read()).tickets).toMatchObject([{ admittedAt: null }]);
    expect((await other.read()).tickets).toMatchObject([{ admittedAt: null }, { admittedAt: expect.any(String) }]);
  });
});
