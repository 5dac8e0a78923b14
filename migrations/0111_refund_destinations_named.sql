-- no transaction
-- Refunds from before the column has a meaning.
-- in batches
update refunds set refunded_to = 'store_credit'
 where (merchant_id, id) in (
   select merchant_id, id from refunds where store_credit and refunded_to = 'as_paid' limit 1000);
