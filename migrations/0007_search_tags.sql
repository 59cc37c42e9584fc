-- The folded values of an asset's live tags, so that a search reads one row for each asset and none of its tags.
alter table assets add column search_tags text not null default '';
update assets set search_tags = coalesce(
  (select group_concat(search_value, char(31)) from tags where asset_id = assets.id and deleted_at is null), '');
