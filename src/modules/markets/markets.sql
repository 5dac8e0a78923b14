-- Languages whose texts a reader of a market gets, the best first: their own, the same without its country, and the
-- market's default. None from the language of the shop's own texts on. `rules.ts` has the same for requests that read
-- all markets.
create or replace function text_locales(shop uuid, market uuid, reader text) returns text[] language sql stable
  return (
    with own as (select coalesce(locale_of_shop(shop), 'en') as locale),
    wanted as (
      select wanted.locale, wanted.place
        from own
       cross join unnest(array[
               reader, split_part(reader, '-', 1),
               (select case when markets.own and own.locale <> all (locales) then own.locale else locales[1] end
                  from markets where merchant_id = shop and id = market)
             ]) with ordinality as wanted (locale, place)
       where wanted.locale is not null
    ),
    last as (
      select min(place) as place from wanted, own
       where wanted.locale in (own.locale, split_part(own.locale, '-', 1))
    )
    select coalesce(array_agg(wanted.locale order by wanted.place), '{}')
      from wanted, own, last
     where last.place is null or wanted.place < last.place
           or (wanted.place = last.place and wanted.locale <> own.locale)
  );

-- The market of a cart, unless it was deleted.
create or replace function kept_market(shop uuid, market uuid) returns uuid language sql stable
  return (select id from markets where merchant_id = shop and id = market);

-- The currency of a market, or of the shop without one.
create or replace function market_currency(shop uuid, market uuid) returns text language sql stable
  return coalesce((select currency from markets where merchant_id = shop and id = market), currency_of_shop(shop));

-- Whether prices of a market include tax; the shop's own say it in its settings.
create or replace function market_includes_tax(shop uuid, market uuid) returns boolean language sql stable
  return (select prices_include_tax from markets where merchant_id = shop and id = market and not own);

-- Prices in a market that a percent makes are multiples of so many minor units.
create or replace function market_rounding(shop uuid, market uuid) returns bigint language sql stable
  return coalesce((select price_rounding_minor from markets where merchant_id = shop and id = market), 1);

-- The currencies in which a shop sells, with the roundings of their markets.
create or replace function market_prices(shop uuid) returns table (currency text, rounding bigint)
  language sql stable
  begin atomic
    select currency_of_shop(shop), 1::bigint
     union
    select currency, coalesce(price_rounding_minor, 1) from markets where merchant_id = shop and active;
  end;

-- An order has the currency of its market, else of its shop (settings/currency.sql), and says whether that is another
-- one than the shop's. Orders are inserted one by one, and a row trigger needs no transition table.
create or replace function refuse_order_in_other_currency() returns trigger
  language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('currency:' || new.merchant_id, 0));
  if has_other_currency(new.merchant_id, new.currency)
     and (new.market_id is null or market_currency(new.merchant_id, new.market_id) <> new.currency) then
    raise exception 'the currency of the shop has changed' using errcode = 'serialization_failure';
  end if;
  if new.market_id is not null then
    new.other_currency := new.currency <> currency_of_shop(new.merchant_id);
  end if;
  return new;
end $$;

create or replace trigger orders_of_one_currency before insert on orders
  for each row execute function refuse_order_in_other_currency();
