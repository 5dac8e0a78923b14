-- Where all of a refund goes: as it was paid, store credit, later others. The values are the type `RefundedTo`, so that
-- another destination needs no migration.
alter table refunds add column refunded_to text collate "C" not null default 'as_paid';
-- The release before writes `store_credit` alone. A migration drops both, once no process of it can be running.
create function name_refunded_to() returns trigger language plpgsql set search_path from current as $$
begin
  new.refunded_to := 'store_credit';
  return new;
end $$;
create trigger refunds_refunded_to before insert on refunds
  for each row when (new.store_credit and new.refunded_to = 'as_paid') execute function name_refunded_to();
