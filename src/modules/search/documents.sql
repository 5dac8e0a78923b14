-- What a product is found by, kept by triggers on products, and what staff types to find one.

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

create or replace trigger products_found after insert on products
  referencing new table as new_rows for each statement execute function record_documents();
create or replace trigger products_forgotten after delete on products
  referencing old table as old_rows for each statement execute function record_documents();
create or replace trigger products_found_anew after update on products
  referencing old table as old_rows new table as new_rows for each statement execute function record_documents();

-- What staff types to find products of the shop: all the words, in any form or as beginnings, or how the SKU begins.
-- `forms`: irregular forms of some of the words, {"knife": ["knives"]}.
drop function if exists product_query(text);
create or replace function product_query(typed text, forms jsonb default '{}') returns tsquery
  language sql stable parallel safe
  return (
    select (coalesce('(' || string_agg('(''' || left(word, 500) || ''':*' || (
                       select string_agg(' | ''' || coalesce((ts_lexize('product_stem', form))[1], form) || '''', '')
                         from (select word union all select jsonb_array_elements_text(forms -> word)) as one (form)
                       ) || ')', ' & ') || ') | ', '')
            || '''#' || replace(replace(left(fold_text(clean_text(typed)), 499), E'\\', E'\\\\'), '''', '''''')
            || ''':*')::tsquery
      from ts_parse('default', typed_text(typed)) as found (kind, word)
     where kind not in (12, 13, 14, 23));
