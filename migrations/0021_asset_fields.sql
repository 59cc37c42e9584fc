-- Fields that an organization defines for its assets. The values are in the metadata of the assets, under the key of the
-- field.
create table asset_fields (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  field_key text not null,
  name text not null,
  -- text, number, date or choice.
  kind text not null,
  -- The options of a choice, as a JSON array.
  options text not null,
  is_required integer not null,
  -- The order in forms and lists, from 1.
  position integer not null,
  created_at text not null,
  updated_at text not null,
  unique (organization_id, field_key)
) strict;
