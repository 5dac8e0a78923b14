-- Codes that a job generates for a promotion.
create table promotion_code_batches (
  merchant_id uuid not null,
  id uuid not null,
  promotion_id uuid not null,
  prefix text collate "C" not null,
  wanted integer not null,
  made integer not null default 0,
  created_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint promotion_code_batches_made check (made between 0 and wanted),
  foreign key (merchant_id, promotion_id) references promotions (merchant_id, id) on delete cascade
);
create index promotion_code_batches_of_promotion on promotion_code_batches (merchant_id, promotion_id);

-- What promotions took off, for the dashboard.
create index promotion_uses_by_time on promotion_uses (merchant_id, created_at) where not released;

-- Checked after order_items_price, whose name says more of a price below 0.
alter table order_items rename constraint order_items_discounted to order_items_within_total;
