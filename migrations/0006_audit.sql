-- Who changed what: an entry for each change of an organization's records, in the transaction that makes it.
create table audit_entries (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  changed_at text not null,
  -- Names are those of the day; ids stay when what they belong to is renamed or gone.
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text,
  -- JSON objects; of a change the changed fields alone.
  before text,
  after text
) strict;
create index audit_entries_time on audit_entries (organization_id, changed_at);
create index audit_entries_actor_kind on audit_entries (organization_id, actor_kind, changed_at);
create index audit_entries_actor on audit_entries (organization_id, actor_id, changed_at);
create index audit_entries_action on audit_entries (organization_id, action, changed_at);
create index audit_entries_subject_kind on audit_entries (organization_id, subject_kind, changed_at);
create index audit_entries_subject on audit_entries (organization_id, subject_id, changed_at);

-- Null: for ever.
alter table organizations add column audit_days integer default 400;
