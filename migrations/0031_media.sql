-- Pictures of shops. Their files lie in the store of pictures (MEDIA_STORE), named by the id of their row. The row is
-- there before the first file and until the last one is gone, so a crash leaves no file that no row knows.
-- storing: an upload whose files are being written; removed: its files are being deleted. Neither is shown.
create table media (
  merchant_id uuid not null,
  id uuid not null,
  state text not null constraint media_state check (state in ('storing', 'processing', 'ready', 'failed', 'removed')),
  -- SHA-256 of the bytes that were sent; null where another picture of the shop has the same.
  content_hash bytea,
  -- Where it is fetched from, by a job.
  source_url text,
  fetches integer not null default 0,
  -- Why it could not be fetched or read.
  failure text,
  alt text,
  -- Of the largest size.
  width integer,
  height integer,
  -- [{"width", "webp", "jpeg"}], the smallest first; names of files.
  sizes jsonb not null default '[]',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Since when a sweep has found nothing that refers to it.
  unused_since timestamptz,
  primary key (merchant_id, id),
  constraint media_ready check (state <> 'ready' or (width > 0 and height > 0 and sizes <> '[]')),
  constraint media_failed check ((state = 'failed') <= (failure is not null))
);
create unique index media_content_key on media (merchant_id, content_hash) where state = 'ready';
-- For files, whose names have no shop.
create unique index media_id on media (id);
create index media_sources on media (merchant_id, md5(source_url)) where source_url is not null;
create index media_unfinished on media (changed_at) where state in ('storing', 'processing', 'removed');
create index media_unused on media (unused_since) where unused_since is not null;

-- The folders and buckets that processes of the service keep pictures in.
create table media_stores (
  id text primary key,
  host text not null,
  seen_at timestamptz not null default now()
);
