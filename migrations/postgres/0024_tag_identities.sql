-- The object that the value of a tag names (migration 0046 of SQLite).
alter table tags add column identity text collate "C";
create index tags_identity on tags (organization_id, identity) where deleted_at is null and identity <> '';
create index tags_without_identity on tags (id) where identity is null;
