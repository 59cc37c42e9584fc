-- The name in natural order: folded, with each number padded to 12 digits, so that "Dock 2" is before "Dock 10".
alter table readers add column sort_key text not null default '';
with recursive
  walk (id, rest, done, digits) as (
    select id, lower(name) || char(31), '', '' from readers
    union all
    select id, substr(rest, 2),
      iif(substr(rest, 1, 1) glob '[0-9]', done,
        done || iif(digits = '', '', iif(length(digits) < 12, substr('000000000000' || digits, -12), digits))
          || iif(substr(rest, 1, 1) = char(31), '', substr(rest, 1, 1))),
      iif(substr(rest, 1, 1) glob '[0-9]', digits || substr(rest, 1, 1), '')
    from walk where rest <> ''
  )
update readers set sort_key = (select done from walk where walk.id = readers.id and rest = '');
create index readers_in_order on readers (organization_id, sort_key, id) where deleted_at is null;
-- A refused connection is looked up by its user name, in all organizations.
create index readers_user_name on readers (external_key) where deleted_at is null;

-- Times are microseconds. The messages that were rejected since the last accepted one: since when, and how many.
alter table reader_health add column last_accepted_at integer;
alter table reader_health add column last_applied_at integer;
alter table reader_health add column rejected_since integer;
alter table reader_health add column rejected_count integer not null default 0;
-- What the last problem is about, and the antenna that it names; null in rows of earlier versions.
alter table reader_health add column problem_kind text;
alter table reader_health add column problem_port integer;
update reader_health set
  last_accepted_at = iif(json_extract(messages, '$.accepted') > 0, last_message_at, null),
  last_applied_at = iif(json_extract(reads, '$.applied') > 0, last_read_at, null);
