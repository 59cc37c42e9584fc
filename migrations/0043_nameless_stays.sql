-- The stays whose asset is forgotten, for reports of parts of a day (docs/decisions/0043-stays.md).

create index stays_nameless_begun on stays (location_id, begun_at) where asset_id is null;
