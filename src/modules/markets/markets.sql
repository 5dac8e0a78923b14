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
