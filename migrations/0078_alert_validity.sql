-- Assets begin and cease to be in effect by the clock, without an event (docs/alerts.md, Scope).
create index assets_ends on assets (organization_id, valid_to, id) where valid_to is not null;
create index assets_starts on assets (organization_id, starts_at, id) where starts_at is not null;

-- All assets that began or ceased to be in effect up to this time were looked at.
alter table alert_cursors add column validity_up_to integer not null default 0;
