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
