-- The seats of a show that are out of service, on its screen or for this show only. Each is listed once. Takes the screen as
-- well, because every caller has it: looking it up again would cost each held seat a read.
create or replace function ledger.closed_for_show(wanted_id integer, screen integer) returns table (seat smallint)
language sql stable as $$
  select c.seat from closed_seats c where c.screen_id = screen
  union
  select o.seat from closed_seats_of_show o where o.show_id = wanted_id
$$;
