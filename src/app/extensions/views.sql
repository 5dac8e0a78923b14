-- What extensions may read of the platform. Columns are added at the end, and none is ever taken away: extensions of
-- earlier releases read them. Amounts are numbers in minor units, beside their currency.
create or replace view public_products as
  select merchant_id, id, sku, name, description, category, brand, tags, status, price_minor, currency, group_id,
         options, image_url, created_at, updated_at
  from products;

create or replace view public_orders as
  select merchant_id, id, user_id, order_number, status, payment_status, fulfillment_status, currency, total_minor,
         shipping_total_minor, tax_total_minor, discount_total_minor, locale, created_at, updated_at, paid_at
  from orders;

create or replace view public_order_lines as
  select merchant_id, order_id, line, product_id, sku, name, quantity, price_minor, quantity_fulfilled,
         quantity_cancelled, quantity_returned
  from order_items;

create or replace view public_customers as
  select c.merchant_id, c.user_id, coalesce(c.name, u.name) as name, coalesce(c.email, u.email) as email, c.locale,
         c.tags, c.created_at
  from customers c join users u on u.id = c.user_id
  where u.deleted_at is null;

create or replace view public_stock as
  select merchant_id, product_id, on_hand, reserved, greatest(on_hand - reserved, 0) as available, updated_at
  from stock;
