-- no transaction
-- The rule of the migration before holds for all rows by its default; checked without a lock that stops writers.
alter table returns validate constraint returns_refund_to;
