-- Requests for RATE_LIMIT_PER_MINUTE, by a hash of the session or address. Unlogged: a database crash may lose them.
create unlogged table request_counts (
  key bytea primary key,
  window_start timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index request_counts_age on request_counts (window_start);
