-- no transaction
-- What is stored, as it would be stored now (docs/decisions/0062): first what is folded, in the letters of 0015; then
-- keys and names without blanks around them and in NFC.

-- Again after a run that was interrupted at its very end.
create table if not exists stale_letters (kind text, merchant_id uuid, id uuid, primary key (kind, merchant_id, id));

-- in batches
with picked as (
  select kind, merchant_id, id from stale_letters where kind = 'customer' limit 1000
), folded as (
  update customers set name_key = fold_text(name_key)
    from picked where customers.merchant_id = picked.merchant_id and customers.user_id = picked.id
)
delete from stale_letters using picked
 where (stale_letters.kind, stale_letters.merchant_id, stale_letters.id) = (picked.kind, picked.merchant_id, picked.id);

-- The dictionary gets the words that a product has now, and loses those that it had by the letters of before.
-- in batches
with picked as (
  select kind, merchant_id, id from stale_letters where kind = 'product' limit 500
), product as materialized (
  select products.*, concat_ws(' ', name, category, description) as text
    from products join picked using (merchant_id, id) order by id for no key update of products
), sorted as (
  update products set name_key = fold_text(products.name)
    from product where products.merchant_id = product.merchant_id and products.id = product.id
     and products.name_key <> fold_text(products.name)
), found as (
  update product_documents found
     set name_key = fold_text(product.name), name_words = length(words),
         document = product_document(words, search_text(concat_ws(' ', product.category, product.description)),
                                     product.sku)
    from product, to_tsvector('product_text', search_text(product.name)) words
   where found.product_id = product.id
), counted as (
  insert into search_word_changes
  select left(word, 100), sum(sign)
    from product
   cross join lateral (
     select unnest(tsvector_to_array(to_tsvector('simple', search_text(text)))) as word, 1 as sign
      union all
     select unnest(tsvector_to_array(to_tsvector('simple', case
              when octet_length(text) = length(text)
                then translate(lower(text), E'-/.@_+~:&<\\''`', '           ')
              else regexp_replace(
                lower(regexp_replace(normalize(text, nfkd), U&'[''\0060\2019\0300-\036f]', '', 'g')),
                U&'[\0001-\002f\003a-\0060\007b-\00bf\2000-\206f\3000-\303f]+', ' ', 'g') end))), -1) words
   group by 1 having sum(sign) <> 0
)
delete from stale_letters using picked
 where (stale_letters.kind, stale_letters.merchant_id, stale_letters.id) = (picked.kind, picked.merchant_id, picked.id);

-- Of two products that would have one SKU, the one that has it, or else the older, gets it; the other is given one that
-- says so.
-- in batches
with blank as (
  select merchant_id, id, sku, clean_text(sku) as clean,
         row_number() over (partition by merchant_id, clean_text(sku) order by created_at, id) as place
    from products where sku <> clean_text(sku)
), named as (
  select blank.merchant_id, blank.id,
         case when clean <> '' and place = 1
                   and not exists (select from products other
                                    where other.merchant_id = blank.merchant_id and other.sku = blank.clean)
              then clean
              else btrim(left(clean, 60) || ' (duplicate ' || right(id::text, 12) || ')') end as sku
    from blank limit 1000
)
update products set sku = named.sku
  from named where products.merchant_id = named.merchant_id and products.id = named.id;

-- in batches
update products
   set name = coalesce(nullif(clean_text(name), ''), sku), category = nullif(clean_text(category), '')
 where (merchant_id, id) in (
   select merchant_id, id from products
    where name <> clean_text(name) and clean_text(name) <> '' or category <> clean_text(category) limit 1000);

-- in batches
with blank as (
  select id, nullif(clean_text(name), '') as name from users where name <> clean_text(name) limit 1000
), copied as (
  update customers set name_key = customer_name_key(blank.name) from blank where customers.user_id = blank.id
)
update users set name = blank.name from blank where users.id = blank.id;
-- in batches
update merchants set name = clean_text(name)
 where id in (select id from merchants where name <> clean_text(name) and clean_text(name) <> '' limit 1000);
-- in batches
update api_keys set name = clean_text(name)
 where id in (select id from api_keys where name <> clean_text(name) and clean_text(name) <> '' limit 1000);
-- in batches
update shipping_methods set name = clean_text(name)
 where (merchant_id, id) in (select merchant_id, id from shipping_methods
                              where name <> clean_text(name) and clean_text(name) <> '' limit 1000);

drop table if exists stale_letters;
