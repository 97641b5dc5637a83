import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createNotifier, createSeatStore } from './seat-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openNotifier() {
  const store = createSeatStore(7);
  const notifier = createNotifier(store);
  return {
    store,
    ...notifier,
    notice: () => store.getState().notice,
    announcement: () => store.getState().announcement,
  };
}

test('a new store knows nothing and has its tab stop at the first seat', () => {
  expect(createSeatStore(7).getState()).toEqual({
    ...{
      map: {
        version: null,
        booked: new Map(),
        holds: new Map(),
        cancelReason: null,
        closed: new Set(),
        places: new Map(),
        waiting: [],
      },
    },
    ...{
      requests: new Map(),
      submission: null,
      userId: 7,
      load: 'loading',
      show: null,
      line: null,
      isNewTurn: false,
      activeSeat: 'A1',
    },
    ...{
      pointedBookingId: null,
      foundBooking: null,
      newPrice: null,
      wheelchairQuestion: null,
      needsWheelchairSpace: false,
      changing: null,
      offered: new Map(),
      near: [],
      notice: null,
      announcement: '',
    },
  });
});

test('an announcement that repeats the last one differs from it, so that it is read again', () => {
  const { announce, announcement } = openNotifier();
  announce('A1 selected.');
  expect(announcement()).toBe('A1 selected.');
  announce('A1 selected.');
  expect(announcement()).toBe('A1 selected.\u00a0');
  announce('A1 selected.');
  expect(announcement()).toBe('A1 selected.');
});

describe('a notice', () => {
  test('is announced, unless it is an alert', () => {
    const { notify, notice, announcement } = openNotifier();
    notify('danger', 'Booking failed.');
    expect([notice(), announcement()]).toEqual([{ tone: 'danger', text: 'Booking failed.' }, '']);
    notify('warning', 'C4 was just taken.');
    expect([notice(), announcement()]).toEqual([{ tone: 'warning', text: 'C4 was just taken.' }, 'C4 was just taken.']);
  });

  test('stays until it is cleared', () => {
    const { notify, notice, clearNotice } = openNotifier();
    notify('info', 'Stays.');
    vi.advanceTimersByTime(1_000_000);
    expect(notice()?.text).toBe('Stays.');
    clearNotice();
    expect(notice()).toBeNull();
  });

  test('with a duration goes when it is over', () => {
    const { notify, notice } = openNotifier();
    notify('info', 'Goes.', 3_000);
    vi.advanceTimersByTime(2_999);
    expect(notice()?.text).toBe('Goes.');
    vi.advanceTimersByTime(1);
    expect(notice()).toBeNull();
  });

  test('is not removed when the time of the one before it is over', () => {
    const { notify, notice, clearNotice } = openNotifier();
    notify('info', 'First.', 3_000);
    notify('info', 'Second.');
    vi.advanceTimersByTime(10_000);
    expect(notice()?.text).toBe('Second.');
    notify('info', 'Third.', 3_000);
    clearNotice();
    expect(vi.getTimerCount()).toBe(0);
    notify('info', 'Fourth.');
    vi.advanceTimersByTime(10_000);
    expect(notice()?.text).toBe('Fourth.');
  });

  test('that is not there is cleared without a change', () => {
    const { store, clearNotice } = openNotifier();
    const onChange = vi.fn();
    store.subscribe(onChange);
    clearNotice();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('what others do', () => {
  test('is announced every eight seconds, summed up', () => {
    const { recordOthersChange, announcement } = openNotifier();
    recordOthersChange('A1', true);
    vi.advanceTimersByTime(7_000);
    recordOthersChange('A2', true);
    recordOthersChange('A3', false);
    vi.advanceTimersByTime(999);
    expect(announcement()).toBe('');
    vi.advanceTimersByTime(1);
    expect(announcement()).toBe('2 seats taken by others. 1 seat free again.');
    recordOthersChange('A4', false);
    vi.advanceTimersByTime(7_999);
    expect(announcement()).toContain('2 seats taken');
    vi.advanceTimersByTime(1);
    expect(announcement()).toBe('1 seat free again.');
  });

  test('and undo again is left out', () => {
    const { recordOthersChange, announcement } = openNotifier();
    recordOthersChange('A1', true);
    recordOthersChange('A1', false);
    vi.advanceTimersByTime(8_000);
    expect(announcement()).toBe('');
    recordOthersChange('A1', true);
    vi.advanceTimersByTime(8_000);
    expect(announcement()).toBe('1 seat taken by others.');
  });
});

test('after the end nothing is announced and no notice changes', () => {
  const { notify, notice, recordOthersChange, announcement, stop } = openNotifier();
  notify('danger', 'Stays.', 3_000);
  recordOthersChange('A1', true);
  stop();
  vi.advanceTimersByTime(10_000);
  expect([notice()?.text, announcement()]).toEqual(['Stays.', '']);
});
