-- A tag whose value consists of separators is its own normal form, because the empty one made all of them the same tag
-- (docs/history.md, Tag match).
update tags set normalized = value where normalized = '';
update unknown_tags set normalized = value where normalized = '';
update dismissed_tags set normalized = value where normalized = '';
delete from shared_tags where normalized = '';
