import { describe, expect, it } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';

const house = await openTestApp();
const asha = await house.addUser();

describe('tickets', () => {
  it('the owner gets the same code with the booking and in the history, and none once it is cancelled', async () => {
    const showId = await addShow(house.db);
    const made = await house.call('POST', '/bookings', { token: asha.token, body: { showId, seats: ['A1'] } });
    const { id, ticketCode } = made.body.data;
    expect(ticketCode).toMatch(/^MB-[0-9A-Z]+-[0-9A-Z]{12}$/);
    expect(made.body.ticketCode).toBe(ticketCode);

    const history = await house.call('GET', '/bookings/history', { token: asha.token });
    expect(history.body.data[0]).toMatchObject({ id, ticketCode });

    const cancelled = await house.call('POST', `/bookings/cancel/${id}`, { token: asha.token });
    expect(cancelled.body.data.ticketCode).toBeUndefined();
  });
});
