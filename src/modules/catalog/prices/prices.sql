-- What products cost by the price lists of their shop, and the cards by these prices. A shop without price lists has no
-- price_contexts, and nothing here runs for it.

-- A price changed by a percent (-20 is cheaper), half up, to a multiple of `step` minor units.
create or replace function percent_of(price bigint, percent numeric, step bigint) returns bigint
  language sql immutable parallel safe
  return (round(price * (100 + percent) / 100 / step) * step)::bigint;

-- The lowest price of a context in the 30 days before the reduction that is announced there (Directive 98/6/EC article
-- 6a), which began when the product last cost something without a usual price beside it; null: it never did.
create or replace function lowest_before_reduction(shop uuid, product uuid, place smallint, moment timestamptz)
  returns bigint language sql stable
  return (
    select min(before.price_minor)
      from (select max(ends_at) as began from prices
             where merchant_id = shop and product_id = product and context = place and compare_at_minor is null
               and starts_at <= moment) reduction
      join prices before
        on before.merchant_id = shop and before.product_id = product and before.context = place
       and before.starts_at < least(reduction.began, moment)
       and before.ends_at > least(reduction.began, moment) - interval '30 days');

-- What one of so many units of a product costs at a moment, for somebody of these customer groups: by the lists that
-- apply the one of the highest priority, then the lowest price; else what the product costs in the currency. No row: it
-- is not sold there. A list for everybody that lowers a price announces a reduction, from the lowest price of the 30
-- days before it began (Directive 98/6/EC article 6a). Every reader of prices of a context reads them here.
create or replace function price_of(shop uuid, product uuid, place smallint, units integer, buyer_groups uuid[],
                                    moment timestamptz)
  returns table (currency text, price_minor bigint, compare_at_minor bigint, lowest_30d_minor bigint, list_id uuid)
  language sql stable
  begin atomic
    select context.currency, coalesce(listed.price, base.price),
           case when listed.id is null or listed.price >= base.price then base.compare_at
                when listed.announced then greatest(base.price, base.compare_at)
                when base.compare_at > listed.price then base.compare_at end,
           case when listed.id is null or listed.price >= base.price then base.lowest
                when listed.announced then coalesce((
                  select min(before.price_minor) from prices before
                   where before.merchant_id = shop and before.product_id = product and before.context = place
                     and before.starts_at < listed.since and before.ends_at > listed.since - interval '30 days'),
                  base.price) end,
           listed.id
      from (select * from price_contexts where merchant_id = shop and context = place) context
      left join lateral (
        select case when is_own then one.price_minor else (other ->> 'price')::bigint end as price,
               case when is_own then one.compare_at_minor else (other ->> 'compare_at')::bigint end as compare_at,
               case when is_own then one.lowest_30d_minor
                    when other ? 'compare_at' then lowest_before_reduction(shop, product, place, moment) end as lowest
          from products one
         cross join lateral (values (one.currency = context.currency, one.other_prices -> context.currency))
               its (is_own, other)
         where one.merchant_id = shop and one.id = product offset 0) base on true
      left join lateral (
        select list.id, list.group_ids is null as announced, list.priority,
               greatest(list.starts_at, list.created_at) as since,
               coalesce(named.amount_minor, percent_of(base.price, list.percent,
                                                      greatest(context.rounding_minor, list.step_minor))) as price
          from price_lists list
          left join lateral (
            select its.list_id, its.amount_minor from price_list_prices its
             where its.merchant_id = shop and its.product_id = product and its.list_id = list.id
               and its.min_quantity <= units
             order by its.amount_minor limit 1) named on true
         where list.merchant_id = shop and list.currency = context.currency
           and list.starts_at <= moment and list.ends_at > moment
           and (list.group_ids is null or list.group_ids && buyer_groups)
           and (named.list_id is not null or not list.names_products)
           and coalesce(named.amount_minor, base.price) is not null
         order by list.priority desc, 5 limit 1) listed on true
     where coalesce(listed.price, base.price) is not null;
  end;

-- The context of a shop's market, or of the shop without one: 0 if it has only prices of its own there.
create or replace function price_context(shop uuid, market uuid) returns smallint language sql stable
  return coalesce((
    select context from price_contexts
     where merchant_id = shop and used
       and currency = market_currency(shop, market) and rounding_minor = market_rounding(shop, market)
  ), 0::smallint);

