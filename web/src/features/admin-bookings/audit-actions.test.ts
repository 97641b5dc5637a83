import { expect, it } from 'vitest';
import { lookOf } from './audit-actions.ts';

it('an action of the audit log that only a newer server knows is shown in words', () => {
  expect(lookOf('READ')).toEqual({ tone: 'neutral', label: 'Viewed' });
  expect(lookOf('SEAT_PLAN_CHANGED')).toEqual({ tone: 'neutral', label: 'Seat plan changed' });
  expect(lookOf('toString')).toEqual({ tone: 'neutral', label: 'Tostring' });
});
