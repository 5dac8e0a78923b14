-- Orders are found by total, customer, payment and fulfilment.
create index orders_by_total on orders (merchant_id, total_minor, id);
