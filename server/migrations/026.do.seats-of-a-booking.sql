-- How many seats a booking may have is said in one place (contract/src/limits.ts) and checked by ledger.book_seats. What is left
-- here is what holds for every limit.
alter table bookings drop constraint bookings_seats_check;
alter table bookings add constraint bookings_seats_check check (cardinality(seats) between 1 and 100) not valid;
