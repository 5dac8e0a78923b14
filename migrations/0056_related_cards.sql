-- What was bought together with a product or group, best first. A list without any is kept too: it says when its card
-- was last looked at.
create table related_cards (
  merchant_id uuid not null,
  card_id uuid not null,
  related uuid[] not null,
  made_at timestamptz not null,
  primary key (merchant_id, card_id)
);

create index related_cards_oldest on related_cards (made_at);

-- Until when the paid orders of a shop have been looked at.
create table related_progress (
  merchant_id uuid primary key,
  paid_until timestamptz not null
);
