-- A reset link works only while its creator may create it (docs/decisions/0011-installation-owner.md). Null for the operator of the
-- machine. Links of earlier versions are deleted, because their creators are unknown.
alter table password_resets add column created_by text references users (id);
delete from password_resets;
