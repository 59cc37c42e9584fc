-- The body of the requests of a webhook: event, or epcis (docs/decisions/0030-epcis.md).
alter table webhooks add column format text not null default 'event';
