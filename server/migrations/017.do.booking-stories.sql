-- What the administrator reads of single bookings: the latest cancellations, and which mails a booking has led to.
create index bookings_by_cancellation on bookings (cancelled_at, id) where cancelled_at is not null;
create index outbox_by_booking on outbox (booking_id) where booking_id is not null;

-- Of booking: when a booking was made, cancelled and checked in.
create view booking_times as
select id as booking_id, show_id, user_id, status, seats, total_paise, created_at, cancelled_at, checked_in_at from bookings;

-- Of the outbox: the mails about bookings.
create view booking_mails as
select booking_id, kind, status, queued_at, ended_at from outbox where booking_id is not null;
