-- Whether anything refers to a picture. Each table that has pictures has a line here.
create or replace function media_in_use(merchant uuid, picture uuid) returns boolean
  language sql stable set search_path from current as $$
  select exists (select from products
                  where media <> '{}' and media @> array[picture] and merchant_id is not distinct from merchant)
      or exists (select from product_groups
                  where media <> '{}' and media @> array[picture] and merchant_id is not distinct from merchant)
      or exists (select from collections
                  where media <> '{}' and media @> array[picture] and merchant_id is not distinct from merchant)
      or exists (select from products
                  where description_html like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(description_html) @> array[replace(picture::text, '-', '')])
      or exists (select from product_groups
                  where description_html like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(description_html) @> array[replace(picture::text, '-', '')])
      or exists (select from collections
                  where description_html like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(description_html) @> array[replace(picture::text, '-', '')])
      or exists (select from translations
                  where texts ->> 'description_html' like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(texts ->> 'description_html') @> array[replace(picture::text, '-', '')])
      or exists (select from homes where merchant_id = merchant and media @> array[picture])
      or exists (select from pages
                  where body_html like '%<img %' and merchant_id = merchant
                    and position(replace(picture::text, '-', '') in body_html) > 0)
      or exists (select from merchant_settings where merchant_id = merchant and logo = picture)
$$;