-- Those of a shop, as JSON.
create or replace function contexts_of_shop(shop uuid) returns json language sql stable
  return (select json_agg(json_build_object(
                   'context', context, 'currency', currency, 'rounding', rounding_minor, 'ready', ready,
                   'next_in_seconds', (
                     select ceil(extract(epoch from min(moment) - now()))
                       from price_lists list cross join lateral (values (starts_at), (ends_at)) its (moment)
                      where list.merchant_id = shop and list.currency = price_contexts.currency
                        and isfinite(moment) and moment > now())))
            from price_contexts where merchant_id = shop and used);

-- Cards of products by the prices of contexts, for everybody and of one unit, and their price history. Returns those
-- whose price is another one.
create or replace function write_priced_cards(changed uuid[]) returns uuid[]
  language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  one record;
  known record;
  repriced uuid[] := '{}';
begin
  for one in
    select card.*, context.context, context.common_scale, its.price_minor, its.compare_at_minor
      from unnest(changed) wanted (id)
     cross join lateral (select * from product_cards where card_id = wanted.id offset 0) card
     cross join lateral (select * from price_contexts where merchant_id = card.merchant_id and used offset 0) context
      left join lateral price_of(card.merchant_id, card.card_id, context.context, 1, '{}', clock_timestamp()) its
        on true
  loop
    if one.price_minor is null then
      delete from listings where merchant_id = one.merchant_id and context = one.context and card_id = one.card_id;
    else
      insert into listings as listed (merchant_id, context, card_id, form, shown_id, status, active, in_stock,
                                      price_common, category, keys, created_at, stamp)
      values (one.merchant_id, one.context, one.card_id, one.form, one.card_id, one.status, one.active, one.in_stock,
              (one.price_minor * one.common_scale)::bigint, one.category, one.keys, one.created_at, listing_stamp())
      on conflict (merchant_id, context, card_id) do update
         set form = excluded.form, status = excluded.status, active = excluded.active, in_stock = excluded.in_stock,
             price_common = excluded.price_common, category = excluded.category, keys = excluded.keys,
             stamp = excluded.stamp
       where (listed.form, listed.status, listed.active, listed.in_stock, listed.price_common, listed.category,
              listed.keys)
             is distinct from (excluded.form, excluded.status, excluded.active, excluded.in_stock,
                               excluded.price_common, excluded.category, excluded.keys);
    end if;
    select price_minor, compare_at_minor into known from prices
     where merchant_id = one.merchant_id and product_id = one.card_id and context = one.context
       and ends_at = 'infinity';
    if one.status <> 'active' then one.price_minor := null; one.compare_at_minor := null; end if;
    if (known.price_minor, known.compare_at_minor) is distinct from (one.price_minor, one.compare_at_minor) then
      repriced := repriced || one.card_id;
      update prices set ends_at = clock_timestamp()
       where merchant_id = one.merchant_id and product_id = one.card_id and context = one.context
         and ends_at = 'infinity';
      if one.price_minor is not null then
        insert into prices (merchant_id, product_id, context, starts_at, price_minor, compare_at_minor)
        values (one.merchant_id, one.card_id, one.context, clock_timestamp(), one.price_minor, one.compare_at_minor);
      end if;
    end if;
  end loop;
  return repriced;
end $$;

-- The same of groups, which show their cheapest variant that is in stock there. Call it while the groups are locked.
create or replace function write_priced_groups(changed uuid[]) returns void
  language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  one record;
