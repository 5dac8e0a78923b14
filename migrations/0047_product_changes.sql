-- Which products have changed, for processes that keep words of products in memory: each asks for what has been
-- committed since the snapshot that it knows. A row for each statement that changed products.
create table product_changes (
  xid xid8 not null default pg_current_xact_id(),
  products uuid[] not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index product_changes_by_xid on product_changes (xid);

-- Every minute the number below which all transactions have ended. Changes are deleted by it: their own time would be
-- that of the start of a transaction, which may have ended a moment ago. Numbers are those of one server: after a
-- failover or in a restored database the notes of another mean nothing.
create table product_change_horizons (
  noted_at timestamptz primary key default now(),
  oldest_running xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  server text not null
);
