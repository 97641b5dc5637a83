-- A show's version goes with it by a trigger. The foreign key was checked whenever a transaction changed a version for the
-- second time, and then locked the show's row after that of the version: whoever deleted the show, in the other order, met
-- it in a deadlock.
create function ledger.end_seat_version() returns trigger language plpgsql as 'begin end';
create trigger end_seat_version after delete on shows for each row execute function ledger.end_seat_version();
alter table seat_versions drop constraint seat_versions_show_id_fkey;
