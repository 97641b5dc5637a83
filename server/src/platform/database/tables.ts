/** The database's tables as Kysely sees them; the migrations are the truth, a test compares the two. */

import type { Role } from '@moviebooking/contract/accounts';
import type { AuditEntry } from '@moviebooking/contract/admin';
import type { BookingStatus } from '@moviebooking/contract/bookings';
import type { Movie } from '@moviebooking/contract/catalogue';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type DefaultNow = ColumnType<Date, Date | undefined, Date>;

type TotalDimension = 'all' | 'movie' | 'cinema' | 'show' | 'hour' | 'lead' | 'movie lead' | 'cinema lead';

type MailKind =
  | 'password-reset'
  | 'confirm-email'
  | 'booking-confirmed'
  | 'booking-cancelled'
  | 'show-moved'
  | 'show-cancelled'
  | 'many-changes';

export interface Tables {
  users: {
    id: GeneratedAlways<number>;
    name: string;
    email: string | null;
    password_hash: string;
    role: Generated<Role>;
    created_at: DefaultNow;
    session_number: Generated<number>;
    sessions_ended_at: Date | null;
    has_weak_password: Generated<boolean>;
    last_login_at: Date | null;
    deleted_at: Date | null;
    email_confirmed_at: Date | null;
    email_grandfathered: Generated<boolean>;
    must_reset_password: Generated<boolean>;
  };
  logins: {
    id: GeneratedAlways<number>;
    user_id: number;
    at: DefaultNow;
    address: string;
    device: string;
    expires_at: Date;
    ended_at: Date | null;
    /** Null in logins that a server of 0.2.0 has made. */
    used_second_factor: boolean | null;
  };
  second_factors: {
    user_id: number;
    sealed_secret: string;
    started_at: DefaultNow;
    confirmed_at: Date | null;
    last_step: Generated<number>;
  };
  recovery_codes: { user_id: number; code_hash: Buffer };
  account_rules: { admins_need_totp: boolean; tokens_since: Date | null };
  acting_roles: { user_id: number; role: Role; needs_second_factor: boolean };
  reset_links: {
    token_hash: Buffer;
    user_id: number;
    created_at: DefaultNow;
    expires_at: Date;
    sent_by_mail: Generated<boolean>;
  };
  confirmation_links: { token_hash: Buffer; user_id: number; created_at: DefaultNow; expires_at: Date };
  link_mails: { address_hash: Buffer; kind: string; at: DefaultNow };
  movies: {
    id: GeneratedAlways<number>;
    title: string;
    description: string | null;
    duration_min: number | null;
    poster_url: string | null;
    created_at: DefaultNow;
    language: string | null;
    format: Movie['format'];
    certificate: Movie['certificate'];
  };
  cinemas: { id: GeneratedAlways<number>; name: string; city: string | null; created_at: DefaultNow };
  screens: {
    id: GeneratedAlways<number>;
    cinema_id: number;
    name: string;
    capacity: number | null;
    created_at: DefaultNow;
  };
  closed_seats: { screen_id: number; seat: number };
  shows: {
    id: GeneratedAlways<number>;
    movie_id: number;
    screen_id: number;
    starts_at: Date;
    price_paise: number;
    occupies: GeneratedAlways<string>;
    created_at: DefaultNow;
    cancelled_at: Date | null;
    cancel_reason: string | null;
  };
  catalogue_stamps: { id: GeneratedAlways<number>; stamp: Generated<string> };
  bookings: {
    id: Generated<number>;
    show_id: number;
    user_id: number;
    status: Generated<BookingStatus>;
    seats: number[];
    price_paise: number;
    total_paise: GeneratedAlways<number>;
    created_at: DefaultNow;
    cancelled_at: Date | null;
    checked_in_at: Date | null;
    scan_id: string | null;
    cancel_reason: string | null;
  };
  seats: {
    show_id: number;
    seat: number;
    user_id: number;
    booking_id: number | null;
    held_since: Date | null;
    held_until: Date | null;
    leased_until: Date | null;
  };
  seat_versions: { show_id: number; version: Generated<number> };
  lines: { show_id: number; next_since: DefaultNow; seconds_per_place: number | null };
  line_places: {
    show_id: number;
    user_id: number;
    number: GeneratedAlways<number>;
    state: Generated<'WAITING' | 'INSIDE' | 'TIME_UP' | 'BOOKED'>;
    joined_at: Date;
    admitted_at: Date | null;
    ends_at: Date | null;
    servers: Record<string, number>;
    leased_until: Date;
  };
  idempotency_keys: {
    user_id: number;
    key: string;
    show_id: number;
    seats: number[];
    booking_id: number;
    created_at: DefaultNow;
  };
  request_keys: { user_id: number; key: string; booking_id: number; created_at: Date };
  show_details: {
    show_id: number;
    movie_id: number;
    screen_id: number;
    starts_at: Date;
    ends_at: Date;
    price_paise: number;
    movie_title: string;
    movie_duration_min: number | null;
    movie_poster_url: string | null;
    screen_name: string;
    cinema_id: number;
    cinema_name: string;
    cinema_city: string | null;
    cancelled_at: Date | null;
    cancel_reason: string | null;
  };
  taken_seats: {
    show_id: number;
    seat: number;
    user_id: number;
    booking_id: number | null;
    held_until: Date | null;
  };
  booking_keys: {
    booking_id: number;
    show_id: number;
    user_id: number;
    status: BookingStatus;
    created_at: Date;
    price_paise: number;
  };
  booking_details: {
    booking_id: number;
    status: BookingStatus;
    created_at: Date;
    seats: number[];
    price_paise: number;
    user_id: number;
    user_name: string;
    user_email: string | null;
    show_id: number;
    movie_id: number;
    screen_id: number;
    starts_at: Date;
    movie_title: string;
    movie_duration_min: number | null;
    movie_poster_url: string | null;
    screen_name: string;
    cinema_id: number;
    cinema_name: string;
    cinema_city: string | null;
    cancel_reason: string | null;
  };
  tickets: {
    booking_id: number;
    show_id: number;
    user_id: number;
    seats: number[];
    status: BookingStatus;
    checked_in_at: Date | null;
    scan_id: string | null;
  };
  scan_conflicts: {
    scan_id: string;
    booking_id: number;
    reason: 'ALREADY_CHECKED_IN' | 'ALREADY_CANCELLED' | 'WRONG_TIME';
    scanned_at: Date;
    settled_at: DefaultNow;
    settled_by: number | null;
  };
  booking_times: {
    booking_id: number;
    show_id: number;
    user_id: number;
    status: BookingStatus;
    seats: number[];
    total_paise: number;
    created_at: Date;
    cancelled_at: Date | null;
    checked_in_at: Date | null;
  };
  audit_log: {
    id: GeneratedAlways<number>;
    at: DefaultNow;
    actor_id: number | null;
    action: AuditEntry['action'];
    entity: AuditEntry['entity'];
    entity_id: number | null;
    before: unknown;
    after: unknown;
    name: string | null;
    address: string | null;
  };
  outbox: {
    id: GeneratedAlways<number>;
    kind: MailKind;
    user_id: number | null;
    booking_id: number | null;
    details: ColumnType<Record<string, unknown>, string | undefined, string>;
    status: Generated<'WAITING' | 'SENT' | 'FAILED'>;
    attempts: Generated<number>;
    queued_at: DefaultNow;
    next_attempt_at: DefaultNow;
    ended_at: Date | null;
    last_error: string | null;
    recipient_id: number | null;
    counted_at: Date | null;
    is_permanent: Generated<boolean>;
  };
  mail_refusals: { user_id: number; refused_at: DefaultNow; reason: string };
  booking_mails: {
    booking_id: number;
    kind: Tables['outbox']['kind'];
    status: 'WAITING' | 'SENT' | 'FAILED';
    queued_at: Date;
    ended_at: Date | null;
  };
  mail_switch: { is_on: boolean; sender_seen_at: DefaultNow };
  totals_time_zone: { time_zone: string; dimensions: Generated<number> };
  total_changes: {
    made_at: Date;
    starts_at: Date;
    show_id: number;
    movie_id: number;
    cinema_id: number;
    status: BookingStatus;
    bookings: number;
    seats: number;
    paise: number;
  };
  totals: {
    dimension: TotalDimension;
    day: string;
    ref_id: number;
    status: BookingStatus;
    bookings: number;
    seats: number;
    paise: number;
  };
  current_totals: {
    dimension: TotalDimension;
    day: string;
    ref_id: number;
    status: BookingStatus;
    bookings: number;
    seats: number;
    paise: number;
  };
  login_guesses: { key: Buffer; guesses: number; ends_at: Date };
}
