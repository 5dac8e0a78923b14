-- Interface of payments for statements of orders, which hold the lock of the order; and the look-ups of failed
-- payments.

-- Inserts a payment, to be looked up after so many seconds. Returns its time; null if the order has an open payment, or
-- less is due: earlier releases ask for the total, also of an order that was paid in part.
create or replace function insert_payment(
  shop uuid, payment uuid, paid_order uuid, paid_by text, how text, begun_as text, amount bigint, of_currency text,
  its_reference text, actor uuid, look_up_after_seconds float8, at_account text
) returns timestamptz language sql as $$
  insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency, reference,
                        actor_id, created_at, settled_at, due_at, account)
  select shop, payment, paid_order, paid_by, how, begun_as, amount, of_currency, its_reference, actor, now(),
         case begun_as when 'succeeded' then now() end,
         clock_timestamp() + make_interval(secs => look_up_after_seconds), at_account
   where not exists (select from payments
                      where merchant_id = shop and order_id = paid_order and status in ('pending', 'requires_action'))
     and amount <= (select total_minor - coalesce(paid_minor, case when paid_at is null then 0 else total_minor end)
                      from orders where merchant_id = shop and id = paid_order)
  on conflict (merchant_id, order_id) where status in ('pending', 'requires_action') do nothing
  returning created_at
$$;

-- Records the outcome of a charge, once. Returns the payment's status; null if it was recorded before. Refunds a
-- successful charge that no order waits for (`wanted`), or whose payment was recorded as failed meanwhile.
create or replace function record_outcome(
  shop uuid, payment uuid, succeeded boolean, its_reference text, reason text, wanted boolean
) returns text language sql as $$
  update payments
     set status = case when not succeeded then 'failed'
                       when wanted and status <> 'failed' then 'succeeded'
                       else 'refunding' end,
         failure = reason, reference = coalesce(its_reference, reference), next_action = null, settled_at = now(),
         due_at = now()
   where merchant_id = shop and id = payment
     and (status in ('pending', 'requires_action') or succeeded and status = 'failed')
  returning status
$$;

-- Ends the look-ups of a refunded payment. No condition (`when`): each statement on payments would parse it again
-- (record 34).
create or replace function follow_failed_payment() returns trigger language plpgsql set search_path from current as $$
begin
  if old.status <> 'failed' and new.status = 'failed' and new.failure in ('not_charged', 'outcome_unknown') then
    insert into payment_look_ups (merchant_id, payment_id) values (new.merchant_id, new.id) on conflict do nothing;
  elsif old.status = 'failed' and new.status <> 'failed' then
    delete from payment_look_ups where merchant_id = new.merchant_id and payment_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger payments_failed after update of status on payments
  for each row execute function follow_failed_payment();

-- Writes the parts of the successful payments of an order that is paid by several. Its refunds so far are of one
-- payment each.
create or replace function write_payment_parts(shop uuid, paid_order uuid) returns void language sql as $$
  insert into payment_parts (merchant_id, order_id, payment_id, amount_minor, refunded_minor)
  select merchant_id, order_id, id, amount_minor,
         (select coalesce(sum(refunds.amount_minor), 0) from refunds
           where refunds.merchant_id = shop and refunds.order_id = paid_order and refunds.payment_id = payments.id
             and refunds.status <> 'failed')
    from payments
   where merchant_id = shop and order_id = paid_order and status = 'succeeded'
  on conflict do nothing
$$;
