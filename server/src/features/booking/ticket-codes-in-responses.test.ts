import { describe, expect, it } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { JWT_SECRET, openTestApp, SECRETS } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const asha = await testApp.addUser();

describe('tickets', () => {
  it('gives the owner the same code with the booking and in the history, and none after a cancellation', async () => {
    const showId = await addShow(testApp.db);
    const made = await testApp.call('POST', '/bookings', { token: asha.token, body: { showId, seats: ['A1'] } });
    const { id, ticketCode } = made.body.data;
    expect(ticketCode).toMatch(/^MB-[0-9A-Z]+-[0-9A-Z]{12}$/);
    expect(made.body.ticketCode).toBe(ticketCode);

    const history = await testApp.call('GET', '/bookings/history', { token: asha.token });
    expect(history.body.data[0]).toMatchObject({ id, ticketCode });

    const cancelled = await testApp.call('POST', `/bookings/cancel/${id}`, { token: asha.token });
    expect(cancelled.body.data.ticketCode).toBeUndefined();
  });

  it('keeps the code when JWT_SECRET changes', async () => {
    const showId = await addShow(testApp.db);
    const made = await testApp.call('POST', '/bookings', { token: asha.token, body: { showId, seats: ['A1'] } });
    const jwt = { current: 'the new secret that signs logins from now on', previous: [JWT_SECRET] };
    const changed = await openTestApp({}, { database: testApp, secrets: { ...SECRETS, jwt } });
    const history = await changed.call('GET', '/bookings/history', { token: asha.token });
    expect(history.body.data[0].ticketCode).toBe(made.body.data.ticketCode);
  });
});
