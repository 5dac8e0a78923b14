-- Up to which position of the log of writes (WAL) a session or an API key has written, for reads at a standby: it must
-- have replayed that (docs/decisions/0040). Unlogged: after a crash or a failover it is empty, and then every position
-- before the next counts as written by everybody: the row of the nil UUID. Used only where DATABASE_READ_URL is set;
-- rows are deleted after ten minutes.
create unlogged table recent_writes (
  writer uuid primary key,
  position pg_lsn not null,
  written_at timestamptz not null default now()
) with (fillfactor = 50);
