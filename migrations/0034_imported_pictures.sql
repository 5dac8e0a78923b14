-- Pictures that are fetched, and the imports that asked for them.
alter table media
  -- When a fetch is due, or until when it is leased; null: it is due.
  add column fetch_at timestamptz,
  -- The import that asked for it first, and the row and the SKU that name it.
  add column import_id uuid,
  add column import_row integer,
  add column import_sku text;
create index media_fetches on media (merchant_id, (import_id is not null), id)
  where state = 'processing' and source_url is not null;
create index media_imports on media (merchant_id, import_id) where import_id is not null;

-- What of rows was left out, though the rows were taken: [{"row", "sku", "field", "message"}].
alter table product_imports add column warnings jsonb not null default '[]';
