-- One folding for all that is searched or sorted (docs/decisions/0062). These functions are here and not with their
-- modules because rows store their results: to change one, a new numbered file replaces it and writes the rows anew.

-- The base of Latin letters that Unicode does not decompose. Most texts have no letter but ASCII left by now.
create function base_letters(text text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(text) = length(text) then text
    else normalize(
      translate(
        replace(replace(replace(replace(replace(text, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'l·l', 'll'),
        'øłđðħıĸŋŧςƀƃɓƈȼɖɗƌɛəǝɇƒɠǥɨɩɉȷƙƚⱡɲƞɔɵƥɍⱦƭʈʉʋɏƴƶȥⱥ',
        'olddhikntσbbbccdddeeeefggiijjkllnnooprtttuvyyzza'),
      nfc) end;

-- Text without what UTS 10 compares after its first strength: without case, accents and what is not seen, and with the
-- base of Latin letters. The same as `foldText` (src/platform/lib/folding.ts).
create function fold_text(text text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(text) = length(text) then lower(text collate "C") collate "default"
    else base_letters(lower(regexp_replace(normalize(text, nfkd),
      U&'[\00ad\0300-\036f\0483-\0487\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7\0610-\061a'
      '\061c\0640\064b-\065f\0670\06d6-\06dc\06df-\06e4\06e7\06e8\06ea-\06ed\180e'
      '\1ab0-\1aff\1dc0-\1dff\200b-\200f\202a-\202e\2060-\206f\20d0-\20ff'
      '\fe00-\fe0f\fe20-\fe2f\feff]', '', 'g') collate "default")) end;

-- A key or a name as it is kept: composed, without blanks around it, also those that are not seen. The same as
-- `cleanText` (src/platform/lib/clean-text.ts).
create function clean_text(text text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(text) = length(text) then btrim(text, ' ')
    else btrim(normalize(text, nfc),
      U&' \00a0\00ad\1680\180e\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a'
      '\200b\200e\200f\2028\2029\202f\205f\2060\3000\feff') end;

-- Words with a hyphen and a short part, written as one: `T-Shirt` tshirt, `Wi-Fi` wifi.
create function joined_words(text text) returns text
  language sql immutable parallel safe
  return case
    when text !~ U&'[0-9a-z\0080-\ffff][-\2010-\2015\2212][0-9a-z\0080-\ffff]' then ''
    else (
      select coalesce(string_agg(distinct pair.word, ' '), '')
        from regexp_matches(text, U&'[[:alnum:]]+(?:[-\2010-\2015\2212][[:alnum:]]+)+', 'g') as compound (words)
       cross join lateral regexp_split_to_array(words[1], U&'[-\2010-\2015\2212]') parts
       cross join lateral (
         select parts[at] || parts[at + 1] from generate_series(1, cardinality(parts) - 1) at
          where least(length(parts[at]), length(parts[at + 1])) <= 3
         union all
         select array_to_string(parts, '') where cardinality(parts) = 3) pair (word)
       where pair.word ~ '[[:alpha:]]' and length(pair.word) <= 40) end;

-- What somebody types, as words: folded, without apostrophes, and without what the parser would take for a host, a
-- path, a tag or a compound. Most text is ASCII and takes the cheaper path.
create function typed_text(text text) returns text
  language sql immutable parallel safe
  return case
    when text is null then ''
    when octet_length(text) = length(text)
      then translate(lower(text collate "C") collate "default", E'-/.@_+~:&<\\''`', '           ')
    else regexp_replace(translate(fold_text(text), U&'''`\2018\2019\02bb\02bc', ''),
      U&'[\0001-\002f\003a-\0060\007b-\00bf\2000-\206f\2212\3000-\303f]+', ' ', 'g') end;

-- The words of a product's text. Before them stand those that are joined: the last word stays the last.
create or replace function search_text(text text) returns text
  language sql immutable parallel safe
  return case
    when strpos(text, '-') > 0 or octet_length(text) > length(text) and text ~ U&'[\2010-\2015\2212\fe63\ff0d]'
      then joined_words(fold_text(text)) || ' ' || typed_text(text)
    else typed_text(text) end;

-- A product's words: those of the name with their positions, and once more marked `=`, so that the index alone knows
-- what is in a name, the last that has no digit marked `$`; those of category and description; and the SKU as one
-- word marked `#`.
create or replace function product_document(name tsvector, rest text, sku text) returns tsvector
  language sql stable parallel safe
  return name
      || array_to_tsvector(
           array(select '=' || lexeme from unnest(tsvector_to_array(name)) lexeme)
           || array(select '$' || lexeme from unnest(name) where lexeme !~ '\d' order by positions[1] desc limit 1)
           || left('#' || fold_text(sku), 500))
      || strip(to_tsvector('product_text', rest));

-- The function of the triggers as it is now (src/modules/search/documents.sql): 0017 changes products, and that of
-- release 0.1.0 writes a table that is gone.

-- The different words of a text, unstemmed.
create or replace function words_of(text text) returns setof text
  language sql immutable strict parallel safe
  begin atomic
    select left(word, 100) from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, text))) word;
  end;

-- Its plans are kept for statements of one row and of a million alike, hence one that is right for both: an index
-- look-up for each row. (Left alone, the first statement's size decided, and a hash join of the table was then made
-- for single rows.)
create or replace function record_documents() returns trigger language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'DELETE' then
    delete from product_documents using old_rows where product_id = old_rows.id;
    insert into search_word_changes
    select word, -count(*)
      from old_rows, words_of(search_text(concat_ws(' ', name, category, description))) word group by 1;
  elsif tg_op = 'INSERT' then
    with text as materialized (
      select *, search_text(name) as named, search_text(concat_ws(' ', category, description)) as rest from new_rows
    ), written as (
      insert into product_documents (product_id, merchant_id, price_common, created_at, name_words, active, in_stock,
                                     category, name_key, document)
      select id, merchant_id, price_common, created_at, length(words), status = 'active', in_stock, category, name_key,
             product_document(words, rest, sku)
        from text, to_tsvector('product_text', named) words
    )
    insert into search_word_changes
    select word, count(*) from text, words_of(named || ' ' || rest) word group by 1;
  else
    update product_documents found
       set price_common = fresh.price_common, active = fresh.status = 'active', in_stock = fresh.in_stock
      from new_rows fresh
     where found.product_id = fresh.id
       and (found.price_common, found.active, found.in_stock)
           is distinct from (fresh.price_common, fresh.status = 'active', fresh.in_stock);
    -- What was reworded stands here twice, as it is (1) and as it was (-1); the rest cancels out.
    with changed as materialized (
      select id, sku, name, category, description, name_key, sum(sign) as sign
        from (select id, sku, name, category, description, name_key, 1 as sign from new_rows
               union all
              select id, sku, name, category, description, name_key, -1 from old_rows) both_rows
       group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0
    ), reworded as (
      update product_documents found
         set category = changed.category, name_key = changed.name_key, name_words = length(words),
             document = product_document(
               words, search_text(concat_ws(' ', changed.category, changed.description)), changed.sku)
        from changed, to_tsvector('product_text', search_text(changed.name)) words
       where changed.sign > 0 and found.product_id = changed.id
    )
    insert into search_word_changes
    select word, sum(sign)
      from changed, words_of(search_text(concat_ws(' ', name, category, description))) word
     group by 1 having sum(sign) <> 0;
  end if;
  return null;
end $$;

create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return fold_text(coalesce(name, ''));

-- The sort key of a product's name was a generated column; now a trigger sets it, since its rule can change so without
-- writing the table anew.
alter table products alter column name_key drop expression, alter column name_key set default '';

create function fold_product_name() returns trigger
  language plpgsql set search_path from current as $$
begin
  new.name_key := fold_text(new.name);
  return new;
end $$;

create trigger products_name_key before insert or update of name on products
  for each row execute function fold_product_name();
