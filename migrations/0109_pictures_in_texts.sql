-- no transaction
-- Texts with pictures, for what refers to a picture: few of all.
create index concurrently if not exists products_pictured_texts on products (merchant_id)
  where description_html like '%<img %';
create index concurrently if not exists product_groups_pictured_texts on product_groups (merchant_id)
  where description_html like '%<img %';
