import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN' });

async function ticket(startsAt = fromNow(HOUR_MS)) {
  const customer = await testApp.addUser({ name: 'Asha Rao' });
  const showId = await make.show({ startsAt });
  const bookingId = await make.booking({ showId, userId: customer.id, seats: ['C10', 'C9'] });
  const history = await testApp.call('GET', '/bookings/history', { token: customer.token });
  return { customer, showId, bookingId, code: history.body.data[0].ticketCode as string };
}

const scan = (code: string, showId?: number, token = admin.token) =>
  testApp.call('POST', '/admin/check-in', { token, body: { code, ...(showId ? { showId } : {}) } });
const scanAs = (scanId: string, code: string, showId?: number) =>
  testApp.call('POST', '/admin/check-in', { token: admin.token, body: { code, scanId, showId } });
const statusOf = async (id: number) =>
  (await testApp.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

describe('check-in', () => {
  it('admits a valid ticket and returns user, show and seats', async () => {
    const { code, showId, bookingId } = await ticket();
    const answer = await scan(` ${code.toLowerCase()} `, showId);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          bookingId,
          showId,
          status: 'CHECKED_IN',
          customerName: 'Asha Rao',
          seats: ['C9', 'C10'],
          movieTitle: 'Monsoon',
          checkedInAt: expect.any(String),
        },
      },
    });
    expect(await statusOf(bookingId)).toBe('CHECKED_IN');
  });

  it('refuses a used ticket with the time of its use', async () => {
    const { code } = await ticket();
    const { checkedInAt } = (await scan(code)).body.data;
    const again = await scan(code);
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_CHECKED_IN', ticket: { checkedInAt } } });
    expect(again.body.message).toMatch(/^Already used at \d{1,2}:\d\d [ap]m\.$/);
  });

  it('gives the same response to a scan sent again after a lost response', async () => {
    const { code, showId, bookingId } = await ticket();
    const first = await scanAs('scan 1', code, showId);
    expect(first).toMatchObject({ status: 200, body: { message: 'Admitted', data: { status: 'CHECKED_IN' } } });
    expect((await scanAs('scan 1', code, showId)).body).toEqual(first.body);
    await testApp.db
      .updateTable('shows')
      .set({ starts_at: fromNow(-5 * HOUR_MS) })
      .where('id', '=', showId)
      .execute();
    expect(await scanAs('scan 1', code, showId)).toMatchObject({ status: 200, body: { message: 'Admitted' } });

    const { checkedInAt } = first.body.data;
    const used = { status: 409, body: { code: 'ALREADY_CHECKED_IN', ticket: { bookingId, checkedInAt } } };
    expect(await scanAs('scan 2', code, showId)).toMatchObject(used);
    expect(await scan(code, showId)).toMatchObject(used);
  });

  it('still refuses a refused scan that is sent again', async () => {
    const { code, bookingId } = await ticket();
    expect((await scan(code)).status).toBe(200);
    for (const _ of [1, 2]) expect((await scanAs('late', code)).body.code).toBe('ALREADY_CHECKED_IN');
    const cancelled = await ticket();
    await make.cancel(cancelled.bookingId);
    for (const _ of [1, 2]) expect((await scanAs('late', cancelled.code)).body.code).toBe('ALREADY_CANCELLED');
    expect(await statusOf(bookingId)).toBe('CHECKED_IN');
  });

  it('requires a scan id of 1 to 100 characters', async () => {
    const { code } = await ticket();
    for (const scanId of ['', ' ', 'x'.repeat(101), 7 as never]) expect((await scanAs(scanId, code)).status).toBe(400);
    expect((await scanAs('x'.repeat(100), code)).status).toBe(200);
  });

  it('refuses tickets that are cancelled, for another show or for another day, and leaves them unchanged', async () => {
    const cancelled = await ticket();
    await make.cancel(cancelled.bookingId);
    expect(await scan(cancelled.code)).toMatchObject({ status: 409, body: { code: 'ALREADY_CANCELLED' } });

    const other = await ticket();
    expect(await scan(other.code, await make.show())).toMatchObject({
      status: 409,
      body: { code: 'WRONG_SHOW', message: expect.stringContaining('Monsoon'), ticket: { showId: other.showId } },
    });

    const tomorrow = await ticket(fromNow(2 * DAY_MS));
    expect(await scan(tomorrow.code)).toMatchObject({ status: 409, body: { code: 'WRONG_TIME' } });

    const over = await ticket(fromNow(-3 * HOUR_MS));
    expect(await scan(over.code)).toMatchObject({
      status: 409,
      body: { code: 'WRONG_TIME', message: expect.stringContaining('is over') },
    });
    for (const { bookingId } of [other, tomorrow, over]) expect(await statusOf(bookingId)).toBe('CONFIRMED');
  });

  it('admits a ticket after the start, and before midnight for a show after midnight', async () => {
    for (const hours of [-1, 2.5]) {
      const { code } = await ticket(fromNow(hours * HOUR_MS));
      expect((await scan(code)).status).toBe(200);
    }
  });

  it.each(['nonsense', '', 'MB-1-AAAAAAAAAAAA'])('does not recognise the code "%s"', async (code) => {
    expect((await scan(code)).status).toBe(code === '' ? 400 : 404);
  });

  it('does not let customers check tickets in', async () => {
    const { code, bookingId, customer } = await ticket();
    expect((await scan(code, undefined, customer.token)).status).toBe(403);
    expect(await statusOf(bookingId)).toBe('CONFIRMED');
  });
});

describe('20 concurrent scans of one ticket', () => {
  it('admit it exactly once', async () => {
    const { code } = await ticket();
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ body }) => body.code === 'ALREADY_CHECKED_IN').length).toBe(19);
  });

  it('admit it every time if all have the same scan id', async () => {
    const { code } = await ticket();
    const answers = await Promise.all(Array.from({ length: 20 }, () => scanAs('one', code)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.checkedInAt}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('let only one of a scan and a concurrent cancellation win', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { code, bookingId, customer } = await ticket();
      const [checkIn, cancellation] = await Promise.all([
        scan(code),
        testApp.call('POST', `/bookings/cancel/${bookingId}`, { token: customer.token }),
      ]);
      expect([checkIn.status, cancellation.status].sort()).toEqual([200, 409]);
      expect(await statusOf(bookingId)).toBe(checkIn.status === 200 ? 'CHECKED_IN' : 'CANCELLED');
    }
  });
});
