import { describe, expect, it } from 'vitest';
import { cancellation } from './admin.ts';
import { ERRORS } from './errors.ts';

describe('the reason of a cancellation', () => {
  it('has 1 to 300 characters after trimming', () => {
    expect(cancellation.parse({ reason: '  The projector is broken \n' })).toEqual({
      reason: 'The projector is broken',
    });
    expect(cancellation.parse({ reason: 'x'.repeat(300) }).reason).toHaveLength(300);
  });

  it.each([[undefined], [null], [''], ['  '], [7], ['x'.repeat(301)], ['a\0b']])('cannot be %j', (reason) => {
    expect(cancellation.safeParse({ reason }).success).toBe(false);
  });

  it('is required', () => {
    expect(cancellation.safeParse({ reason: ' ' }).error?.issues[0]?.message).toBe('Please give a reason');
    expect(cancellation.safeParse({}).error?.issues[0]?.message).toBe('Please give a reason');
  });
});

it('SHOW_CANCELLED is a 409', () => {
  expect(ERRORS.SHOW_CANCELLED).toEqual({ status: 409, message: 'This show was cancelled.' });
});
