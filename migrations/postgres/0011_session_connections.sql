-- The connection that stores the session. After its client has connected again, perhaps to another instance, a late write of the
-- earlier connection must not replace what the later one has stored (docs/decisions/0029-mqtt-out.md).
alter table mqtt_sessions add column connection text collate "C";
