-- Reads shows as they are at the time of the call. A statement's own reads are as old as its start, and a statement that
-- changes seats may have waited since then for a show that was being moved.

create or replace function ledger.read_shows(show_ids integer[]) returns setof show_details language sql volatile rows 8
set enable_seqscan = off
as $$
  select * from show_details show where show.show_id = any (show_ids)
$$;
