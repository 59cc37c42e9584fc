-- The object that a dismissed tag names, so that its other spellings are dismissed, too. Empty: none, or a prefix. Null: it was dismissed by
-- an earlier version, and only its normal form is.
alter table dismissed_tags add column identity text;
create index dismissed_tags_identity on dismissed_tags (organization_id, identity) where identity <> '';
