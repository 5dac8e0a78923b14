-- What may be in flight to whom (docs/decisions/0022). Locks in the order in which requests and workers do.

-- When the owners were last told that deliveries had waited too long.
alter table webhook_subscriptions add column overload_told_at timestamptz;

-- The queue is small: no statement in batches, no index beside its writers.
alter table delivery_queue
  -- Attempted since it was queued: its retries go before first attempts.
  add column begun boolean not null default false,
  -- While leased: out for longer than a second at a receiver that answers others; not counted against the cap.
  add column slow boolean not null default false;
update delivery_queue set begun = true where spent > 0;
create index delivery_queue_begun on delivery_queue (subscription_id, due_at) where lease_token is null and begun;

-- At most so many of a receiver's deliveries are in flight: halved when it fails, one more for each answer. A row is
-- deleted when the cap is back at ten; until then one whose last attempt was delivered has no consecutive failures.
alter table failing_receivers
  add column cap integer not null default 10,
  -- Its last failures took longer than a second each.
  add column slow boolean not null default false;
