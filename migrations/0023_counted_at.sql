-- When a count was made that a movement tells of: later counts correct what has moved since.
alter table stock_movements add column counted_at timestamptz;
