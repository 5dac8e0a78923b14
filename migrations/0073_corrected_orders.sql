-- What staff corrects of an order, and how they sort their orders. Fulfilments have an address once that of their order
-- was corrected afterwards; until then, they went to the order's.
alter table orders
  add column phone text,
  add column tags text[] not null default '{}',
  add column assignee_id uuid;

alter table fulfillments add column shipping_address jsonb;

alter table merchant_settings add column mail_address_change boolean not null default true;

-- Tags are found in any case.
create function tag_keys(tags text[]) returns text[] language sql immutable parallel safe
  return array(select lower(tag) from unnest(tags) tag);
