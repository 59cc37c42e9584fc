-- Label printers and print jobs (docs/decisions/0053-labels.md).

create table printers (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  name text not null,
  host text not null,
  port integer not null,
  dpi integer not null,
  has_rfid integer not null,
  -- Millimeters to the right and down.
  correction_x real not null,
  correction_y real not null,
  -- What the printer has said last, and since when it has said so: microseconds since 1970.
  state text not null,
  since integer not null,
  -- A sentence; null without a problem.
  problem text,
  created_at text not null,
  updated_at text not null
) strict;
create index printers_of_organization on printers (organization_id, id);

create table print_jobs (
  id integer primary key autoincrement,
  organization_id integer not null references organizations (id),
  template_id integer not null,
  -- The template as it was when the job was created: JSON.
  template text not null,
  -- Null: a browser prints the labels.
  printer_id integer,
  -- Which numbers the labels get: JSON; null: none.
  encode text,
  state text not null,
  -- A sentence; null without a reason.
  reason text,
  -- Since when the job has this state, or waits for the printer: microseconds since 1970.
  since integer not null,
  -- Labels by state.
  queued integer not null,
  sent integer not null,
  verified integer not null,
  live integer not null,
  void integer not null,
  created_by text,
  created_by_name text not null,
  created_at text not null,
  ended_at integer
) strict;
create index print_jobs_of_organization on print_jobs (organization_id, id);
create index print_jobs_open on print_jobs (printer_id, id) where ended_at is null;
create index print_jobs_ended on print_jobs (ended_at) where ended_at is not null;
create index print_jobs_ended_of_organization on print_jobs (organization_id, ended_at) where ended_at is not null;

create table print_labels (
  id integer primary key autoincrement,
  job_id integer not null,
  organization_id integer not null references organizations (id),
  -- The order of printing. A label that is printed again has the position of the void one.
  position integer not null,
  asset_id integer not null,
  asset_key text not null,
  epc text,
  tid text,
  state text not null,
  reason text,
  -- Since when the label has this state: microseconds since 1970.
  at integer not null,
  -- The live label that is void as soon as this one is live.
  replaces integer
) strict;
create index print_labels_in_order on print_labels (job_id, position, id);
create index print_labels_in_state on print_labels (job_id, state, position, id);
create index print_labels_epc on print_labels (organization_id, epc) where epc is not null;
create index print_labels_tid on print_labels (organization_id, tid) where tid is not null;
