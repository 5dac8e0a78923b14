-- Cards in the languages in which a shop's markets answer (listing_languages): words, documents, and the one function
-- that writes them. Words are stored as they are written, not stemmed: a search finds the forms of a word in the
-- shop's own words of the language (listing_words), so a better rule for forms writes no document anew.

-- The language of a list of locales, the best first: de of 'de-AT de fr'.
create or replace function first_language(locales text) returns text
  language sql immutable parallel safe
  return lower(substring(locales from '^[A-Za-z]+'));

-- Words in their order, in the small letters of the language. Scripts without blanks are cut into pairs of letters, of
-- which the last letter of a run is one more, so that single letters are found by their beginning.
create or replace function written_words(text text, language text) returns text[]
  language sql immutable parallel safe
  return array(
    select left(gram, 100)
      from regexp_matches(
             lower(case when language in ('tr', 'az') then translate(normalize(text, nfkc), 'Iİ', 'ıi')
                        else normalize(text, nfkc) end),
             '[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\u3007\u3041-\u3096\u30A1-\u30FA\u30FC-\u30FE\u3400-\u4DBF'
             '\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF]+|'
             '[^\u0001-/:-@\[-`{-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u0E01-\u0EFF\u1000-\u109F'
             '\u1780-\u17D3\u2000-\u206F\u2190-\u2BFF\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF'
             '\uFE0F]+', 'g') with ordinality run (matched, place)
     cross join lateral (
       select matched[1] as gram, 1 as n where matched[1] !~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\uFAFF]'
        union all
       select substr(matched[1], n, 2), n from generate_series(1, length(matched[1])) n
        where matched[1] ~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\uFAFF]') one
     order by place, n);

