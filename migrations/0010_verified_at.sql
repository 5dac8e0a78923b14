-- Since when the account has the confirmed address that it has; null of a confirmed one: since before this migration.
-- Kept by a trigger (repeatable/11_verified_addresses.sql). Says whether the confirmation of an order was mailed when it
-- was placed (docs/decisions/0056).
alter table users add column verified_at timestamptz;
