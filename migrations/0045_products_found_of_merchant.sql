-- no transaction
-- What a shop or a category has of a word, without the products of all others that have it. With `merchant_id` and
-- `category` in the index of words it answers all three at once, whichever is the rarest.
create extension if not exists btree_gin;
create index concurrently if not exists product_documents_found on product_documents
  using gin (merchant_id, category, document) with (gin_pending_list_limit = 512);
drop index if exists product_documents_words;
