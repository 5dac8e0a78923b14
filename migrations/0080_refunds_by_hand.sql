-- Since when a refund waits for staff to pay it back by hand; the mail about it went then.
alter table refunds add column asked_at timestamptz;
