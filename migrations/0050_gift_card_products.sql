-- Products that issue gift cards when their order is paid.

alter table products
  add column gift_card boolean not null default false,
  -- Of a gift card: taxed when it is spent, or once, when it is sold (Directive 2006/112/EC, article 30b).
  add column voucher text collate "C" not null default 'multi',
  add column voucher_country text collate "C",
  add constraint products_voucher check (
    voucher = 'multi' and voucher_country is null or voucher = 'single' and voucher_country is not null) not valid;

-- Null: the item is no gift card.
alter table order_items
  add column voucher text collate "C",
  add constraint order_items_voucher check (voucher in ('multi', 'single')) not valid;

alter table orders
  -- To whom its gift cards are mailed: {"email", "message", "send_at"}; null: to the buyer.
  add column gift jsonb,
  -- What is paid for multi-purpose vouchers, which is no revenue; null: nothing.
  add column voucher_minor bigint,
  -- What was paid with value that lowers the tax: granted, or of a single-purpose voucher; null: nothing.
  add column untaxed_minor bigint,
  add constraint orders_untaxed check (untaxed_minor > 0 and untaxed_minor <= total_minor) not valid,
  add constraint orders_voucher check (voucher_minor > 0 and voucher_minor <= total_minor) not valid;

-- What is given back for multi-purpose vouchers; null: nothing.
alter table refunds
  add column voucher_minor bigint,
  add constraint refunds_voucher check (voucher_minor > 0 and voucher_minor <= amount_minor) not valid;

alter table stored_value_accounts
  -- The unit of an order that bought the card.
  add column order_id uuid,
  add column line integer,
  add column unit integer,
  -- Words of the buyer to the recipient.
  add column message text,
  -- When its mail is due; null: it was mailed, or has no mail.
  add column mail_at timestamptz,
  add constraint stored_value_accounts_bought check (
    num_nonnulls(order_id, line, unit) in (0, 3) and (order_id is null or kind = 'gift_card')) not valid,
  drop constraint stored_value_accounts_kind,
  -- A bought card has no code until its mail is made.
  add constraint stored_value_accounts_kind check (
    case kind when 'gift_card' then user_id is null and (code_hash is null) = (last_four is null)
                                    and (code_hash is not null or order_id is not null)
              when 'store_credit' then user_id is not null and code_hash is null else false end) not valid;

alter table stored_value_entries
  drop constraint stored_value_entries_kind,
  -- Refunded: the order that bought the card was refunded, and what it gave for the card is taken back.
  add constraint stored_value_entries_kind check (kind in ('issued', 'adjusted', 'paid', 'returned', 'refunded'))
    not valid;
