-- Webhooks (docs/decisions/0028-webhooks.md).

create table webhooks (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  name text not null,
  url text not null,
  -- JSON: types of events; empty: all.
  types text not null,
  -- Only events at this location or below it.
  location_id integer,
  -- Sequence of the last event that was delivered or is not for this webhook.
  cursor integer not null,
  -- Encrypted with a key that is derived from the signing key.
  secret text not null,
  -- The secret before the last rotation, which also signs until it expires.
  previous_secret text,
  previous_expires_at integer,
  is_enabled integer not null,
  -- 'gone' or 'failing' when the service has disabled it.
  disabled_reason text,
  -- Failed attempts of the event after the cursor, and the time of the first failure.
  failures integer not null,
  failing_since integer,
  next_attempt_at integer,
  last_error text,
  -- Number of events that retention deleted before they were delivered.
  lost_events integer not null,
  created_at text not null,
  updated_at text not null
) strict;
create index webhooks_of_organization on webhooks (organization_id);

-- Attempts that were requested: of one event, or of a test when sequence is null.
create table webhook_requests (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks (id) on delete cascade,
  sequence integer
) strict;
create index webhook_requests_of_webhook on webhook_requests (webhook_id);

create table webhook_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks (id) on delete cascade,
  sequence integer,
  type text not null,
  attempted_at integer not null,
  duration_ms integer not null,
  -- Null without a response.
  status integer,
  -- Why the attempt failed; null when it succeeded.
  error text,
  -- The first bytes of the response.
  response text not null
) strict;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_time on webhook_deliveries (attempted_at);
