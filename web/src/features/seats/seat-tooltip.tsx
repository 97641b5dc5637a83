import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { PLACE_NAMES, type Place } from '../../lib/places.ts';
import type { SeatSession } from './seat-session.ts';
import { statusOf } from './selection.ts';
import { seatTooltip } from './wording.ts';

const HOVER_DELAY_MS = 600;
const EDGE = 8;
const HALF_WIDTH = 130;

interface Position {
  seat: string;
  left: number;
  top: number;
}

/**
 * One tooltip for all seats in `area`, on hover and on keyboard focus, but not after a click. Escape hides it. It stays while the
 * pointer is on it (WCAG 1.4.13), although presses reach the seats below it.
 */
export function SeatTooltip({ area, session, isAdmin }: TooltipProps) {
  const tooltip = useRef<HTMLDivElement>(null);
  const position = useSeatPointedAt(area, tooltip);
  const seat = position?.seat;
  useEffect(() => {
    const { store } = session;
    const booking = seat ? store.getState().map.booked.get(seat) : undefined;
    store.setState({ pointedBookingId: booking?.bookingId ?? null });
  }, [seat, session]);
  return position && <Tooltip key={position.seat} {...{ tooltip, position, session, isAdmin }} />;
}

interface TooltipProps {
  area: RefObject<HTMLElement | null>;
  session: SeatSession;
  isAdmin: boolean;
}

interface ShownTooltipProps extends Omit<TooltipProps, 'area'> {
  tooltip: RefObject<HTMLDivElement | null>;
  position: Position;
}

function Tooltip({ tooltip, position, session, isAdmin }: ShownTooltipProps) {
  const status = useStore(session.store, (state) => statusOf(state, position.seat));
  const booking = useStore(session.store, (state) => state.map.booked.get(position.seat));
  const place = useStore(session.store, (state) => state.map.places.get(position.seat));
  const isUserKnown = isAdmin && booking;
  return (
    <div
      ref={tooltip}
      role="tooltip"
      style={{ left: position.left, top: position.top }}
      className="pointer-events-none fixed z-50 w-max max-w-65 -translate-x-1/2 -translate-y-full rounded-md border border-transparent bg-ink px-3 py-1.5 font-medium text-canvas text-sm shadow-popup transition-opacity duration-100 starting:opacity-0"
    >
      {isUserKnown ? (
        <>
          <span className="block font-semibold">{booking.user?.name || t('Unknown')}</span>
          <span className="block break-all">{booking.user?.email}</span>
          <span className="block">{t('Booking #{id}', { id: booking.bookingId ?? '' })}</span>
          <span className="block">{booking.bookedAt && formatDateTimeWithYear(booking.bookedAt)}</span>
        </>
      ) : (
        textFor(position.seat, status, isAdmin, place)
      )}
    </div>
  );
}

function textFor(seat: string, status: ReturnType<typeof statusOf>, isAdmin: boolean, place?: Place): string {
  if (isAdmin && status === 'available') {
    const text = t('Seat {seat} is available', { seat });
    return place ? `${text} (${PLACE_NAMES[place]})` : text;
  }
  if (isAdmin && status === 'closed') return t('Seat {seat} is out of service', { seat });
  return seatTooltip(seat, status, place);
}

function useSeatPointedAt(area: RefObject<HTMLElement | null>, tooltip: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<Position | null>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pointedAt: Element | null = null;

    const hide = () => {
      clearTimeout(timer);
      pointedAt = null;
      setPosition(null);
    };
    const showAt = (seat: HTMLElement) => {
      const { left, width, top } = seat.getBoundingClientRect();
      const middle = left + width / 2;
      const room = document.documentElement.clientWidth - HALF_WIDTH - EDGE;
      setPosition({
        seat: seat.dataset.seat ?? '',
        left: Math.max(Math.min(middle, room), HALF_WIDTH + EDGE),
        top,
      });
    };
    const seatAt = ({ target }: Event) => (target as Element).closest<HTMLElement>('[data-seat]');
    const isOnTooltip = ({ clientX, clientY }: PointerEvent) => {
      const box = tooltip.current?.getBoundingClientRect();
      return box && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    };

    const pointAt = (event: PointerEvent) => {
      const seat = event.pointerType === 'mouse' ? seatAt(event) : null;
      if (seat === pointedAt || isOnTooltip(event)) return;
      hide();
      pointedAt = seat;
      if (seat) timer = setTimeout(() => showAt(seat), HOVER_DELAY_MS);
    };
    const noteClick = (event: Event) => {
      hide();
      pointedAt = seatAt(event);
    };
    const showFocused = (event: Event) => {
      const seat = seatAt(event);
      if (seat?.matches(':focus-visible')) showAt(seat);
    };

    // All moves on the page: the tooltip reaches beyond the seats, and leaving it enters no element.
    window.addEventListener('pointermove', pointAt, { signal });
    document.documentElement.addEventListener('pointerleave', hide, { signal });
    element.addEventListener('pointerdown', noteClick, { signal });
    element.addEventListener('focusin', showFocused, { signal });
    element.addEventListener('focusout', hide, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
    window.addEventListener('scroll', hide, { signal, capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [area, tooltip]);
  return position;
}
