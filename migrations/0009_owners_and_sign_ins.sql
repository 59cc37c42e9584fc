-- Owners of the installation (docs/decisions/0011-installation-owner.md).
create table owners (
  user_id text primary key references users (id),
  added_at text not null
) strict, without rowid;

-- An earlier version had none: the earliest account that is admin of an organization becomes owner.
insert into owners (user_id, added_at)
select id, created_at from users
where exists (select 1 from memberships where memberships.user_id = users.id and memberships.role = 'admin')
order by created_at, rowid
limit 1;

-- Addresses and devices from which an account has signed in: outside of the account-wide limit of failures.
create table known_origins (
  -- The id of a person or of an API key.
  account_id text not null,
  -- address or device.
  kind text not null,
  -- The address, or the SHA-256 of the token in the cookie of the device.
  origin text not null,
  seen_at text not null,
  -- Whether it has signed in more than once: those that have not are forgotten first.
  has_returned integer not null,
  primary key (account_id, kind, origin)
) strict, without rowid;
-- Several people may use one device.
create index known_origins_origin on known_origins (kind, origin);
create index known_origins_seen on known_origins (seen_at);

-- Links by which a person sets a new password, one for each person.
create table password_resets (
  user_id text primary key references users (id),
  -- SHA-256 of the secret in the link.
  token_hash text not null unique,
  expires_at text not null
) strict, without rowid;
