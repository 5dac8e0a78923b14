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
  before update of sku, name, description, description_html, category, price_minor, price_common, currency, status,
                   image_url, media,
                   requires_shipping, weight_grams, tax_class, brand, gtin, tags, compare_at_minor, unit_cost_minor,
                   other_prices, seo_title, seo_description, unit_pricing, metadata, slug, group_id, group_name,
                   withheld, options,
                   position, withdrawal, gift_card, voucher, voucher_country on products
  for each row execute function count_version();

-- Prices in other currencies, of which some are set anew and those that are null are taken away.
create or replace function merged_prices(stored jsonb, given jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_strip_nulls(stored || given);

-- As much of a text as searches, feeds and lists take: its first 10,000 characters, to the end of a word.
create or replace function text_beginning(whole text) returns text
  language sql immutable parallel safe
  return case when length(whole) <= 10000 then whole
              else rtrim(left(regexp_replace(left(whole, 10001), '\s\S{0,100}$', ''), 10000)) end;

-- HTML stands for its text: a text that is written alone, also by a release that knows no HTML, takes its place.
create or replace function forget_description_html() returns trigger language plpgsql set search_path from current as $$
begin
  new.description_html := null;
  return new;
end $$;

create or replace trigger products_rewritten before update of description on products for each row
  when (new.description is distinct from old.description and new.description_html = old.description_html)
  execute function forget_description_html();
create or replace trigger groups_rewritten before update of description on product_groups for each row
  when (new.description is distinct from old.description and new.description_html = old.description_html)
  execute function forget_description_html();
create or replace trigger collections_rewritten before update of description on collections for each row
  when (new.description is distinct from old.description and new.description_html = old.description_html)
  execute function forget_description_html();
