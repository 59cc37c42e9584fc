-- The values of the fields of assets (migration 0069 of SQLite).
create table asset_field_values (
  asset_id bigint not null,
  field_id bigint not null,
  value text collate "C" not null,
  state bigint not null,
  primary key (asset_id, field_id)
);
create index asset_field_values_value on asset_field_values (field_id, state, value, asset_id);

create function keep_field_state() returns trigger language plpgsql as $$ begin
  update asset_field_values set state = new.state where asset_id = new.id;
  return null;
end $$;
create trigger assets_field_state after update on assets for each row when (new.state <> old.state)
  execute function keep_field_state();

alter table asset_fields add column indexed_to bigint default 0;
create index asset_fields_unfinished on asset_fields (organization_id) where indexed_to is not null;
