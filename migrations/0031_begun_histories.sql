-- The total of time travel is the number of histories that had begun (docs/decisions/0016-kept-counts.md). Most assets have no
-- limits, and the number of these is a range of a small index.
create index placements_begun on placements (organization_id, first_at)
  where asset_valid_from is null and asset_ends_at is null and asset_deleted_at is null;
create index placements_begun_limited on placements
  (organization_id, first_at, asset_valid_from, asset_ends_at, asset_deleted_at)
  where asset_valid_from is not null or asset_ends_at is not null or asset_deleted_at is not null;
