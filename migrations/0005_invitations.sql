-- Invitations that can still be accepted, until they expire: one that was accepted or revoked is gone.
create table invitations (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  environment text not null,
  -- Case-folded; null where anybody who has the link may accept.
  email text,
  role text not null,
  -- SHA-256 of the secret in the link.
  token_hash text not null unique,
  invited_by text not null references users (id),
  created_at text not null,
  expires_at text not null
) strict;
create index invitations_organization on invitations (organization_id, created_at);
create index invitations_expiry on invitations (expires_at);

create index memberships_organization on memberships (organization_id);
create index sessions_user on sessions (user_id);
