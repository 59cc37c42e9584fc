-- What EPCIS names the things of an event by (docs/decisions/0030-epcis.md).

alter table organizations add column gs1_company_prefix text;
-- The SGLN of a location, as an EPC URI.
create table location_sglns (
  location_id integer primary key references locations (id) on delete cascade,
  sgln text not null
) strict;

-- The names of that moment: an EPC URI, or the id when there is none; for an antenna `reader:antenna`. Null: not an EPCIS event.
alter table event_log add column epc text;
alter table event_log add column read_point text;
alter table event_log add column biz_location text;
create index event_log_named on event_log (organization_id, occurred_at, sequence) where epc is not null;
create index event_log_epc on event_log (organization_id, epc, occurred_at, sequence) where epc is not null;
create index event_log_read_point on event_log (organization_id, read_point, occurred_at, sequence)
  where read_point is not null;
create index event_log_biz_location on event_log (organization_id, biz_location, occurred_at, sequence)
  where biz_location is not null;
