import { describe, expect, it } from 'vitest';
import { createPresence } from './presence.ts';

const [phone, laptop] = [
  { id: 'phone', userId: 7 },
  { id: 'laptop', userId: 7 },
];
const SHOW = 3;

describe('the seats that a user in a room holds', () => {
  it('are known until they are booked or released, seat by seat', () => {
    const presence = createPresence();
    presence.add(phone, SHOW);
    expect(presence.mayHoldSeats(7, SHOW)).toBe(false);
    presence.noteHeld(7, SHOW, ['A1', 'A2']);
    presence.noteHeld(7, SHOW, ['A3']);
    presence.noteNotHeld(7, SHOW, ['A1', 'A3']);
    expect(presence.mayHoldSeats(7, SHOW)).toBe(true);
    presence.noteNotHeld(7, SHOW, ['A2']);
    expect(presence.mayHoldSeats(7, SHOW)).toBe(false);
  });

  it("are forgotten with the user's last connection, not before", () => {
    const presence = createPresence();
    presence.add(phone, SHOW);
    presence.add(laptop, SHOW);
    presence.noteHeld(7, SHOW, ['A1']);
    presence.remove(phone);
    expect(presence.mayHoldSeats(7, SHOW)).toBe(true);
    presence.remove(laptop);
    expect(presence.mayHoldSeats(7, SHOW)).toBe(false);
    expect(presence.all()).toEqual([]);
  });
});
