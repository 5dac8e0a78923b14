-- Lists of a shop's groups of one status.
create index product_groups_of_status on product_groups (merchant_id, status, created_at, id);
