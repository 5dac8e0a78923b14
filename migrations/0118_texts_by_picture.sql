-- no transaction
-- A picture that is ready is put into the texts that wait for it, and a picture that a text shows is in use.
create index concurrently if not exists products_by_picture_in_text on products
  using gin (pictures_in_html(description_html)) where description_html like '%<img %';
create index concurrently if not exists product_groups_by_picture_in_text on product_groups
  using gin (pictures_in_html(description_html)) where description_html like '%<img %';
create index concurrently if not exists collections_by_picture_in_text on collections
  using gin (pictures_in_html(description_html)) where description_html like '%<img %';
-- Nothing reads these any more.
drop index if exists products_pictured_texts;
drop index if exists product_groups_pictured_texts;
