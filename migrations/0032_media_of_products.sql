-- no transaction
-- What shows a picture.
create index concurrently if not exists products_media on products using gin (media) where media <> '{}';
create index concurrently if not exists product_groups_media on product_groups using gin (media) where media <> '{}';
create index concurrently if not exists collections_media on collections using gin (media) where media <> '{}';
