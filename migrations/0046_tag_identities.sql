-- The object that the value of a tag names, for all spellings of one GS1 key: its element string, or the bits of an EPC. Empty: none.
-- Null: not computed yet; a task computes it after the upgrade (docs/history.md, Tag match).
alter table tags add column identity text;
create index tags_identity on tags (organization_id, identity) where deleted_at is null and identity <> '';
create index tags_without_identity on tags (id) where identity is null;
