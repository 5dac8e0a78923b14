-- Which failed payments are looked up again.

-- By the trigger whatever the release that writes; it ends when the payment is refunded.
create or replace function follow_failed_payment() returns trigger language plpgsql as $$
begin
  if new.status = 'failed' then
    insert into payment_look_ups (merchant_id, payment_id) values (new.merchant_id, new.id) on conflict do nothing;
  else
    delete from payment_look_ups where merchant_id = new.merchant_id and payment_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger payments_failed after update of status on payments
  for each row when (old.status <> new.status and (old.status = 'failed' or new.status = 'failed'
    and new.failure in ('not_charged', 'outcome_unknown')))
  execute function follow_failed_payment();
