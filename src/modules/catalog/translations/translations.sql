-- What is deleted has no translations.
create or replace function forget_translations() returns trigger language plpgsql set search_path from current as $$
declare
  one record;
begin
  for one in select merchant_id, id from old_rows loop
    delete from translations where merchant_id = one.merchant_id and type = tg_argv[0] and subject_id = one.id;
  end loop;
  return null;
end $$;

create or replace trigger products_untranslated after delete on products
  referencing old table as old_rows for each statement execute function forget_translations('product');
create or replace trigger product_groups_untranslated after delete on product_groups
  referencing old table as old_rows for each statement execute function forget_translations('product_group');
create or replace trigger collections_untranslated after delete on collections
  referencing old table as old_rows for each statement execute function forget_translations('collection');

create or replace trigger shipping_methods_untranslated after delete on shipping_methods
  referencing old table as old_rows for each statement execute function forget_translations('shipping_method');
create or replace trigger payment_methods_untranslated after delete on payment_methods
  referencing old table as old_rows for each statement execute function forget_translations('payment_method');
create or replace trigger promotions_untranslated after delete on promotions
  referencing old table as old_rows for each statement execute function forget_translations('promotion');

-- What has texts of its own; a variant has those of its group.
create or replace view translatable as
  select merchant_id, 'product' as type, id, name, description, description_html, seo_title, seo_description, slug,
         status, '{}'::text[] as varies_by
    from products where group_id is null
   union all
  select merchant_id, 'product_group', id, name, description, description_html, seo_title, seo_description, slug,
         status, varies_by
    from product_groups
   union all
  select merchant_id, 'collection', id, name, description, description_html, seo_title, seo_description, slug,
         status, '{}'
    from collections;

-- The texts of a thing for a reader of these languages, the best first: of each field the first that there is.
create or replace function texts_in(shop uuid, kind text, subject uuid, locales text[])
  returns jsonb language sql stable
  return (
    select jsonb_object_agg(field.key, field.value order by wanted.place desc)
      from translations
      join unnest(locales) with ordinality as wanted (locale, place) on wanted.locale = translations.locale
     cross join jsonb_each(translations.texts) field
     where merchant_id = shop and type = kind and subject_id = subject
  );

-- The word for a value of a group's option in these languages, the best first; null: none.
create or replace function option_word(shop uuid, product_group uuid, option text, value text, locales text[])
  returns text language sql stable
  return (
    select texts -> 'options' -> option -> 'values' ->> value
      from translations
      join unnest(locales) with ordinality as wanted (locale, place) on wanted.locale = translations.locale
     where merchant_id = shop and type = 'product_group' and subject_id = product_group
       and texts -> 'options' -> option -> 'values' ? value
     order by wanted.place limit 1
  );

-- The name of a product for a reader of a market, null: it has none in their languages. A variant has the name of its
-- group with the words of its options, those of the shop where there are no others.
create or replace function product_name_for(shop uuid, product uuid, product_group uuid, market uuid, reader text)
  returns text language sql stable
  return (
    with wanted as materialized (select text_locales(shop, market, reader) as locales),
    its as (
      select texts_in(shop, case when product_group is null then 'product' else 'product_group' end,
                      coalesce(product_group, product), wanted.locales) ->> 'name' as name from wanted)
    select case when product_group is null or its.name is null then its.name else left(its.name || ', ' || (
             select string_agg(coalesce(option_word(shop, product_group, option.name, variant.options ->> option.name,
                                                    wanted.locales), variant.options ->> option.name),
                               ' / ' order by option.place)
               from wanted, products variant
               join product_groups its_group on its_group.merchant_id = shop and its_group.id = product_group
              cross join unnest(its_group.varies_by) with ordinality as option (name, place)
              where variant.merchant_id = shop and variant.id = product), 500) end
      from its
  );
