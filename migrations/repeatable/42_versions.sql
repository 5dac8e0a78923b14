-- Versions: 1 at first, one more with each change, in the order in which the changes took effect (under the row's
-- lock), whatever the statement says. Events carry them, so that a receiver can tell the later of two.

create or replace function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create or replace trigger orders_version before update on orders
  for each row execute function count_version();

-- Of what staff sets. Not of `in_stock`, which follows the stock and has no event of a product.
create or replace trigger products_version
  before update of sku, name, description, category, price_minor, price_common, currency, status, image_url,
                   requires_shipping, weight_grams, tax_class on products
  for each row execute function count_version();
