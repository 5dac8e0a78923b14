-- An order's version, one more with each change, and what was paid of it. An order that becomes paid is paid in full,
-- also by a release without `paid_minor`. A decline beside a success leaves it paid in part.
create or replace function count_order() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  if new.paid_at is not null and (old.paid_at is null or new.paid_minor is null) then
    new.paid_minor := case when old.paid_at is null then new.total_minor else old.total_minor end;
  elsif new.payment_status = 'failed' and new.paid_minor > 0 then
    new.payment_status := 'partially_paid';
  end if;
  return new;
end $$;

create or replace trigger orders_version before update on orders
  for each row execute function count_order();
