import { describe, expect, it } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const asha = await testApp.addUser();

describe('tickets', () => {
  it('the owner gets the same code with the booking and in the history, and none once it is cancelled', async () => {
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
});
