-- What an order is made of besides its lines. `total_minor` stays what is charged.

alter table orders
  -- Of a guest, or another than the account's; mails go there.
  add column email text,
  -- Copies: {name, company, line1, line2, city, region, postal_code, country, phone}.
  add column shipping_address jsonb,
  add column billing_address jsonb,
  -- {id, name, price_minor} of the method as it was.
  add column shipping_method jsonb,
  -- Null in orders of the releases before: their total.
  add column subtotal_minor bigint check (subtotal_minor >= 0),
  add column shipping_total_minor bigint not null default 0 check (shipping_total_minor >= 0),
  add column tax_total_minor bigint not null default 0 check (tax_total_minor >= 0),
  add column tax_included boolean not null default true,
  -- [{name, rate, taxable_minor, amount_minor}]; null: none.
  add column tax_lines jsonb,
  -- Index in tax_lines of the line that taxes shipping; null: none does.
  add column shipping_tax_line smallint,
  -- By staff, for staff.
  add column note text;
alter table orders add constraint orders_total_adds_up check (
  subtotal_minor is null
  or total_minor = subtotal_minor + shipping_total_minor + case when tax_included then 0 else tax_total_minor end
) not valid;

alter table order_items
  add column requires_shipping boolean not null default true,
  -- Index in the order's tax_lines; null: not taxed.
  add column tax_line smallint;
