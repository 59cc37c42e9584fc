-- The search index of assets (docs/decisions/0018-search.md). A segment is a set of assets of an organization whose
-- search texts are indexed together. Its data never changes. An asset that changes is pending until a newer segment
-- contains it.

create table search_segments (
  -- Never used again, because data of segments may be cached.
  id integer primary key autoincrement,
  organization_id integer not null,
  -- building, ready or dropped.
  status text not null,
  size integer not null,
  -- UTF-16 code units of all texts.
  text_length integer not null,
  first_asset_id integer not null,
  last_asset_id integer not null,
  outdated_count integer not null,
  -- A bit for each asset that has changed since, when a newer segment contains it. Null when there is none.
  outdated blob
) strict;
create index search_segments_organization on search_segments (organization_id, status);

-- The data of segments (src/storage/search/format.ts). The keys have their own index, because rows are large.
create table search_data (
  id integer primary key,
  segment_id integer not null,
  kind integer not null,
  position integer not null,
  data blob not null
) strict;
create unique index search_data_key on search_data (segment_id, kind, position);

-- The assets that have changed since they were indexed. A search reads their rows.
create table search_pending (
  organization_id integer not null,
  asset_id integer not null,
  -- Distinguishes the changes of an asset.
  stamp integer not null,
  primary key (organization_id, asset_id)
) strict, without rowid;

-- Organizations whose existing assets are not indexed yet: those after one id, up to another.
create table search_backlogs (
  organization_id integer primary key,
  after_id integer not null,
  last_id integer not null
) strict;

create trigger assets_search_insert after insert on assets begin
  insert into search_pending values (new.organization_id, new.id, 1) on conflict do update set stamp = stamp + 1;
end;
create trigger assets_search_update after update on assets begin
  insert into search_pending values (new.organization_id, new.id, 1) on conflict do update set stamp = stamp + 1;
end;
create trigger assets_search_delete after delete on assets begin
  insert into search_pending values (old.organization_id, old.id, 1) on conflict do update set stamp = stamp + 1;
end;
-- A segment tells which assets have a placement, because the report lists only these.
create trigger placements_search_insert after insert on placements begin
  insert into search_pending values (new.organization_id, new.asset_id, 1) on conflict do update set stamp = stamp + 1;
end;
create trigger placements_search_delete after delete on placements begin
  insert into search_pending values (old.organization_id, old.asset_id, 1) on conflict do update set stamp = stamp + 1;
end;

insert into search_backlogs select organization_id, 0, max(id) from assets group by organization_id;