begin
  for one in
    select card.*, context.context, context.common_scale, variant.id as priced_id, variant.price_minor,
           coalesce(card.status = 'active' and variant.status = 'active', false) as is_active,
           variant.in_stock as is_in_stock
      from unnest(changed) wanted (id)
     cross join lateral (select * from group_cards where card_id = wanted.id offset 0) card
     cross join lateral (select * from price_contexts where merchant_id = card.merchant_id and used offset 0) context
      left join lateral (
        select product.id, product.status, product.in_stock, its.price_minor
          from products product
         cross join lateral
               price_of(product.merchant_id, product.id, context.context, 1, '{}', clock_timestamp()) its
         where product.merchant_id = card.merchant_id and product.group_id = card.card_id
         order by product.status = 'active' desc, product.in_stock desc, its.price_minor, product.position, product.id
         limit 1) variant on true
  loop
    if one.price_minor is null then
      delete from listings where merchant_id = one.merchant_id and context = one.context and card_id = one.card_id;
      continue;
    end if;
    insert into listings as listed (merchant_id, context, card_id, form, shown_id, status, active, in_stock,
                                    price_common, category, keys, created_at, stamp)
    values (one.merchant_id, one.context, one.card_id, one.form, one.priced_id, one.status, one.is_active,
            one.is_in_stock, (one.price_minor * one.common_scale)::bigint, one.category, one.keys, one.created_at,
            listing_stamp())
    on conflict (merchant_id, context, card_id) do update
       set shown_id = excluded.shown_id, status = excluded.status, active = excluded.active,
           in_stock = excluded.in_stock, price_common = excluded.price_common, category = excluded.category,
           keys = excluded.keys, stamp = excluded.stamp
     where (listed.shown_id, listed.status, listed.active, listed.in_stock, listed.price_common, listed.category,
            listed.keys)
           is distinct from (excluded.shown_id, excluded.status, excluded.active, excluded.in_stock,
                             excluded.price_common, excluded.category, excluded.keys);
  end loop;
end $$;

-- Minor units of a currency times this are on the scale of all currencies (`toCommonScale`; a test compares).
create or replace function common_scale(currency text) returns numeric language sql immutable parallel safe
  return case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                      'XAF', 'XOF', 'XPF') then 1000
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 1
    when currency in ('CLF', 'UYW') then 0.1
    else 10 end;

-- Makes the contexts of a shop those that its markets and price lists need, and queues the writing of its cards. A
-- context keeps its number for good, because the price history has it.
create or replace function follow_price_contexts(shop uuid) returns void
  language plpgsql set search_path from current as $$
declare
  wanted record;
begin
  perform pg_advisory_xact_lock(hashtextextended('price_contexts:' || shop, 0));
  for wanted in
    select distinct place.currency, place.rounding
      from market_prices(shop) place
     where place.currency <> currency_of_shop(shop)
        or exists (select from price_lists where merchant_id = shop and currency = place.currency)
  loop
    insert into price_contexts (merchant_id, context, currency, common_scale, rounding_minor)
    select shop, coalesce(max(context), 0) + 1, wanted.currency, common_scale(wanted.currency), wanted.rounding
      from price_contexts where merchant_id = shop
    on conflict (merchant_id, currency, rounding_minor) do update
       set used = true, ready = price_contexts.used and price_contexts.ready,
           since = case when price_contexts.used then price_contexts.since else pg_current_xact_id() end,
           written_to = case when price_contexts.used then price_contexts.written_to end;
  end loop;
  update price_contexts set used = false, ready = false
   where merchant_id = shop and used
     and not exists (
       select from market_prices(shop) place
        where (place.currency, place.rounding) = (price_contexts.currency, price_contexts.rounding_minor)
          and (place.currency <> currency_of_shop(shop)
               or exists (select from price_lists where merchant_id = shop and currency = place.currency)));
  insert into jobs (id, name, payload, key, max_attempts)
  values (gen_random_uuid(), 'catalog.write_prices', jsonb_build_object('merchantId', shop),
          'catalog.write_prices:' || shop, 13)
  on conflict (key) do update set id = excluded.id, attempts = 0, due_at = excluded.due_at;
end $$;

create or replace function follow_markets() returns trigger language plpgsql set search_path from current as $$
begin
  perform follow_price_contexts(coalesce(new.merchant_id, old.merchant_id));
  return null;
end $$;

create or replace trigger markets_priced after insert or delete on markets
  for each row execute function follow_markets();
create or replace trigger markets_repriced after update of currency, price_rounding_minor, active on markets
  for each row when ((old.currency, old.price_rounding_minor, old.active)
                     is distinct from (new.currency, new.price_rounding_minor, new.active))
  execute function follow_markets();
create or replace trigger price_lists_followed after insert or delete on price_lists
  for each row execute function follow_markets();
create or replace trigger price_lists_moved after update of currency on price_lists
  for each row when (old.currency <> new.currency) execute function follow_markets();
