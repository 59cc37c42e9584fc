-- The object that an unknown tag names (migration 0064 of SQLite).
alter table unknown_tags add column identity text collate "C";
create index unknown_tags_identity on unknown_tags (organization_id, identity) where identity <> '';
