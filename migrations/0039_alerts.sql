-- Alert rules and alerts (docs/decisions/0039-alerts.md). Times without a note are microseconds since 1970.

create table alert_rules (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  name text not null,
  kind text not null,
  -- JSON: which assets the rule is about.
  scope text not null,
  location_id integer,
  from_location_id integer,
  minutes integer,
  min_count integer,
  max_count integer,
  hold_seconds integer not null,
  clear_seconds integer not null,
  -- JSON: a time zone and hours of the week; null: always.
  hours text,
  severity text not null,
  is_enabled integer not null,
  -- Why the service has switched it off, as a stored sentence.
  paused_reason text,
  -- Since when the rule is on in its present form; null while it is off.
  enabled_at integer,
  -- A rule `missing` has looked at all assets whose last read was before this time.
  watched_up_to integer not null default 0,
  -- RFC 3339.
  created_at text not null,
  updated_at text not null
) strict;
create index alert_rules_of_organization on alert_rules (organization_id, id);

create table alerts (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  rule_id integer not null,
  -- The names and keys are those of the moment at which it opened.
  rule_name text not null,
  kind text not null,
  severity text not null,
  subject_kind text not null,
  subject_id integer not null,
  subject_key text not null,
  subject_name text not null,
  location_id integer,
  location_key text,
  opened_at integer not null,
  recorded_at integer not null,
  is_late integer not null,
  occurrences integer not null,
  -- When the condition became true, and the event that made it so.
  evidence_at integer not null,
  evidence_sequence integer,
  evidence_event_id integer,
  -- A stored sentence.
  evidence_reason text,
  acknowledged_at integer,
  acknowledged_by text,
  acknowledged_name text,
  note text,
  snoozed_until integer,
  closed_at integer,
  close_reason text
) strict;
-- One open alert at most for each rule and subject.
create unique index alerts_open on alerts (rule_id, subject_id) where closed_at is null;
create index alerts_open_time on alerts (organization_id, opened_at, id) where closed_at is null;
create index alerts_time on alerts (organization_id, opened_at, id);
create index alerts_subject on alerts (organization_id, subject_kind, subject_id, closed_at);
create index alerts_rule on alerts (rule_id, closed_at);
create index alerts_closed on alerts (closed_at) where closed_at is not null;

-- What happened to an alert, and who did it; without a user, the service.
create table alert_acts (
  id integer primary key autoincrement,
  alert_id integer not null references alerts (id) on delete cascade,
  at integer not null,
  action text not null,
  user_id text,
  user_name text,
  note text
) strict;
create index alert_acts_of_alert on alert_acts (alert_id, id);

-- When a rule must be looked at again for a subject although nothing happens.
create table alert_timers (
  rule_id integer not null,
  subject_id integer not null,
  organization_id integer not null,
  due_at integer not null,
  -- For `missing`: the last message of the readers of the place when all of them were found silent.
  waited_from integer,
  -- For `missing`: the asset is not missing before, because its readers were silent.
  not_before integer,
  primary key (rule_id, subject_id)
) strict, without rowid;
create index alert_timers_due on alert_timers (due_at);
create index alert_timers_subject on alert_timers (subject_id);

-- What must be looked at in slices: the subjects of a rule, or the assets at a location that was moved in the tree.
create table alert_scans (
  id integer primary key autoincrement,
  organization_id integer not null,
  rule_id integer,
  location_id integer,
  after_id integer not null
) strict;

-- How far the event log of an organization was evaluated.
create table alert_cursors (
  organization_id integer primary key,
  sequence integer not null,
  -- Increases with each stored evaluation, so that of two instances only one stores its result.
  pass integer not null,
  -- Increases with each change of a rule.
  rules integer not null
) strict;

-- When the service last ran, and the times in which it did not.
create table alert_watch (
  id integer primary key check (id = 1),
  alive_at integer not null
) strict;
create table alert_gaps (
  started_at integer primary key,
  ended_at integer not null
) strict;
