-- Reports that are sent by mail on a schedule (docs/internal-api.md, Mail schedules). Times without a note are microseconds since 1970.

create table mail_schedules (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  -- The user whose rights it has.
  owner_id text not null,
  owner_name text not null,
  name text not null,
  -- 'week', 'dwell', 'flows', 'occupancy' or 'view'.
  kind text not null,
  -- A saved view, which may have been deleted.
  view_id integer,
  -- 1 is Monday; null: each day.
  weekday integer,
  -- In the time zone of the organization.
  hour integer not null,
  -- JSON: users and addresses.
  recipients text not null,
  is_enabled integer not null,
  -- When it is sent next; null while it is switched off.
  next_at integer,
  -- RFC 3339.
  created_at text not null,
  updated_at text not null
) strict;
create index mail_schedules_of_organization on mail_schedules (organization_id, id);
create index mail_schedules_next on mail_schedules (next_at) where next_at is not null;

-- A mail of a schedule for one recipient, or why there was none. It is stored in the transaction that sets the next time.
create table scheduled_mails (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  schedule_id integer not null references mail_schedules (id) on delete cascade,
  due_at integer not null,
  -- Whether a person asked for it.
  is_extra integer not null,
  user_id text,
  -- Empty when it was not queued for anybody.
  address text not null,
  -- 'queued', 'sending', 'sent', 'failed', 'dropped', 'missed' or 'skipped'.
  state text not null,
  queued_at integer not null,
  -- When the next attempt may begin.
  attempt_at integer not null,
  attempts integer not null,
  -- The instance that sends it, and since when.
  claimed_by text,
  claimed_at integer,
  ended_at integer,
  -- A stored sentence.
  error text
) strict;
create unique index scheduled_mails_of_schedule on scheduled_mails (schedule_id, due_at, address, is_extra);
create index scheduled_mails_queue on scheduled_mails (attempt_at) where state = 'queued';
create index scheduled_mails_sending on scheduled_mails (claimed_at) where state = 'sending';
create index scheduled_mails_ended on scheduled_mails (ended_at) where ended_at is not null;
create index scheduled_mails_number on scheduled_mails (organization_id, id);
