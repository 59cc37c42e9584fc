-- IANA name of the zone of days and hours; null: that of each browser (docs/internal-api.md, Organizations).
alter table organizations add column time_zone text;
