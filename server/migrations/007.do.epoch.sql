-- The epoch of the ledger: another one begins when its past may have changed (docs/decisions/0016). `place` is where the
-- ledger was when the epoch began; the first server that looks finds another one and begins the first epoch.
create table ledger.epoch (
  is_only boolean primary key default true check (is_only),
  epoch text not null,
  place text not null
);
insert into ledger.epoch (epoch, place) values ('none', 'nowhere');
