-- Totals also say how long before the show seats were sold: the dimensions of leads, in server/ledger/totals.sql.
drop view if exists current_totals;
alter table totals
  alter column ref_id type bigint,
  drop constraint totals_dimension_check,
  add check (dimension in ('all', 'movie', 'cinema', 'show', 'hour', 'lead', 'movie lead', 'cinema lead'));

-- Which dimensions the totals were last added up by. A start that knows others adds everything up anew.
alter table totals_time_zone add column dimensions integer not null default 5;
