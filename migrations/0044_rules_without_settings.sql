-- The rules of 0042 without settings of their own: setting the search_path for each call cost a purchase more than the
-- rules themselves (record 34). They use nothing but operators, so it does not matter which one there is; so the error
-- is raised in each of them, too.

create or replace function sound_order(o orders) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when o.status not in ('pending', 'paid', 'processing', 'completed', 'cancelled') then 'orders_status'
    when o.payment_status not in ('unpaid', 'failed', 'paid', 'partially_refunded', 'refunded')
      then 'orders_payment_status'
    when o.fulfillment_status not in ('unfulfilled', 'partially_fulfilled', 'fulfilled')
      then 'orders_fulfillment_status'
    when o.total_minor < 0 or o.subtotal_minor < 0 or o.shipping_total_minor < 0 or o.tax_total_minor < 0
      then 'orders_amounts'
    when o.total_minor <> o.subtotal_minor + o.shipping_total_minor
                          + case when o.tax_included then 0 else o.tax_total_minor end then 'orders_total_adds_up'
    when o.refunded_total_minor not between 0 and o.total_minor then 'orders_refunded'
    -- An order of which something was sent is not cancelled, and one that was partly sent or refunded is not completed
    -- by a release that does not count units.
    when o.status = 'cancelled' and o.fulfillment_status <> 'unfulfilled' then 'orders_fulfilled'
    when o.status = 'completed' and o.fulfillment_status <> 'fulfilled'
      and (o.fulfillment_status <> 'unfulfilled' or o.refund_count <> 0) then 'orders_fulfilled'
    when not starts_with(o.order_number, to_char(o.created_at at time zone 'UTC', 'YYMMDD-'))
      then 'orders_number_of_day'
  end;
begin
  if broken is not null then
    raise check_violation
      using message = 'a row of orders violates ' || broken, table = 'orders', constraint = broken;
  end if;
  return true;
end $$;

create or replace function sound_order_item(
  quantity int, price_minor bigint, fulfilled int, cancelled int, returned int
) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when quantity <= 0 then 'order_items_quantity'
    when price_minor < 0 then 'order_items_price'
    when fulfilled < 0 or cancelled < 0 or fulfilled + cancelled > quantity then 'order_items_fulfilled'
    when returned not between 0 and fulfilled then 'order_items_returned'
  end;
begin
  if broken is not null then
    raise check_violation
      using message = 'a row of order_items violates ' || broken, table = 'order_items', constraint = broken;
  end if;
  return true;
end $$;

create or replace function sound_stock(on_hand int, reserved int) returns boolean language plpgsql immutable as $$
declare
  broken text := case
    when reserved > on_hand then 'stock_not_oversold'
    when reserved < 0 then 'stock_reserved_not_negative'
    when on_hand > 1000000000 then 'stock_on_hand_in_range'
  end;
begin
  if broken is not null then
    raise check_violation
      using message = 'a row of stock violates ' || broken, table = 'stock', constraint = broken;
  end if;
  return true;
end $$;

create or replace function sound_movement(type text) returns boolean language plpgsql immutable as $$
begin
  if type not in ('opening', 'adjustment', 'import', 'order_placed', 'order_cancelled', 'order_completed',
                  'order_fulfilled', 'refund_cancelled', 'refund_returned') then
    raise check_violation using
      message = 'a row of stock_movements violates stock_movements_type',
      table = 'stock_movements', constraint = 'stock_movements_type';
  end if;
  return true;
end $$;

create or replace function sound_payment(status text, amount_minor bigint) returns boolean language plpgsql immutable
as $$
declare
  broken text := case
    when status not in ('pending', 'requires_action', 'succeeded', 'failed', 'refunding', 'refunded')
      then 'payments_status'
    when amount_minor < 0 then 'payments_amount'
  end;
begin
  if broken is not null then
    raise check_violation
      using message = 'a row of payments violates ' || broken, table = 'payments', constraint = broken;
  end if;
  return true;
end $$;

drop function refuse_row(text, text);
