-- The number of audit entries of each kind in each block of 16,384 ids, so that totals and deep pages of the audit log do
-- not read its entries (docs/decisions/0016-kept-counts.md).
create table audit_counts (
  organization_id integer not null,
  -- The id of an entry divided by 16,384.
  block integer not null,
  subject_kind text not null,
  action text not null,
  actor_kind text not null,
  -- Empty for Whereabouts itself.
  actor_id text not null,
  count integer not null,
  -- No entry is earlier or later. After deletions and moves, the entries may begin later and end earlier.
  first_at text not null,
  last_at text not null,
  primary key (organization_id, block, subject_kind, action, actor_kind, actor_id)
) strict, without rowid;

create trigger audit_entries_count_insert after insert on audit_entries begin
  insert into audit_counts
    values (new.organization_id, new.id >> 14, new.subject_kind, new.action, new.actor_kind, coalesce(new.actor_id, ''), 1,
      new.changed_at, new.changed_at)
    on conflict do update set count = count + 1, first_at = min(first_at, excluded.first_at),
      last_at = max(last_at, excluded.last_at);
end;
create trigger audit_entries_count_delete after delete on audit_entries begin
  update audit_counts set count = count - 1
    where organization_id = old.organization_id and block = old.id >> 14 and subject_kind = old.subject_kind
      and action = old.action and actor_kind = old.actor_kind and actor_id = coalesce(old.actor_id, '');
  delete from audit_counts
    where count = 0 and organization_id = old.organization_id and block = old.id >> 14
      and subject_kind = old.subject_kind and action = old.action and actor_kind = old.actor_kind
      and actor_id = coalesce(old.actor_id, '');
end;
create trigger audit_entries_count_move after update of changed_at on audit_entries begin
  update audit_counts set first_at = min(first_at, new.changed_at), last_at = max(last_at, new.changed_at)
    where organization_id = old.organization_id and block = old.id >> 14 and subject_kind = old.subject_kind
      and action = old.action and actor_kind = old.actor_kind and actor_id = coalesce(old.actor_id, '');
end;

-- Counts the existing entries.
insert into audit_counts
  select organization_id, id >> 14, subject_kind, action, actor_kind, coalesce(actor_id, ''), count(*), min(changed_at),
    max(changed_at)
  from audit_entries group by 1, 2, 3, 4, 5, 6;
