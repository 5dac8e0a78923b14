-- Cards as products and groups make them: what is written into listings and listing_texts.

-- The texts of a product besides its name, with lower weight in a search.
create or replace function product_rest(category text, description text, brand text, tags text[]) returns text
  language sql stable parallel safe
  return concat_ws(' ', category, text_beginning(description), brand, array_to_string(tags, ' '));

-- Filter keys of a card. Options are those of products that can be bought now.
create or replace function listing_keys(brand text, tags text[], options jsonb, in_stock boolean) returns text[]
  language sql stable parallel safe
  return array(select 'b:' || brand where brand is not null
                union all select 't:' || tag from unnest(tags) tag
                union all select 'o:' || name || '=' || value
                            from jsonb_each_text(options) as option (name, value) where in_stock);

-- A new stamp for each write of a card.
create or replace function listing_stamp() returns bigint
  language sql volatile parallel safe
  return floor(date_part('epoch', clock_timestamp()) * 1000000);

-- Cards of products: plain products, and variants by themselves.
create or replace view product_cards as
  select product.merchant_id, product.id as card_id, (case when group_id is null then 'p' else 'v' end)::"char" as form,
         status, status = 'active' and withheld is null as active,
         in_stock, price_common, category, name, sku, name_key, created_at,
         case when group_id is not null then listing_keys(brand, tags, options, in_stock) || ('g:' || group_id)
              when brand is null and tags = '{}' then '{}'
              else listing_keys(brand, tags, '{}', in_stock) end as keys,
         product_rest(category, description, brand, tags) as rest, group_id, description, brand, tags, options
    from products product;

-- Cards of groups with variants.
create or replace view group_cards as
  select one.merchant_id, one.id as card_id, 'g'::"char" as form, shown.id as shown_id, one.status,
         coalesce(one.status = 'active' and shown.status = 'active', false) as active, shown.in_stock,
         shown.price_common, one.category, one.name, fold_text(one.name) as name_key, one.created_at, variants.skus,
         listing_keys(one.brand, one.tags, '{}', true) || variants.keys as keys,
         product_rest(one.category, one.description, one.brand, one.tags || variants.values) as rest,
         one.description, one.brand, one.tags || variants.values as tags
    from product_groups one
    join lateral (
      select id, status, in_stock, price_common from products
       where merchant_id = one.merchant_id and group_id = one.id
       order by status = 'active' desc, in_stock desc, price_minor, position, id limit 1) shown on true
    cross join lateral (
      select array_agg(distinct sku) as skus,
             coalesce(array_agg(distinct value) filter (where value is not null), '{}') as values,
             coalesce(array_agg(distinct key) filter (where key is not null), '{}') as keys
        from products
        left join lateral (
          select option.value,
                 case when products.in_stock and products.status = 'active'
                      then 'o:' || option.key || '=' || option.value end
            from jsonb_each_text(options) option) of_variant (value, key) on true
       where merchant_id = one.merchant_id and group_id = one.id and products.status = shown.status) variants;

-- Search words of a group: the words and SKUs of all its variants.
create or replace function group_document(name tsvector, rest text, skus text[]) returns tsvector
  language sql stable parallel safe
  return product_document(name, rest, '')
         || array_to_tsvector(array(select left('#' || fold_text(sku), 500) from unnest(skus) sku));

-- A whole SKU, as documents have it.
create or replace function sku_query(sku text) returns tsquery
  language sql stable parallel safe
  return ('''' || replace(replace(left('#' || fold_text(sku), 500), E'\\', E'\\\\'), '''', '''''') || '''')::tsquery;

