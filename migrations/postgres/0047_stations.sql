-- Encode stations: the reader that proves the labels of a job (docs/decisions/0053-labels.md). Null: none.
alter table print_jobs add column station_reader_id bigint;
create unique index print_jobs_station on print_jobs (station_reader_id) where station_reader_id is not null;
