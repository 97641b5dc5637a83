/** Types of columns that are narrower than what the generator of tables.ts derives from PostgreSQL's types and constraints. */
import type { Accessibility } from '@moviebooking/contract/accessibility';
import type { Language, Role } from '@moviebooking/contract/accounts';
import type { AuditEntry } from '@moviebooking/contract/admin';
import type { BookingStatus } from '@moviebooking/contract/bookings';
import type { Movie } from '@moviebooking/contract/catalogue';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type TotalDimension = 'all' | 'movie' | 'cinema' | 'show' | 'hour' | 'lead' | 'movie lead' | 'cinema lead';

type MailKind =
  | 'password-reset'
  | 'confirm-email'
  | 'booking-confirmed'
  | 'booking-changed'
  | 'booking-cancelled'
  | 'show-moved'
  | 'show-cancelled'
  | 'waitlist-offer'
  | 'reminder'
  | 'many-changes';

type MailStatus = 'WAITING' | 'SENT' | 'FAILED';

export interface ColumnTypes {
  'acting_roles.role': Role;
  'audit_log.action': AuditEntry['action'];
  'audit_log.entity': AuditEntry['entity'];
  'booking_details.accessibility': Accessibility[];
  'booking_details.status': BookingStatus;
  'booking_keys.status': BookingStatus;
  'booking_mails.booking_id': number;
  'booking_mails.kind': MailKind;
  'booking_mails.status': MailStatus;
  'booking_times.status': BookingStatus;
  'bookings.status': Generated<BookingStatus>;
  'current_totals.dimension': TotalDimension;
  'current_totals.status': BookingStatus;
  'line_places.servers': Record<string, number>;
  'line_places.state': Generated<'WAITING' | 'INSIDE' | 'TIME_UP' | 'BOOKED'>;
  'movies.certificate': Movie['certificate'];
  'movies.format': Movie['format'];
  'outbox.details': ColumnType<Record<string, unknown>, string | undefined, string>;
  'outbox.kind': MailKind;
  'outbox.status': Generated<MailStatus>;
  'scan_conflicts.reason': 'ALREADY_CHECKED_IN' | 'ALREADY_CANCELLED' | 'WRONG_TIME';
  'show_details.accessibility': Accessibility[];
  'shows.accessibility': Generated<Accessibility[]>;
  /** Set by a trigger. */
  'shows.occupies': GeneratedAlways<string>;
  'tickets.status': BookingStatus;
  'total_changes.status': BookingStatus;
  'totals.dimension': TotalDimension;
  'totals.status': BookingStatus;
  'users.language': Generated<Language>;
  'users.role': Generated<Role>;
}
