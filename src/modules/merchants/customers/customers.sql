-- Copies of what a shop sorts its customers by.

-- What the names are sorted by, in an index of each shop: folded and by bytes, as those of products are. Rows store it:
-- see 0015_letters.sql, which has it too.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return fold_text(coalesce(name, ''));
