-- Returns whether a user must queue: while a show has a queue, only users inside and administrators may hold or book its
-- seats. Takes no lock: a concurrent change counts from the next request.

create or replace function ledger.must_wait(of_show integer, of_user integer, moment timestamptz) returns boolean
language sql stable as $$
  select exists (
      select from line_places p where p.show_id = of_show and p.state = 'WAITING' and p.leased_until > moment
    ) and not exists (
      select from line_places p
      where p.show_id = of_show and p.user_id = of_user and p.state = 'INSIDE' and p.ends_at > moment
        and not ledger.has_booked(of_show, of_user, p.admitted_at)
    ) and not exists (select from acting_roles u where u.user_id = of_user and u.role = 'ADMIN')
$$;
