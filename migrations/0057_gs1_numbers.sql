-- GS1 company prefixes and the next serial of each kind (docs/decisions/0051-numbers.md).

create table gs1_prefixes (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  prefix text not null,
  -- Whether an owner of the installation allows it although another organization has it, too.
  is_shared integer not null,
  created_at text not null
) strict;
create unique index gs1_prefixes_organization on gs1_prefixes (organization_id, prefix);
create index gs1_prefixes_prefix on gs1_prefixes (prefix);

-- Of the installation, so that organizations with one prefix never mint the same number. Rows stay when the prefix is deleted.
create table gs1_counters (
  prefix text not null,
  scheme text not null,
  -- Asset type or item reference; empty for GIAI and SSCC.
  reference text not null,
  next_serial integer not null,
  -- The database in which the serial was confirmed.
  place text not null,
  primary key (prefix, scheme, reference)
) strict, without rowid;

-- The database in which the first number could be minted. In a restored one, no kind is minted before it is confirmed.
create table gs1_origin (id integer primary key check (id = 1), place text not null) strict;

insert into gs1_prefixes (organization_id, prefix, is_shared, created_at)
  select id, gs1_company_prefix, 0, created_at from organizations where gs1_company_prefix is not null order by id;
