-- Searches for assets (docs/decisions/0046-searches.md). Times without a note are microseconds since 1970.

create table searches (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  asset_id integer not null,
  state text not null,
  -- Who wants the asset. The id is null if the service has begun the search.
  for_user_id text,
  for_name text not null,
  note text,
  -- The stocktake whose close has begun the search.
  stocktake_id integer,
  opened_at integer not null,
  -- Who looks for the asset.
  searcher_id text,
  searcher_name text,
  -- When it was found or given up, by whom, where, and what was said about it.
  closed_at integer,
  closed_by_id text,
  closed_by_name text,
  location_id integer,
  closing_note text
) strict;
create unique index searches_open on searches (asset_id) where closed_at is null;
create index searches_of_organization on searches (organization_id, state, id);
create index searches_of_asset on searches (asset_id, id);
create index searches_closed on searches (closed_at) where closed_at is not null;
create index searches_closed_of_organization on searches (organization_id, closed_at) where closed_at is not null;
