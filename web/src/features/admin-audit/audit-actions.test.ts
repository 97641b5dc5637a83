import { expect, it } from 'vitest';
import { badgeOf } from './audit-actions.ts';

it('describes an action that only a newer server knows', () => {
  expect(badgeOf('READ')).toEqual({ tone: 'neutral', label: 'Viewed' });
  expect(badgeOf('SEAT_PLAN_CHANGED')).toEqual({ tone: 'neutral', label: 'Seat plan changed' });
  expect(badgeOf('toString')).toEqual({ tone: 'neutral', label: 'Tostring' });
});
