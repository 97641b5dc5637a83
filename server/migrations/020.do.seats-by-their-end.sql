-- Finds the holds that have ended without looking at those that have not: by their expiry or by the end of their lease,
-- whichever comes first.
create index seats_ending on seats (least(held_until, leased_until)) where held_until is not null;
drop index seats_expiring;
