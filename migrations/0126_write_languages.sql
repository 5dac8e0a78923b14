-- Shops that had markets before their cards had languages are written by the job that a change of a market queues.
insert into jobs (id, name, payload, key, max_attempts)
select gen_random_uuid(), 'catalog.write_languages', jsonb_build_object('merchantId', merchant_id),
       'catalog.write_languages:' || merchant_id, 13
  from (select distinct merchant_id from markets) shops
on conflict (key) do nothing;
