-- The time zone of the times that a reader sends, and the first of the messages whose times are behind by the same
-- amount (docs/history.md, Time of a read).
alter table readers add column time_zone text;
alter table reader_health add column lag_since bigint;
alter table reader_health add column lag_sent_at bigint;
alter table reader_health add column lag_messages bigint not null default 0;
