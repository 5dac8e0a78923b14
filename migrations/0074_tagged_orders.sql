-- no transaction
-- In both, shops that use neither tags nor assignees have no entry.
create index concurrently if not exists orders_by_tag on orders
  using gin (merchant_id, tag_keys(tags)) with (gin_pending_list_limit = 256) where tags <> '{}';
create index concurrently if not exists orders_by_assignee on orders
  (merchant_id, assignee_id, created_at desc, id desc)
  where assignee_id is not null;
