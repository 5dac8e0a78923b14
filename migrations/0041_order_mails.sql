-- Mails to customers follow from the events of orders, as these are numbered (repeatable/55_order_mails.sql).

-- What happened before this is not mailed.
alter table event_numbering add column mailed_since timestamptz not null default now();
