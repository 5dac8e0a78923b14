-- Cache keys and versions of products.

-- The stamp changes with each change of a product. Its version alone is not enough: after a restore lost versions are
-- assigned again.
create or replace function product_stamp(version integer, changed timestamptz) returns text
  language sql stable parallel safe
  return version || ' ' || date_part('epoch', changed);

-- The key of a product in a list: its id, available units, and stamp.
create or replace view product_keys as
  select product.id,
         product.id || ' ' || coalesce(stock.on_hand - stock.reserved, 0) || ' '
         || product_stamp(product.version, product.updated_at) as key
    from products product
    left join stock on stock.merchant_id = product.merchant_id and stock.product_id = product.id;

-- A version counts what staff sets (a test compares this with fields.ts). Not `in_stock`, which follows the stock and
-- has no event of a product.
create or replace trigger products_version
  before update of sku, name, description, category, price_minor, price_common, currency, status, image_url, media,
                   requires_shipping, weight_grams, tax_class, brand, gtin, tags, compare_at_minor, unit_cost_minor,
                   seo_title, seo_description, unit_pricing, metadata, slug, group_id, group_name, withheld, options,
                   position, withdrawal, gift_card, voucher, voucher_country on products
  for each row execute function count_version();
