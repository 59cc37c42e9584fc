-- Sessions of MQTT subscribers that outlive their connection (docs/decisions/0029-mqtt-out.md).
create table mqtt_sessions (
  api_key_id text not null references api_keys (id),
  client_id text not null,
  organization_id integer not null references organizations (id),
  -- JSON list of subscriptions.
  subscriptions text not null,
  -- The client has acknowledged all messages about events up to this sequence.
  cursor integer not null,
  expires_at text not null,
  primary key (api_key_id, client_id)
) strict, without rowid;
create index mqtt_sessions_expiry on mqtt_sessions (expires_at);

-- The events that were published to the external broker, by organization.
create table mqtt_publications (
  organization_id integer primary key references organizations (id),
  cursor integer not null
) strict;
