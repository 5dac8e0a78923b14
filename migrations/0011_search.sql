-- What the search reads: one row per product with the words it is found by, and a dictionary of those words.

create extension if not exists pg_trgm;

-- English stems, without stop words: "The Who" are found, and rare words outweigh them anyway.
create text search dictionary product_stem (template = snowball, language = english);
create text search configuration product_text (copy = simple);
alter text search configuration product_text
  alter mapping for asciiword, word, numword with product_stem;

-- Text as it is searched: lower case, without accents and apostrophes, and without what the parser would take for a host, a
-- path, a tag or a compound. Most text is ASCII and takes the cheaper path.
create function search_text(text text) returns text
  language sql immutable parallel safe
  return case
    when text is null then ''
    when octet_length(text) = length(text) then translate(lower(text), E'-/.@_+~:&<\\''`', '           ')
    else regexp_replace(
      lower(regexp_replace(normalize(text, nfkd), U&'[''\0060\2019\0300-\036f]', '', 'g')),
      U&'[\0001-\002f\003a-\0060\007b-\00bf\2000-\206f\3000-\303f]+', ' ', 'g') end;

-- A product's words: those of the name with their positions, and once more marked `=`, so that the index alone knows what is
-- in a name, the last that has no digit marked `$`; those of category and description; and the SKU as one word marked `#`.
create function product_document(name tsvector, rest text, sku text) returns tsvector
  language sql stable parallel safe
  return name
      || array_to_tsvector(
           array(select '=' || lexeme from unnest(tsvector_to_array(name)) lexeme)
           || array(select '$' || lexeme from unnest(name) where lexeme !~ '\d' order by positions[1] desc limit 1)
           || ('#' || lower(sku)))
      || strip(to_tsvector('product_text', rest));

-- Narrow on purpose: a search for common words visits a row for each match. Nothing but the words is indexed, so that a change
-- of price or stock stays within the page.
create table product_documents (
  product_id uuid primary key,
  merchant_id uuid not null,
  price_common bigint not null,
  created_at timestamptz(3) not null,
  name_words smallint not null,
  active boolean not null,
  in_stock boolean not null,
  category text collate "C",
  name_key text collate "C" not null,
  document tsvector not null
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create index product_documents_words on product_documents using gin (document) with (gin_pending_list_limit = 512);

-- Every word, unstemmed, with the number of products it is in: what a misspelt word is corrected to.
create table search_words (
  word text collate "C" primary key,
  lexeme text collate "C" not null,
  products integer not null
);
create index search_words_of_lexeme on search_words (lexeme);
-- The most frequent words with the same first two letters.
create index search_words_begun on search_words ("left"(word, 2), products desc) where products > 0;

-- The word, and all that is left of it with one letter gone: two words one slip apart (a letter wrong, missing, too many, or
-- two changed places) have one of these in common.
create function one_letter_less(word text) returns text[]
  language sql immutable strict parallel safe
  return array(select word union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n);
create index search_words_slips on search_words using gin (one_letter_less(word))
  where products > 0 and length(word) between 3 and 40;
create index search_words_similar on search_words using gin (word gin_trgm_ops)
  where products > 0 and length(word) between 3 and 40;

-- Appended to by whoever changes products and folded by a sweep, as the counts are.
create table search_word_changes (
  word text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- What a search answers follows from products, merchants' names and the dictionary. Whoever changes one of them adds a number
-- here in the same transaction; commits are seen in one order, so two statements that see the same sum see the same state.
-- Random, so that a database put back to an earlier state does not come by a sum that was another state's before.
create table catalog_changes (
  amount bigint not null default 1 + (random() * 1e9)::bigint
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);

create function record_catalog_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes default values;
  return null;
end $$;

create trigger merchants_renamed after update of name on merchants
  for each statement execute function record_catalog_change();

-- The different words of a text, unstemmed.
create function words_of(text text) returns setof text
  language sql immutable strict parallel safe
  begin atomic
    select left(word, 100) from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, text))) word;
  end;

-- Its plans are kept for statements of one row and of a million alike, hence one that is right for both: an index look-up
-- for each row. (Left alone, the first statement's size decided, and a hash join of the table was then made for single rows.)
create function record_documents() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_op = 'DELETE' then
    insert into catalog_changes select from old_rows limit 1;
    delete from product_documents using old_rows where product_id = old_rows.id;
    insert into search_word_changes
    select word, -count(*)
      from old_rows, words_of(search_text(concat_ws(' ', name, category, description))) word group by 1;
  elsif tg_op = 'INSERT' then
    insert into catalog_changes select from new_rows limit 1;
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
    insert into catalog_changes select from new_rows limit 1;
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

create trigger products_found after insert on products
  referencing new table as new_rows for each statement execute function record_documents();
create trigger products_forgotten after delete on products
  referencing old table as old_rows for each statement execute function record_documents();
create trigger products_found_anew after update on products
  referencing old table as old_rows new table as new_rows for each statement execute function record_documents();
