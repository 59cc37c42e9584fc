-- One row: the newest time of the machine that was believed. See docs/decisions/0012-clock.md.
create table clock (
  id integer primary key check (id = 1),
  -- Null until the service has run with this table.
  believed_at text,
  -- 'ahead' or 'behind' while the time of the machine is not believed, and how long the service has run like that.
  doubt text,
  waited_seconds integer not null default 0,
  -- A time that `whereabouts clock confirm` has confirmed and the service has not taken over yet.
  confirmed_at text
) strict;
insert into clock (id) values (1);
