-- Sort keys of a shop's customers.

-- Sort key of names, in an index per shop: folded and compared by bytes, like those of products. Rows store its result:
-- 0015_letters.sql defines it, too.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return fold_text(coalesce(name, ''));