-- A word without case and accents, but for letters that are none of those that look like them in the language.
create or replace function fold_in(text text, language text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(text) = length(text) then fold_text(text)
    when language in ('sv', 'fi', 'et')
      then translate(fold_text(translate(text, 'åäöÅÄÖ', U&'\E001\E002\E003\E001\E002\E003')), U&'\E001\E002\E003',
                     'åäö')
    when language in ('da', 'nb', 'nn', 'no')
      then translate(fold_text(translate(text, 'æøåÆØÅ', U&'\E001\E002\E003\E001\E002\E003')), U&'\E001\E002\E003',
                     'æøå')
    else fold_text(text) end;

-- The stems of a written word in languages, as their dictionaries have them, folded as in the first of them; of the
-- word without accents, too.
create or replace function stems_in(written text, languages text[]) returns text[]
  language plpgsql stable parallel safe set search_path from current as $$
declare
  stems text[] := '{}';
  one text;
  form text;
  stem text;
begin
  foreach one in array languages loop
    foreach form in array array[written, fold_in(written, languages[1])] loop
      stem := case
        when one in ('ar', 'ca', 'da', 'de', 'el', 'en', 'es', 'et', 'eu', 'fi', 'fr', 'ga', 'hi', 'hu', 'hy', 'id',
                     'it', 'lt', 'nb', 'ne', 'nl', 'nn', 'no', 'pt', 'ro', 'ru', 'sr', 'sv', 'ta', 'tr', 'yi')
        then (ts_lexize(('stem_' || case when one in ('nb', 'nn') then 'no' else one end)::regdictionary, form))[1]
        end;
      stem := fold_in(coalesce(stem, form), languages[1]);
      if not stem = any (stems) then stems := stems || stem; end if;
    end loop;
  end loop;
  return stems;
end $$;

-- The languages of the texts of a card in a language: those of its locales, and that of the shop's own texts.
create or replace function languages_of(language text, shop uuid) returns text[]
  language sql stable parallel safe
  return array(
    select first_language(locale)
      from unnest(string_to_array(language, ' ') || coalesce(locale_of_shop(shop), 'en'))
           with ordinality one (locale, place)
     where first_language(locale) is not null
     group by 1 order by min(place));

-- Each word begins with the first locale, so that no search of another language finds it. Marks as product_document has
-- them; the word that names the thing is the first of a name in some languages, the last in others.
create or replace function language_document(language text, name text[], rest text[], skus text[]) returns tsvector
  language sql immutable parallel safe
  begin atomic
    with its as (
      select split_part(language, ' ', 1) || ':' as mark, first_language(language) as spoken
    ), named as (
      select fold_in(word, spoken) as word, place
        from its, unnest(name) with ordinality one (word, place)
    )
    select coalesce((select string_agg('''' || mark || word || ''':' || least(place, 16383), ' ') from named)::tsvector,
                    '')
           || array_to_tsvector(array(
                select mark || '=' || word from named
                 union select mark || fold_in(word, spoken) from unnest(rest) word
                 union select mark || '#' || left(fold_text(sku), 500) from unnest(skus) sku
                 union (
                select mark || '$' || word from named where word !~ '\d'
                 order by case when spoken in ('ar', 'bg', 'ca', 'cs', 'el', 'es', 'fr', 'he', 'hr', 'id', 'it', 'pl',
                                               'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'th', 'uk', 'vi')
                               then place else -place end
                 limit 1)))
      from its;
  end;

-- The first translation of an option's value.
create or replace function said_value(options jsonb[], name text, value text) returns text
  language sql immutable parallel safe
  return (select one -> name -> 'values' ->> value
            from unnest(options) with ordinality said (one, place)
           where one -> name -> 'values' ->> value is not null order by place limit 1);

-- Cards in the languages of their shops, with the texts that a reader of the language gets: of each the first that
-- there is, else the shop's own.
create or replace view language_texts as
  select card.merchant_id, spoken.language, card.card_id, card.form, card.active, card.in_stock, card.price_common,
         card.created_at, card.category, card.skus,
         case when card.form = 'v' and (said.name is not null or said.options <> '{}')
              then concat_ws(' ', coalesce(said.name, card.name), (
                     select string_agg(coalesce(said_value(said.options, key, value), value), ' ' order by key)
                       from jsonb_each_text(card.options)))
              else coalesce(said.name, card.name) end as name,
         product_rest(card.category, coalesce(said.description, card.description), card.brand, card.tags || array(
           select text.value from unnest(said.options) one, jsonb_each(one) option,
                  jsonb_each_text(option.value -> 'values') text
            where card.form = 'g')) as rest
    from (select merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name,
                 array[sku] as skus, description, brand, tags, options, coalesce(group_id, card_id) as subject_id,
                 case when group_id is null then 'product' else 'product_group' end as type
            from product_cards
           union all
          select merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name, skus,
                 description, brand, tags, '{}', card_id, 'product_group'
            from group_cards) card
    join listing_languages spoken on spoken.merchant_id = card.merchant_id
   cross join lateral (
     select (array_agg(texts ->> 'name' order by place) filter (where texts ->> 'name' is not null))[1] as name,
            (array_agg(texts ->> 'description' order by place)
               filter (where texts ->> 'description' is not null))[1] as description,
            coalesce(array_agg(texts -> 'options' order by place) filter (where texts ? 'options'), '{}') as options
       from unnest(string_to_array(spoken.language, ' ')) with ordinality one (locale, place)
      cross join lateral (
        select texts from translations
         where translations.merchant_id = card.merchant_id and translations.type = card.type
           and translations.subject_id = card.subject_id and translations.locale = one.locale offset 0) found) said;

-- The rows of listing_texts that language_texts leads to.
create or replace view language_cards as
  select merchant_id, language, card_id, form, active, in_stock, price_common, created_at, category,
         fold_in(name, spoken) as name_key, cardinality(named) as name_words,
         language_document(language, named, others, skus) as document,
         array(select distinct word from unnest(named || others) word order by 1) as words
    from language_texts
   cross join lateral (select first_language(language) as spoken offset 0) its
   cross join lateral (
     select written_words(concat_ws(' ', nullif(joined_words(lower(name)), ''), name), spoken) as named,
            written_words(rest, spoken) as others offset 0) words;

-- Writes the texts of cards in the languages of their shops, or in one of them. Whoever calls it holds the products and
-- groups. Words are counted in the same statement.
create or replace function write_language_texts(changed uuid[], chosen text default null) returns void
  language sql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  begin atomic
    with card as materialized (
      select its.*
        from unnest(changed) one (id)
       cross join lateral (
         select * from language_cards
          where card_id = one.id and (chosen is null or language = chosen) offset 0) its
    ), before as (
      select text.*
        from card
       cross join lateral (
         select merchant_id, language, words from listing_texts
          where merchant_id = card.merchant_id and language = card.language and card_id = card.card_id offset 0) text
    ), written as (
      insert into listing_texts (merchant_id, language, card_id, form, active, in_stock, price_common, created_at,
                                 category, name_key, name_words, document, words)
      select merchant_id, language, card_id, form, active, in_stock, price_common, created_at, category, name_key,
             name_words, document, words
        from card
      on conflict (merchant_id, language, card_id) do update
         set form = excluded.form, active = excluded.active, in_stock = excluded.in_stock,
             price_common = excluded.price_common, category = excluded.category, name_key = excluded.name_key,
             name_words = excluded.name_words, document = excluded.document, words = excluded.words
    )
    insert into listing_word_changes (merchant_id, language, written, amount)
    select merchant_id, language, word, sum(sign)
      from (select merchant_id, language, word, 1 as sign from card, unnest(words) word
             union all
            select merchant_id, language, word, -1 from before, unnest(words) word) counted
     group by 1, 2, 3 having sum(sign) <> 0;
  end;

create or replace function uncount_words() returns trigger language plpgsql set search_path from current as $$
begin
  insert into listing_word_changes (merchant_id, language, written, amount)
  select old.merchant_id, old.language, word, -1 from unnest(old.words) word;
  return null;
end $$;

create or replace trigger listing_texts_forgotten after delete on listing_texts
  for each row when (old.language <> '') execute function uncount_words();

-- The languages that a shop is searched in; one that is being written is searched in the shop's own texts.
create or replace function searched_languages(shop uuid) returns text[]
  language sql stable
  return array(select language from listing_languages where merchant_id = shop and ready);

-- Translations change the cards of their products, or of their groups and the groups' variants: of one statement each
-- card once, as a file brings texts of many things in several languages.
create or replace function write_translated_texts() returns trigger language plpgsql set search_path from current as $$
declare
  one record;
  cards uuid[] := '{}';
begin
  for one in
    select distinct merchant_id, type, subject_id from changed_rows
     where type <> 'collection'
       and exists (select from listing_languages where merchant_id = changed_rows.merchant_id)
  loop
    cards := cards || one.subject_id;
    if one.type = 'product_group' then
      cards := cards || array(
        select id from products where merchant_id = one.merchant_id and group_id = one.subject_id);
    end if;
  end loop;
  if cards <> '{}' then
    perform write_language_texts(cards);
  end if;
  return null;
end $$;

create or replace trigger translations_listed after insert on translations
  referencing new table as changed_rows for each statement execute function write_translated_texts();
create or replace trigger translations_listed_anew after update on translations
  referencing new table as changed_rows for each statement execute function write_translated_texts();
create or replace trigger translations_unlisted after delete on translations
  referencing old table as changed_rows for each statement execute function write_translated_texts();

-- A shop whose markets or own language change is written in its languages by a job (write-languages.ts).
create or replace function queue_languages() returns trigger language plpgsql set search_path from current as $$
declare
  shop uuid := (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'merchant_id')::uuid;
begin
  insert into jobs (id, name, payload, key, max_attempts)
  values (gen_random_uuid(), 'catalog.write_languages', jsonb_build_object('merchantId', shop),
          'catalog.write_languages:' || shop, 13)
  on conflict (key) do update set id = excluded.id, attempts = 0, due_at = excluded.due_at;
  return null;
end $$;

create or replace trigger markets_spoken after insert or update of locales, active or delete on markets
  for each row execute function queue_languages();
create or replace trigger merchant_settings_spoken after update of locale on merchant_settings
  for each row when (old.has_markets and new.locale <> old.locale) execute function queue_languages();
