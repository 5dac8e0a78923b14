-- no transaction
-- Orders that were to be paid in a way that the shop chose; shops without such ways have no entry.
create index concurrently if not exists orders_to_be_paid on orders (merchant_id, created_at, id)
  where payment_terms is not null and status <> 'cancelled' and (paid_at is null or paid_minor < total_minor);
