-- no transaction
-- Pictures never tried come before those that are tried again, which come by the time they are due.
create index concurrently if not exists media_fetches_due
  on media (merchant_id, (import_id is not null), fetch_at nulls first, id)
  where state = 'processing' and source_url is not null;
drop index if exists media_fetches;
