-- Rows without a merchant_id that belong to the shop. The log of attempts is of one day; repeat it for more.
select coalesce((select json_agg(erasure) from event_erasures erasure), '[]') as erasures,
       coalesce((select json_agg(attempt) from deliveries join delivery_attempts attempt on delivery_id = deliveries.id
                  where merchant_id = :'merchant' and delivery_id >= uuid_at(:'day'::date)
                    and delivery_id < uuid_at(:'day'::date + 1)), '[]') as attempts,
       coalesce((select json_agg(charge) from test_provider_charges charge join payments on payments.id = payment_id
                  where merchant_id = :'merchant'), '[]') as charges,
       coalesce((select json_agg(given) from test_provider_refunds given join payments on payments.id = payment_id
                  where merchant_id = :'merchant'), '[]') as given,
       (select last_value from pg_sequences where sequencename = 'figure_changes_id_seq') as last_change,
       coalesce((select last_value from pg_sequences where sequencename = 'sales_changes_id_seq'), 1) as last_sale;
