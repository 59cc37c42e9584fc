-- Alerts about what tags measure, and presses of their buttons (docs/decisions/0052-telemetry.md). Times are microseconds
-- since 1970.

-- For rules about measured values: the value that is compared.
alter table alert_rules add column threshold real;
create index alert_rules_threshold on alert_rules (organization_id) where threshold is not null;

-- When the last value of an asset was beyond the threshold of a rule.
create table telemetry_spans (
  id integer primary key autoincrement,
  organization_id integer not null,
  rule_id integer not null,
  asset_id integer not null references assets (id),
  started_at integer not null,
  -- Null: it still is.
  ended_at integer
) strict;
create unique index telemetry_spans_of_rule on telemetry_spans (rule_id, asset_id, started_at);
create unique index telemetry_spans_open on telemetry_spans (asset_id, rule_id) where ended_at is null;
create index telemetry_spans_ended on telemetry_spans (ended_at) where ended_at is not null;

-- Presses of the buttons of tags. Several advertisements tell of one press.
create table tag_presses (
  id integer primary key autoincrement,
  organization_id integer not null,
  asset_id integer not null references assets (id),
  tag_id integer not null,
  -- The kind of press, as the tag sends it.
  press integer not null,
  -- The number of the packet, when the tag sends one.
  packet integer,
  first_at integer not null,
  last_at integer not null
) strict;
create index tag_presses_of_tag on tag_presses (tag_id, first_at);
create index tag_presses_of_asset on tag_presses (asset_id, first_at);
create index tag_presses_of_organization on tag_presses (organization_id, first_at);
create index tag_presses_first on tag_presses (first_at);
