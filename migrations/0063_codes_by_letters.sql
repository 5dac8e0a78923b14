-- no transaction
-- Codes are compared by their letters and digits. Of codes of a shop that have become the same, the oldest keeps that;
-- the others are found only as they are written.
alter table promotion_codes add column if not exists exact boolean not null default false;
-- in batches
update promotion_codes set exact = true
 where (merchant_id, code) in (
   select later.merchant_id, later.code from promotion_codes later
     join promotion_codes earlier on earlier.merchant_id = later.merchant_id
      and translate(earlier.code, '-_', '') = translate(later.code, '-_', '')
      and (earlier.created_at, earlier.code) < (later.created_at, later.code)
    where not later.exact limit 1000);
create unique index concurrently if not exists promotion_codes_key
  on promotion_codes (merchant_id, (translate(code, ' !#$%&''*+-./:=?@_', ''))) where not exact;
