-- Stands in for the function of the file with this number.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(coalesce(name, ''), nfkd), U&'[\0300-\036f]', '', 'g'));
