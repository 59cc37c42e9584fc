-- Texts are compared by their bytes, regardless of the collation of the database.
alter table readers alter column time_zone type text collate "C";
