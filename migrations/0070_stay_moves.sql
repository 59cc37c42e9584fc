-- The moves of a day are read from the index alone (docs/decisions/0021-floor-plans.md).
drop index stays_organization;
create index stays_organization on stays (organization_id, begun_at, asset_id, location_id, previous_location_id)
  where asset_id is not null;
