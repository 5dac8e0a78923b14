-- Discounts: what a shop gives to whom, the codes for it, and which orders have used it.

create table promotions (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  -- In capitals. Null without has_codes: automatic.
  code text collate "C",
  -- It has single-use codes, and so is not automatic.
  has_codes boolean not null default false,
  public boolean not null default false,
  kind text collate "C" not null
    constraint promotions_kind check (kind in ('percentage', 'amount', 'free_shipping', 'buy_x_get_y')),
  -- What the kind needs: percentages in hundredths of a percent, amounts in minor units.
  terms jsonb not null,
  applies_to jsonb not null,
  minimum jsonb not null default '{}',
  customers jsonb not null default '{}',
  usage_limit integer constraint promotions_usage_limit check (usage_limit > 0),
  per_customer_limit integer constraint promotions_per_customer_limit check (per_customer_limit > 0),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  combines boolean not null default false,
  priority integer not null default 0,
  status text collate "C" not null default 'active' constraint promotions_status check (status in ('active', 'paused')),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint promotions_period check (ends_at > starts_at)
);
create unique index promotions_id on promotions (id);
create index promotions_automatic on promotions (merchant_id)
  where code is null and not has_codes and status = 'active';

-- All codes of a shop: those of its promotions, and the generated ones, which are good for one order each.
create table promotion_codes (
  merchant_id uuid not null,
  code text collate "C" not null,
  promotion_id uuid not null,
  generated boolean not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, code),
  foreign key (merchant_id, promotion_id) references promotions (merchant_id, id) on delete cascade
);
create index promotion_codes_of_promotion on promotion_codes (merchant_id, promotion_id, code);

-- Uses of promotions with a usage_limit, which an order counts under the row's lock. Others have no row: orders of a
-- shop would wait for it.
create table promotion_counters (
  merchant_id uuid not null,
  promotion_id uuid not null,
  used integer not null,
  primary key (merchant_id, promotion_id),
  foreign key (merchant_id, promotion_id) references promotions (merchant_id, id) on delete cascade
);

-- Kept when the promotion is deleted: it tells which orders had it.
create table promotion_uses (
  merchant_id uuid not null,
  promotion_id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  -- The customer's e-mail address without case and +tag.
  email_key text,
  -- A generated code.
  code text collate "C",
  amount_minor bigint not null,
  shipping_minor bigint not null,
  -- The order was cancelled.
  released boolean not null default false,
  -- Its release is taken off the counter. The order's end does not lock that.
  given_back boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, promotion_id, order_id)
);
create index promotion_uses_of_order on promotion_uses (merchant_id, order_id);
create index promotion_uses_of_user on promotion_uses (merchant_id, user_id, promotion_id);
create index promotion_uses_of_email on promotion_uses (merchant_id, email_key, promotion_id)
  where email_key is not null;
create unique index promotion_uses_code on promotion_uses (merchant_id, code) where code is not null and not released;
create index promotion_uses_returned on promotion_uses (merchant_id, promotion_id) where released and not given_back;

-- The common order reads it with its other terms.
alter table merchant_settings add column has_promotions boolean not null default false;

-- The codes that a shopper keeps.
alter table carts add column discount_codes text[] not null default '{}';

-- discounts: [{promotion_id, code, name, amount_minor, shipping_minor}], as they were when it was placed.
alter table orders
  add column discounts jsonb,
  add column discount_total_minor bigint not null default 0,
  add column rounding_total_minor bigint not null default 0,
  drop constraint orders_total_adds_up,
  add constraint orders_total_adds_up check (
    total_minor = subtotal_minor - discount_total_minor + shipping_total_minor + rounding_total_minor
                  + case when tax_included then 0 else tax_total_minor end) not valid,
  add constraint orders_discounted check (discount_total_minor >= 0) not valid;
-- A refund of an order that was paid without a payment gives back units alone.
alter table refunds alter column payment_id drop not null;
alter table order_items
  add column discount_minor bigint not null default 0,
  add constraint order_items_discounted check (discount_minor between 0 and price_minor * quantity) not valid;
