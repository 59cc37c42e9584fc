-- The object that a dismissed tag names (migration 0073 of SQLite).
alter table dismissed_tags add column identity text collate "C";
create index dismissed_tags_identity on dismissed_tags (organization_id, identity) where identity <> '';
