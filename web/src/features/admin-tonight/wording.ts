import type { Hall } from '@moviebooking/contract/activity';
import { formatTime } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf, formatNumber } from '../../lib/numbers.ts';
import { countSeats } from './board.ts';

/** "6:30 pm, Monsoon, Regal, Audi 1: 56 of 98 seats sold, 20 checked in, doors open, 5 waiting". */
export function describeHall(hall: Hall, waiting: number): string {
  const { sold, sellable, checkedIn } = countSeats(hall.seats);
  const facts = [
    `${sold} of ${sellable} seats sold`,
    checkedIn > 0 && `${checkedIn} checked in`,
    hall.isAdmitting && 'doors open',
    waiting > 0 && `${formatNumber(waiting)} waiting`,
    hall.conflicts > 0 && countOf(hall.conflicts, 'conflict'),
  ];
  const names = [formatTime(hall.startTime), hall.movieTitle, hall.cinemaName, hall.screenName];
  return `${names.join(', ')}: ${facts.filter(Boolean).join(', ')}`;
}

/** "12 shows · 620 of 1,180 seats sold · 210 checked in · ₹1,24,000". */
export function describeEvening(halls: readonly Hall[]): string {
  const counts = halls.map(({ seats }) => countSeats(seats));
  const sum = (of: 'sold' | 'sellable' | 'checkedIn') =>
    formatNumber(counts.reduce((total, count) => total + count[of], 0));
  return [
    countOf(halls.length, 'show'),
    `${sum('sold')} of ${sum('sellable')} seats sold`,
    `${sum('checkedIn')} checked in`,
    formatRupees(halls.reduce((total, { revenue }) => total + revenue, 0)),
  ].join(' · ');
}
