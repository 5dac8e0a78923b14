-- no transaction
-- Each table in one statement: at no moment without its rules. Not validated: every row was written under the same
-- ones.
alter table orders
  drop constraint if exists orders_sound,
  add constraint orders_sound check (sound_order(orders)) not valid,
  drop constraint if exists orders_status_check,
  drop constraint if exists orders_payment_status_check,
  drop constraint if exists orders_fulfillment_status_check,
  drop constraint if exists orders_total_minor_check,
  drop constraint if exists orders_subtotal_minor_check,
  drop constraint if exists orders_shipping_total_minor_check,
  drop constraint if exists orders_tax_total_minor_check,
  drop constraint if exists orders_total_adds_up,
  drop constraint if exists orders_refunded,
  drop constraint if exists orders_fulfilled,
  drop constraint if exists orders_number_of_day;

alter table order_items
  drop constraint if exists order_items_sound,
  add constraint order_items_sound check (
    sound_order_item(quantity, price_minor, quantity_fulfilled, quantity_cancelled, quantity_returned)) not valid,
  drop constraint if exists order_items_quantity_check,
  drop constraint if exists order_items_price_minor_check,
  drop constraint if exists order_items_fulfilled,
  drop constraint if exists order_items_returned;

alter table stock
  drop constraint if exists stock_sound,
  add constraint stock_sound check (sound_stock(on_hand, reserved)) not valid,
  drop constraint if exists stock_not_oversold,
  drop constraint if exists stock_reserved_not_negative,
  drop constraint if exists stock_on_hand_in_range;

alter table stock_movements
  drop constraint if exists stock_movements_sound,
  add constraint stock_movements_sound check (sound_movement(type)) not valid,
  drop constraint if exists stock_movements_type_check;

alter table payments
  drop constraint if exists payments_sound,
  add constraint payments_sound check (sound_payment(status, amount_minor)) not valid,
  drop constraint if exists payments_status_check,
  drop constraint if exists payments_amount_minor_check;
