-- Copies of what a shop sorts its customers by.

-- What the names are sorted by, in an index of each shop: without case and accents and by bytes, as those of products
-- are.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(coalesce(name, ''), nfkd), U&'[\0300-\036f]', '', 'g'));
