-- How the file of an import was written: encoding, separator, columns that were left out.
alter table product_imports add column file jsonb;

-- What an order is found by beside its number and its customer: the names, companies, postal codes and phones of its
-- addresses; names folded, the others without what separates their letters and digits. An index stores its results, so
-- it is here: to change it, a new numbered file replaces it and builds the index anew.
create function order_found_text(shipping jsonb, billing jsonb) returns text language sql immutable parallel safe
  return ' ' || customer_name_key(coalesce(shipping ->> 'name', '') || ' ' || coalesce(shipping ->> 'company', '')
                    || ' ' || coalesce(billing ->> 'name', '') || ' ' || coalesce(billing ->> 'company', ''))
      || ' ' || regexp_replace(lower(coalesce(shipping ->> 'postal_code', '')), '[^[:alnum:]]', '', 'g')
      || ' ' || regexp_replace(lower(coalesce(billing ->> 'postal_code', '')), '[^[:alnum:]]', '', 'g')
      || ' ' || regexp_replace(coalesce(shipping ->> 'phone', ''), '\D', '', 'g')
      || ' ' || regexp_replace(coalesce(billing ->> 'phone', ''), '\D', '', 'g');
