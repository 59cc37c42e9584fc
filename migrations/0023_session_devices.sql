-- Where a session began, so that users recognize their sessions. Null for sessions of before.
alter table sessions add column device text;
alter table sessions add column address text;
