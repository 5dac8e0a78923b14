-- What staff has said of its first steps; null: nothing. A shop that sells already has taken them.
alter table merchant_settings add column first_steps jsonb;
update merchant_settings set first_steps = '{"states": {}, "dismissed": true}'
 where exists (select from orders where orders.merchant_id = merchant_settings.merchant_id);
