-- Floor plans and wall links (docs/decisions/0020-floor-plans.md). A plan belongs to a location. Its areas are a JSON
-- array. The image has its own table, in parts that are small enough to be read and sent one after another.
create table plans (
  location_id integer primary key references locations (id),
  organization_id integer not null references organizations (id),
  media_type text,
  width integer,
  height integer,
  -- SHA-256 of the image.
  image_hash text,
  image_bytes integer,
  areas text not null,
  created_at text not null,
  updated_at text not null
) strict;

create table plan_image_parts (
  location_id integer not null references locations (id),
  part integer not null,
  bytes blob not null,
  primary key (location_id, part)
) strict;

create table wall_links (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  location_id integer not null references locations (id),
  name text not null,
  -- SHA-256 of the secret in the link.
  token_hash text not null,
  created_by text not null,
  created_at text not null
) strict;
create index wall_links_organization on wall_links (organization_id, id);
create index wall_links_location on wall_links (location_id);

-- A deleted location has neither.
create trigger locations_drop_plan after update of deleted_at on locations when new.deleted_at is not null begin
  delete from plan_image_parts where location_id = new.id;
  delete from plans where location_id = new.id;
  delete from wall_links where location_id = new.id;
end;
