-- The dictionary of words of products, kept by triggers on products, and the text query of a staff search.

-- The different words of a text, unstemmed.
create or replace function words_of(text text) returns setof text
  language sql immutable strict parallel safe
  begin atomic
    select left(word, 100) from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, text))) word;
  end;

-- Counts the products with each word, for corrections and for the weight of a word (search_words).
create or replace function record_words() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    insert into search_word_changes
    select word, -count(*)
      from old_rows, words_of(search_text(concat_ws(' ', name, product_rest(category, description, brand, tags)))) word
     group by 1;
  elsif tg_op = 'INSERT' then
    insert into search_word_changes
    select word, count(*)
      from new_rows, words_of(search_text(concat_ws(' ', name, product_rest(category, description, brand, tags)))) word
     group by 1;
  else
    -- A reworded product appears twice, with its new text (1) and its old one (-1); unchanged words cancel out.
    insert into search_word_changes
    select word, sum(sign)
      from (select text, sum(sign) as sign
              from (select id, concat_ws(' ', name, product_rest(category, description, brand, tags)) as text, 1 as sign
                      from new_rows
                     union all
                    select id, concat_ws(' ', name, product_rest(category, description, brand, tags)), -1
                      from old_rows) both_rows
             group by id, text having sum(sign) <> 0) changed, words_of(search_text(text)) word
     group by 1 having sum(sign) <> 0;
  end if;
  return null;
end $$;

create or replace trigger products_worded after insert on products
  referencing new table as new_rows for each statement execute function record_words();
create or replace trigger products_unworded after delete on products
  referencing old table as old_rows for each statement execute function record_words();
create or replace trigger products_reworded after update on products
  referencing old table as old_rows new table as new_rows for each statement execute function record_words();

-- The query of a staff search: all words, in any form or as prefixes, or a prefix of the SKU. `forms`: irregular forms
-- of some of the words, {"knife": ["knives"]}.
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
