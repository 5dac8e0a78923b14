-- Payments and refunds in parts. An order paid by one payment has no row in either table of parts.

-- What was paid of the total; null: unpaid, or paid in full and not changed since by a release with this column.
alter table orders add column paid_minor bigint;
alter table orders add constraint orders_paid check (paid_minor >= 0 and paid_minor <= total_minor) not valid;
alter table orders add constraint orders_refunded_of_paid
  check (refunded_total_minor <= coalesce(paid_minor, total_minor)) not valid;
alter table orders drop constraint orders_payment_status;
alter table orders add constraint orders_payment_status check (
  payment_status in ('unpaid', 'failed', 'partially_paid', 'paid', 'partially_refunded', 'refunded')) not valid;

-- What a payment gave for an order, and what of it was given back or is on its way back.
create table payment_parts (
  merchant_id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  refunded_minor bigint not null default 0,
  primary key (merchant_id, order_id, payment_id),
  constraint payment_parts_amount check (amount_minor >= 0),
  constraint payment_parts_refunded check (refunded_minor >= 0 and refunded_minor <= amount_minor)
);

-- What a refund gives back to a payment. Providers know it by its id.
create table refund_parts (
  merchant_id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  id uuid not null,
  status text not null,
  amount_minor bigint not null,
  attempt integer not null default 1,
  reference text,
  failure text,
  settled_at timestamptz,
  primary key (merchant_id, refund_id, payment_id),
  constraint refund_parts_status check (status in ('pending', 'succeeded', 'failed')),
  constraint refund_parts_amount check (amount_minor >= 0)
);
create unique index refund_parts_of_provider on refund_parts (merchant_id, id);

-- The text of payments.sql, here already: the index that the former one names ends below.
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
drop index payments_open;
