import { calendarFile } from '@moviebooking/contract/calendar';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { saveFile } from '../../lib/save-file.ts';

export function downloadCalendarFile(booking: ReceivedBooking): void {
  const text = calendarFile({ ...booking, seats: seatsOf(booking) }, window.location.hostname);
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `booking-${booking.id}.ics`);
}
