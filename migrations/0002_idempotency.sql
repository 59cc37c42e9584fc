-- The answers of POSTs that came with an Idempotency-Key, each written together with the change that it tells of.
create table idempotency_keys (
  -- The API key, or the person in one organization, that sent the key.
  owner text not null,
  key text not null,
  -- SHA-256 of what was asked: the same key with another request is a mistake.
  fingerprint text not null,
  status integer not null,
  location text,
  body text not null,
  created_at text not null,
  primary key (owner, key)
) strict, without rowid;
create index idempotency_keys_created on idempotency_keys (created_at);
