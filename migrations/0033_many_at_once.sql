-- Changes of many products at once, and how far each has come. What collections have to follow.

create table bulk_jobs (
  merchant_id uuid not null,
  id uuid not null,
  status text collate "C" not null check (status in ('running', 'completed', 'failed')),
  -- As in the body of the request.
  change jsonb not null,
  -- Which products: these, or all that this filter finds. Null: the other one, or the job has ended.
  ids uuid[],
  filter jsonb,
  -- Prices are calculated in this currency, in multiples of so many minor units.
  currency text not null,
  unit integer not null,
  cause jsonb not null,
  -- Products are changed in the order of their ids: all up to this one are done. It is written with their changes.
  position uuid,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  failed integer not null default 0,
  errors jsonb not null default '[]',
  -- Attempts since the last progress.
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);

-- Shops whose products have changed since their collections were brought up to date. Rows are only added, so that
-- nobody waits for a lock; the sweep deletes those it has read.
create table collection_changes (
  id bigint generated always as identity primary key,
  merchant_id uuid not null
);

-- Where a card is, for its deletion.
create index collection_cards_of_card on collection_cards (merchant_id, card_id);

-- The list of staff, newest first.
create index collections_newest on collections (merchant_id, created_at, id);
