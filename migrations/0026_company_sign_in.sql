-- Second factors and sign-in with providers (docs/decisions/0026-company-sign-in.md).

-- The authenticator app of a user.
create table totp_apps (
  user_id text primary key references users (id),
  -- Encrypted with a key that is derived from the signing key.
  secret text not null,
  created_at text not null,
  -- Null until the user has entered the first code.
  confirmed_at text,
  -- The time step of the last accepted code: a code works once.
  last_step integer not null
) strict, without rowid;

create table recovery_codes (
  user_id text not null references users (id),
  -- SHA-256 of the code.
  hash text not null,
  primary key (user_id, hash)
) strict, without rowid;

-- Users of providers.
create table provider_identities (
  issuer text not null,
  -- The claim sub.
  subject text not null,
  user_id text not null references users (id),
  created_at text not null,
  primary key (issuer, subject)
) strict, without rowid;
create index provider_identities_user on provider_identities (user_id);

-- Accounts whose password is accepted although local sign-in is off.
create table local_sign_ins (
  user_id text primary key references users (id),
  expires_at text not null
) strict, without rowid;

-- The issuer of the provider that began the session; null for a password.
alter table sessions add column issuer text;

create table passkeys (
  -- The id of the credential, base64url.
  id text primary key,
  user_id text not null references users (id),
  name text not null,
  -- COSE, base64url.
  public_key text not null,
  -- The counter of the authenticator: it grows, or stays 0.
  counter integer not null,
  created_at text not null,
  last_used_at text
) strict, without rowid;
create index passkeys_user on passkeys (user_id);
