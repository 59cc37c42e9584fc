-- The object that an unknown tag names, so that it is bound together with the other spellings of one key. It is null until
-- the next read of a tag of an earlier version.
alter table unknown_tags add column identity text;
create index unknown_tags_identity on unknown_tags (organization_id, identity) where identity <> '';
