-- Label templates of the organizations (docs/decisions/0053-labels.md). Lengths are in millimeters.
create table label_templates (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  name text not null,
  width_mm real not null,
  height_mm real not null,
  gap_mm real not null,
  margin_mm real not null,
  -- JSON: the elements as the service returns them.
  elements text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index label_templates_organization on label_templates (organization_id, id);
