-- The rules of rows of orders, stock and payments (docs/decisions/0034). In a database of release 0.1.0 functions hold
-- them, one for each table, so every row there satisfies them.

alter table orders
  drop constraint if exists orders_sound,
  add constraint orders_status check (status in ('pending', 'paid', 'processing', 'completed', 'cancelled')),
  add constraint orders_payment_status
    check (payment_status in ('unpaid', 'failed', 'paid', 'partially_refunded', 'refunded')),
  add constraint orders_fulfillment_status
    check (fulfillment_status in ('unfulfilled', 'partially_fulfilled', 'fulfilled')),
  add constraint orders_amounts
    check (total_minor >= 0 and subtotal_minor >= 0 and shipping_total_minor >= 0 and tax_total_minor >= 0),
  add constraint orders_total_adds_up check (
    total_minor = subtotal_minor + shipping_total_minor + case when tax_included then 0 else tax_total_minor end),
  add constraint orders_refunded check (refunded_total_minor between 0 and total_minor),
  -- Of a cancelled order nothing was sent; a completed one was sent, or is from before units were counted.
  add constraint orders_fulfilled check (
    case status when 'cancelled' then fulfillment_status = 'unfulfilled'
                when 'completed' then fulfillment_status = 'fulfilled'
                                      or fulfillment_status = 'unfulfilled' and refund_count = 0
                else true end),
  add constraint orders_number_of_day
    check (starts_with(order_number, to_char(created_at at time zone 'UTC', 'YYMMDD-')));

alter table order_items
  drop constraint if exists order_items_sound,
  add constraint order_items_quantity check (quantity > 0),
  add constraint order_items_price check (price_minor >= 0),
  add constraint order_items_fulfilled check (
    quantity_fulfilled >= 0 and quantity_cancelled >= 0 and quantity_fulfilled + quantity_cancelled <= quantity),
  add constraint order_items_returned check (quantity_returned between 0 and quantity_fulfilled);

alter table stock
  drop constraint if exists stock_sound,
  add constraint stock_not_oversold check (reserved <= on_hand),
  add constraint stock_reserved_not_negative check (reserved >= 0),
  add constraint stock_on_hand_in_range check (on_hand <= 1000000000);

alter table stock_movements
  drop constraint if exists stock_movements_sound,
  add constraint stock_movements_type check (
    type in ('opening', 'adjustment', 'import', 'order_placed', 'order_cancelled', 'order_completed',
             'order_fulfilled', 'refund_cancelled', 'refund_returned'));

alter table payments
  drop constraint if exists payments_sound,
  add constraint payments_status
    check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'refunding', 'refunded')),
  add constraint payments_amount check (amount_minor >= 0);

alter table test_provider_charges validate constraint test_provider_charges_refunded;

drop function if exists sound_order(orders);
drop function if exists sound_order_item(integer, bigint, integer, integer, integer);
drop function if exists sound_stock(integer, integer);
drop function if exists sound_movement(text);
drop function if exists sound_payment(text, bigint);
