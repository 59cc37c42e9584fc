-- What alerts send: mail and outputs (docs/alerts.md). Times without a note are microseconds since 1970.

-- JSON: the users, addresses and outputs that a rule tells.
alter table alert_rules add column recipients text not null default '[]';
alter table alert_rules add column renotify_minutes integer;
-- When an open alert is told again; null: never.
alter table alerts add column remind_at integer;
create index alerts_remind on alerts (remind_at) where closed_at is null and remind_at is not null;
alter table organizations add column mail_language text not null default 'en';

-- A message about an alert. It is stored in the transaction of the alert.
create table alert_messages (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  alert_id integer not null references alerts (id) on delete cascade,
  -- 'mail' or 'output'.
  channel text not null,
  -- 'opened', 'reminder' or 'withdrawn' of mail; 'on' or 'off' of an output.
  purpose text not null,
  user_id text,
  output_id integer,
  -- The e-mail address, or the name of the output.
  address text not null,
  -- 'queued', 'sending', 'sent', 'failed' or 'dropped'.
  state text not null,
  queued_at integer not null,
  due_at integer not null,
  attempts integer not null,
  -- The mail that it is part of: the id of the first message of it.
  batch integer,
  is_digest integer not null,
  -- The instance that sends it, and since when.
  claimed_by text,
  claimed_at integer,
  -- When it was sent, or was found not to be sent.
  ended_at integer,
  -- A stored sentence.
  error text
) strict;
create index alert_messages_of_alert on alert_messages (alert_id, id);
create index alert_messages_queue on alert_messages (channel, organization_id, address, due_at) where state = 'queued';
create index alert_messages_of_output on alert_messages (output_id, id) where state = 'queued';
create index alert_messages_sending on alert_messages (claimed_at) where state = 'sending';
create index alert_messages_recent on alert_messages (organization_id, address, ended_at);
create index alert_messages_ended on alert_messages (ended_at) where ended_at is not null;
create index alert_messages_number on alert_messages (organization_id, id);

-- Whether mail can be sent. It has one row at most.
create table mail_state (
  id integer primary key check (id = 1),
  failures integer not null,
  failing_since integer,
  next_attempt_at integer,
  -- A stored sentence.
  error text,
  slow_since integer,
  last_sent_at integer
) strict;

-- Lamps and sirens: what alerts switch on.
create table alert_outputs (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  name text not null,
  -- 'shelly', 'http' or 'mqtt'.
  kind text not null,
  url text,
  topic text,
  body_on text not null,
  body_off text not null,
  -- What was sent last: 'on' or 'off'; null: nothing.
  sent_state text,
  sent_at integer,
  failures integer not null,
  failing_since integer,
  next_attempt_at integer,
  -- A stored sentence.
  error text,
  -- RFC 3339.
  created_at text not null,
  updated_at text not null
) strict;
create index alert_outputs_of_organization on alert_outputs (organization_id, id);

-- The open alerts that keep an output on.
create table alert_output_holds (
  output_id integer not null references alert_outputs (id) on delete cascade,
  alert_id integer not null references alerts (id) on delete cascade,
  primary key (output_id, alert_id)
) strict, without rowid;
create index alert_output_holds_of_alert on alert_output_holds (alert_id);
