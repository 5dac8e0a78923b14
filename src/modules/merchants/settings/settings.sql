-- Every process polls for settings changed since its last read. So a trigger sets the time of each change.
create or replace function touch_merchant_settings() returns trigger language plpgsql set search_path from current as $$
begin
  new.updated_at = clock_timestamp();
  return new;
end $$;

create or replace trigger merchant_settings_touched before insert or update on merchant_settings
  for each row execute function touch_merchant_settings();

-- The language of a shop's own texts.
create or replace function locale_of_shop(shop uuid) returns text language sql stable
  return (select locale from merchant_settings where merchant_id = shop);

-- What a shop says in its own words, by language.
create or replace function texts_of_shop(shop uuid) returns jsonb language sql stable
  return (select jsonb_object_agg(language, texts) from shop_texts where merchant_id = shop);

create or replace function currency_of_shop(shop uuid) returns text language sql stable
  return (select coalesce(setting.currency, merchants.currency)
            from merchants left join merchant_settings setting on setting.merchant_id = merchants.id
           where merchants.id = shop);
