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

-- The name of a product for a reader of a market, a variant's by its group; null: it has none in their languages.
create or replace function product_name_for(shop uuid, product uuid, product_group uuid, market uuid, reader text)
  returns text language sql stable
  return (
    select translations.texts ->> 'name'
      from translations
      join unnest(text_locales(shop, market, reader)) with ordinality as wanted (locale, place)
        on wanted.locale = translations.locale
     where merchant_id = shop and type = case when product_group is null then 'product' else 'product_group' end
       and subject_id = coalesce(product_group, product) and translations.texts ? 'name'
     order by wanted.place limit 1
  );
