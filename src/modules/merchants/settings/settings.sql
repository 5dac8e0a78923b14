-- Every process reads the settings that changed since it read last: the time must be that of the change, whoever makes
-- it.
create or replace function touch_merchant_settings() returns trigger language plpgsql set search_path from current as $$
begin
  new.updated_at = clock_timestamp();
  return new;
end $$;

create or replace trigger merchant_settings_touched before insert or update on merchant_settings
  for each row execute function touch_merchant_settings();
