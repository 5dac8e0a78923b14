-- Where addresses of a shop that are gone lead to.
create table redirects (
  merchant_id uuid not null,
  id uuid not null,
  -- As `canonicalPath` writes it.
  path text collate "C" not null,
  target text not null,
  -- The path of a target inside the shop, by which redirects lead on to each other.
  target_path text collate "C",
  permanent boolean not null,
  created_at timestamptz not null,
  constraint redirects_pkey primary key (merchant_id, path),
  constraint redirects_id unique (merchant_id, id),
  constraint redirects_lengths check (length(path) between 2 and 1000 and length(target) between 1 and 2000)
);
