-- The value of each field of each asset, as text in the order of the values (decision 0041). Empty: none.
create table asset_field_values (
  asset_id integer not null,
  field_id integer not null,
  value text not null,
  -- That of the asset.
  state integer not null,
  primary key (asset_id, field_id)
) strict, without rowid;
create index asset_field_values_value on asset_field_values (field_id, state, value);

create trigger assets_field_state after update on assets when new.state <> old.state begin
  update asset_field_values set state = new.state where asset_id = new.id;
end;

-- The assets up to this id have their values in asset_field_values. Null: all of them.
alter table asset_fields add column indexed_to integer default 0;
create index asset_fields_unfinished on asset_fields (organization_id) where indexed_to is not null;
