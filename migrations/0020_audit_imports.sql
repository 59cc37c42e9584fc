-- The entries of an import are one row of the change log: the first of them, and the others are folded into it.
alter table audit_entries add column import_id text;
alter table audit_entries add column is_folded integer not null default 0;
create index audit_entries_import on audit_entries (organization_id, import_id, changed_at) where import_id is not null;

-- The number of entries of each import.
create table audit_imports (
  organization_id integer not null references organizations (id),
  import_id text not null,
  entries integer not null,
  primary key (organization_id, import_id)
) strict, without rowid;
create trigger audit_imports_delete after delete on audit_entries when old.import_id is not null begin
  update audit_imports set entries = entries - 1
    where organization_id = old.organization_id and import_id = old.import_id;
  delete from audit_imports
    where organization_id = old.organization_id and import_id = old.import_id and entries < 1;
end;

-- The counts of blocks (0016) also tell folded entries from others.
drop trigger audit_entries_count_insert;
drop trigger audit_entries_count_delete;
drop trigger audit_entries_count_move;
create table audit_counts_by_fold (
  organization_id integer not null,
  block integer not null,
  subject_kind text not null,
  action text not null,
  actor_kind text not null,
  actor_id text not null,
  is_folded integer not null,
  count integer not null,
  first_at text not null,
  last_at text not null,
  primary key (organization_id, block, subject_kind, action, actor_kind, actor_id, is_folded)
) strict, without rowid;
insert into audit_counts_by_fold
  select organization_id, block, subject_kind, action, actor_kind, actor_id, 0, count, first_at, last_at from audit_counts;
drop table audit_counts;
alter table audit_counts_by_fold rename to audit_counts;

create trigger audit_entries_count_insert after insert on audit_entries begin
  insert into audit_counts
    values (new.organization_id, new.id >> 14, new.subject_kind, new.action, new.actor_kind, coalesce(new.actor_id, ''),
      new.is_folded, 1, new.changed_at, new.changed_at)
    on conflict do update set count = count + 1, first_at = min(first_at, excluded.first_at),
      last_at = max(last_at, excluded.last_at);
end;
create trigger audit_entries_count_delete after delete on audit_entries begin
  update audit_counts set count = count - 1
    where organization_id = old.organization_id and block = old.id >> 14 and subject_kind = old.subject_kind
      and action = old.action and actor_kind = old.actor_kind and actor_id = coalesce(old.actor_id, '')
      and is_folded = old.is_folded;
  delete from audit_counts
    where count = 0 and organization_id = old.organization_id and block = old.id >> 14
      and subject_kind = old.subject_kind and action = old.action and actor_kind = old.actor_kind
      and actor_id = coalesce(old.actor_id, '') and is_folded = old.is_folded;
end;
create trigger audit_entries_count_move after update of changed_at on audit_entries begin
  update audit_counts set first_at = min(first_at, new.changed_at), last_at = max(last_at, new.changed_at)
    where organization_id = old.organization_id and block = old.id >> 14 and subject_kind = old.subject_kind
      and action = old.action and actor_kind = old.actor_kind and actor_id = coalesce(old.actor_id, '')
      and is_folded = old.is_folded;
end;
