-- oldest release: 0.2.0
-- The tables of release 0.1.0 (commit 93fbfa2). Functions and triggers are in repeatable/, except those that indexes
-- here need; the rules of rows of stock, orders and payments are in 0002.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Merchants (shops), people, and who works or buys where.

create table merchants (
  id uuid primary key,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now()
);
-- The oldest merchant is the default one; every registration looks it up.
create index merchants_first on merchants (created_at, id);

create table users (
  id uuid primary key,
  -- As the user typed it; null once the account is erased.
  email text,
  -- Normalized for comparison (NFKC, lower case). One account per address.
  email_key text,
  name text,
  phone text,
  -- Argon2id in PHC form; null once the account is erased.
  password_hash text,
  is_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- A guest has neither address nor password until they register; then the same row is an account.
  is_guest boolean not null default false,
  -- When the row is looked at to be erased: null of accounts, and of guests who are kept for their orders.
  guest_expires_at timestamptz,
  constraint users_email_key unique (email_key),
  constraint users_erased
    check (case when is_guest then email_key is null else (deleted_at is null) = (email_key is not null) end)
);
-- A shop searches its customers by a part of name or address. The leading blank makes the first word of the name match
-- like any other. The function is here and not in a repeatable file because the index stores its results.
create function user_search_text(name text, email_key text) returns text language sql immutable parallel safe
  return ' ' || lower(coalesce(name, '')) || ' ' || coalesce(email_key, '');
create index users_search on users using gin (user_search_text(name, email_key) gin_trgm_ops);
create index users_guests on users (guest_expires_at) where guest_expires_at is not null;

create table staff (
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, user_id)
);
create index staff_user on staff (user_id);
create index staff_of_merchant on staff (merchant_id, created_at, user_id);

-- A user who registered with, put a cart together at, or ordered from a merchant.
create table customers (
  merchant_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  -- Copied from users by triggers, so that a shop's customers can be sorted by an index.
  name_key text collate "C" not null default '',
  email_key text collate "C" not null default '',
  -- `updated_at` of the account that name and address are copied from; null until they were.
  copied_at timestamptz,
  primary key (merchant_id, user_id)
);
create index customers_user on customers (user_id);
create index customers_newest on customers (merchant_id, created_at desc, user_id desc);
create index customers_by_name on customers (merchant_id, name_key, user_id);
create index customers_by_email on customers (merchant_id, email_key, user_id);
create index customers_to_name on customers (merchant_id, user_id) where copied_at is null;
-- What staff finds by a text: the shop's customers, without those of all others that have it.
create index customers_found on customers
  using gin (merchant_id, (' ' || name_key || ' ' || email_key) gin_trgm_ops);

create table addresses (
  user_id uuid not null references users,
  id uuid not null,
  is_default boolean not null default false,
  name text not null,
  company text,
  line1 text not null,
  line2 text,
  city text not null,
  region text,
  postal_code text,
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  phone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
create unique index addresses_default on addresses (user_id) where is_default;

-- One for each shop and address; the next replaces it. Rows are deleted when accepted, taken back or expired.
create table invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants on delete cascade,
  -- As the inviter typed it.
  email text not null,
  -- Normalized like users.email_key. No reference to users: whether there is an account is not the shop's to learn.
  email_key text not null,
  role text not null check (role in ('owner', 'manager', 'viewer')),
  -- Of the mailed token; null until the mail is sent.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (merchant_id, email_key)
);
create index invitations_of_merchant on invitations (merchant_id, created_at, id);
create index invitations_end on invitations (expires_at);

-- A key acts for the staff member who made it: the references delete it with their role, and a key made with another
-- key together with that one.
create table api_keys (
  id uuid primary key,
  merchant_id uuid not null,
  user_id uuid not null,
  made_with uuid,
  name text not null,
  permissions text[] not null,
  key_hash bytea not null unique,
  last_four text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- The hour of the last use, so that a request is rarely a write.
  last_used_at timestamptz,
  constraint api_keys_made_with foreign key (made_with) references api_keys (id) on delete cascade,
  constraint api_keys_maker foreign key (merchant_id, user_id) references staff (merchant_id, user_id) on delete cascade
);
create index api_keys_of_merchant on api_keys (merchant_id, id);
create index api_keys_of_staff on api_keys (merchant_id, user_id);
create index api_keys_by_key on api_keys (made_with) where made_with is not null;

-- What a shop has set.

-- What a merchant has set; no row: everything as it is unless set.
create table merchant_settings (
  merchant_id uuid primary key,
  -- Open: neither paid nor cancelled.
  max_open_orders_per_user integer not null default 20 check (max_open_orders_per_user between 1 and 10000),
  max_quantity_per_line integer not null default 1000 check (max_quantity_per_line between 1 and 1000000),
  -- Staff without a second factor can only set one up.
  require_two_factor boolean not null default false,
  updated_at timestamptz not null default now(),
  -- Null: the one that the merchant was made with. It changes while nothing of the shop has an amount.
  currency text check (currency ~ '^[A-Z]{3}$'),
  support_email text,
  prices_include_tax boolean not null default true,
  shipping_required boolean not null default false,
  mail_order_confirmation boolean not null default true,
  mail_shipment boolean not null default true,
  mail_refund boolean not null default true,
  -- An IANA name; mails show times in it.
  timezone text not null default 'UTC',
  -- Whether it has any: an order of a shop with neither reads neither.
  has_shipping_methods boolean not null default false,
  has_tax_rates boolean not null default false,
  -- Set by the platform's command line.
  stripe_account text,
  constraint merchant_settings_stripe_account check (stripe_account ~ '^acct_[A-Za-z0-9]+$')
);
-- Every process polls the settings that changed.
create index merchant_settings_changed on merchant_settings (updated_at);

create table shipping_methods (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  -- ISO 3166-1 alpha-2; null: anywhere.
  countries text[],
  price_minor bigint not null check (price_minor >= 0),
  -- Of the subtotal; null: never free.
  free_from_minor bigint check (free_from_minor >= 0),
  min_weight_grams integer check (min_weight_grams >= 0),
  max_weight_grams integer,
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint shipping_methods_check check (max_weight_grams >= min_weight_grams)
);

create table tax_rates (
  merchant_id uuid not null,
  -- The row of the table that staff wrote.
  position integer not null,
  country text collate "C" not null,
  -- Null: of the whole country.
  region text,
  -- How regions compare; '' for the whole country.
  region_key text not null,
  tax_class text not null,
  name text not null,
  -- Percent.
  rate numeric(7, 4) not null check (rate between 0 and 100),
  primary key (merchant_id, position)
);
create unique index tax_rates_of_place on tax_rates (merchant_id, country, region_key, tax_class);

-- Sessions, tokens, second factors, changes of address, and counts of attempts.

create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  device_id text not null,
  -- An admin session belongs to one merchant and carries the role its token was made with.
  merchant_id uuid references merchants,
  role text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sessions_admin check ((merchant_id is null) = (role is null))
);
create index sessions_user on sessions (user_id, id desc) where revoked_at is null;
create index sessions_device on sessions (user_id, device_id);
create index sessions_end on sessions (expires_at);
-- Every process polls the recently revoked sessions several times a second.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;

-- Every refresh token of a session, hashed. A token is used once; using it a second time is treated as theft.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Single-use secrets sent by mail, hashed.
create table mail_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'change_email', 'undo_email_change')),
  -- The address it was sent to. It verifies only this address, even if the account has another one by then.
  email_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_tokens_user on mail_tokens (user_id, purpose);
-- At most one password reset token per user.
create unique index mail_tokens_reset on mail_tokens (user_id) where purpose = 'reset_password';
create index mail_tokens_end on mail_tokens (expires_at);

create table two_factors (
  user_id uuid primary key references users,
  -- Encrypted (src/platform/lib/sealed.ts).
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until a first code shows that the authenticator has the secret; until then it has no effect.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. Codes of this step and of earlier ones are refused.
  last_step integer not null default 0,
  -- Codes tried since the last right one, within the day that began at `tries_since`.
  tries integer not null default 0,
  tries_since timestamptz not null
);

-- Hashed; a used one is deleted.
create table recovery_codes (
  user_id uuid not null references two_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references two_factors on delete cascade,
  device_id text not null,
  -- The SHA-256 of the password's hash: a changed password ends the sign-in.
  password_check bytea not null,
  -- The session to open, as in `sessions`.
  merchant_id uuid references merchants,
  role text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint sign_in_challenges_admin check ((merchant_id is null) = (role is null))
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_end on sign_in_challenges (expires_at);

-- The address an account is to have, until the link that was mailed to it is used.
create table pending_emails (
  user_id uuid primary key references users,
  -- As the user typed it.
  email text not null,
  -- Normalized like users.email_key. Not unique: the first account to confirm an address gets it.
  email_key text not null,
  created_at timestamptz not null
);
create index pending_emails_age on pending_emails (created_at);

-- Addresses that an account had when a change was begun. No other account can take them meanwhile, or whoever stole an
-- account could bar the way back.
create table former_emails (
  id uuid primary key,
  user_id uuid not null references users,
  email text not null,
  email_key text not null,
  -- When the last change away from it was begun. Undoing that undoes those begun later, never an earlier one.
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (user_id, email_key)
);
create index former_emails_key on former_emails (email_key);
create index former_emails_end on former_emails (expires_at);

-- Attempts for LOGIN_LIMIT_PER_MINUTE, by a hash of the account or address. Unlogged: a database crash may lose them.
create unlogged table attempt_counts (
  key bytea primary key,
  window_start timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index attempt_counts_age on attempt_counts (window_start);

-- Requests for RATE_LIMIT_PER_MINUTE, by a hash of the session or address. Unlogged: a database crash may lose them.
create unlogged table request_counts (
  key bytea primary key,
  window_start timestamptz not null,
  count integer not null
) with (fillfactor = 50);
create index request_counts_age on request_counts (window_start);

-- Products, the indexes of their lists, counts for their filters, and imports.

create table products (
  merchant_id uuid not null,
  id uuid not null,
  sku text collate "C" not null,
  name text not null,
  description text,
  category text collate "C",
  price_minor bigint not null check (price_minor >= 0),
  -- Copied from the merchant, so that a page of products needs no join.
  currency text not null,
  -- Thousandths of the major unit: one scale for all currencies, for the price filter and the price sort.
  price_common bigint not null,
  status text collate "C" not null check (status in ('draft', 'active', 'archived')),
  image_url text,
  -- Whether any can be bought now. Maintained by triggers on stock, and written only when it changes.
  in_stock boolean not null default false,
  -- Milliseconds, as in JSON and in cursors: two products the API shows as equal are equal here too.
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Sort key of the name: no case, no accents, compared by bytes, so that the order does not depend on a locale.
  name_key text collate "C" not null
    generated always as (lower(regexp_replace(normalize(name, nfkd), U&'[\0300-\036f]', '', 'g'))) stored,
  -- Counted by a trigger (repeatable/42_versions.sql).
  version integer not null default 1,
  requires_shipping boolean not null default true,
  weight_grams integer check (weight_grams between 0 and 1000000000),
  tax_class text not null default 'standard',
  primary key (merchant_id, id),
  constraint products_sku_key unique (merchant_id, sku),
  constraint products_category_named check (category <> '')
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create unique index products_id on products (id);
-- One index for each scope (all, a category, a merchant, both) and sort. in_stock comes first: a list filtered by it
-- reads one range, any other list merges two. The last
-- column allows filtering by price without reading the row.
create index products_newest on products (in_stock, created_at, id, price_common) where status = 'active';
create index products_by_price on products (in_stock, price_common, id, created_at) where status = 'active';
create index products_by_name on products (in_stock, name_key, id, price_common) where status = 'active';
create index products_category_newest on products (category, in_stock, created_at, id, price_common)
  where status = 'active';
create index products_category_by_price on products (category, in_stock, price_common, id, created_at)
  where status = 'active';
create index products_category_by_name on products (category, in_stock, name_key, id, price_common)
  where status = 'active';
create index products_merchant_by_price on products (merchant_id, in_stock, price_common, id, created_at)
  where status = 'active';
create index products_merchant_by_name on products (merchant_id, in_stock, name_key, id, price_common)
  where status = 'active';
create index products_merchant_category_by_price
  on products (merchant_id, category, in_stock, price_common, id, created_at) where status = 'active';
create index products_merchant_category_by_name
  on products (merchant_id, category, in_stock, name_key, id, price_common) where status = 'active';
-- These two also serve the admin list of a merchant, which has all statuses.
create index products_merchant_newest on products (merchant_id, status, in_stock, created_at, id, price_common);
create index products_merchant_category_newest
  on products (merchant_id, category, status, in_stock, created_at, id, price_common);
-- The lists asked for most, the newest of all and the newest of a shop, read one range instead of merging what is in
-- stock with what is not.
create index products_newest_of_both on products (created_at, id, price_common) where status = 'active';
create index products_merchant_newest_of_both on products (merchant_id, created_at, id, price_common)
  where status = 'active';

-- Number of products by scope, status, and price range (`low` inclusive, `high` exclusive). The zero UUID means all
-- merchants, '' all categories. A scope begins as one row over all prices and is split as it grows.
create table product_counts (
  merchant_id uuid not null,
  category text collate "C" not null,
  status text collate "C" not null,
  low bigint not null,
  high bigint not null,
  total integer not null,
  in_stock integer not null,
  primary key (merchant_id, category, status, low)
) with (fillfactor = 70);

-- Changes not yet folded into the counts. Writers append here, so that no two of them wait for one counter; a sweep
-- folds. A total is the sum of counts and changes, read in one statement.
create table product_count_changes (
  merchant_id uuid not null,
  category text collate "C" not null,
  status text collate "C" not null,
  price_common bigint not null,
  in_stock boolean not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- Progress of imports. Written in the transaction of each chunk, so that it always agrees with the catalog.
create table product_imports (
  merchant_id uuid not null,
  id uuid not null,
  status text not null check (status in ('running', 'completed')),
  -- The last committed row, and the hash of the file up to its end: when the file is sent again, the import resumes
  -- after it.
  last_row integer not null default 0,
  digest bytea,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- The first 1,000 errors.
  errors jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);

-- Search: one row per product with its words, and a dictionary of all words.

-- English stems, no stop words: "The Who" can be found, and ranking favours rare words anyway.
create text search dictionary product_stem (template = snowball, language = english);
create text search configuration product_text (copy = simple);
alter text search configuration product_text
  alter mapping for asciiword, word, numword with product_stem;

-- Narrow on purpose: a search for common words reads a row for each match. Only the words are indexed, so that changes
-- of price or stock are HOT updates.
create table product_documents (
  product_id uuid primary key,
  merchant_id uuid not null,
  price_common bigint not null,
  created_at timestamptz(3) not null,
  name_words smallint not null,
  active boolean not null,
  in_stock boolean not null,
  category text collate "C",
  name_key text collate "C" not null,
  document tsvector not null
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
-- What a shop or a category has of a word, without the products of all others that have it: whichever is the rarest.
create index product_documents_found on product_documents using gin (merchant_id, category, document)
  with (gin_pending_list_limit = 512);

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

-- Every unstemmed word with the number of products that have it; misspelt words are corrected to these.
create table search_words (
  word text collate "C" primary key,
  lexeme text collate "C" not null,
  products integer not null
);
create index search_words_of_lexeme on search_words (lexeme);
-- The most frequent words with the same first two letters.
create index search_words_begun on search_words (left(word, 2), products desc) where products > 0;
-- The word, and the word with each one of its letters removed: two words within one edit (substitution, deletion,
-- insertion, transposition) share one of these. The function is here and not in a repeatable file because the index
-- stores its results: to change it, a new numbered file replaces the function and rebuilds the index.
create function one_letter_less(word text) returns text[]
  language sql immutable strict parallel safe
  return array(select word union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n);
create index search_words_slips on search_words using gin (one_letter_less(word))
  where products > 0 and length(word) between 3 and 40;
create index search_words_similar on search_words using gin (word gin_trgm_ops)
  where products > 0 and length(word) between 3 and 40;

-- Changes not yet folded into search_words, as product_count_changes for product_counts.
create table search_word_changes (
  word text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- A number that is another whenever a word enters or leaves the dictionary: processes know words of it for as long as
-- the number stays. It is drawn, not counted: after a restore no number comes again. Kept by triggers on search_words.
create table search_dictionary (
  mark bigint not null
) with (fillfactor = 10, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);
insert into search_dictionary values (0);

-- Stock, its ledger, and products low in stock.

-- Apart from products: every order writes this row, so it is narrow and no index covers what changes (HOT updates).
create table stock (
  merchant_id uuid not null,
  product_id uuid not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  -- Number of the last movement; the next is assigned under the lock of this row.
  movement_count integer not null default 0,
  -- Set by the first order; from then on the product can be archived but not deleted.
  ordered boolean not null default false,
  updated_at timestamptz not null,
  primary key (merchant_id, product_id),
  foreign key (merchant_id, product_id) references products (merchant_id, id) on delete cascade
) with (fillfactor = 70);

-- The ledger: every change of stock with the quantities after it. The changes sum to the stock.
create table stock_movements (
  merchant_id uuid not null,
  product_id uuid not null,
  -- Per product, without gaps, in the order in which the movements took effect.
  number integer not null,
  type text not null,
  -- A note by staff.
  reason text,
  on_hand_change integer not null,
  reserved_change integer not null,
  on_hand_after integer not null,
  reserved_after integer not null,
  order_id uuid,
  actor_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, product_id, number)
);

-- Products with at most 5 available, maintained by triggers on stock. An index on the quantities of stock would be
-- written by every order; this table only by orders of products that are low.
create table low_stock (
  merchant_id uuid not null,
  product_id uuid not null,
  available integer not null,
  -- Whether the product is active. A change of status locks the stock row first, so both columns are written under it.
  for_sale boolean not null,
  primary key (merchant_id, product_id)
);
create index low_stock_emptiest on low_stock (merchant_id, available, product_id);
create index low_stock_emptiest_for_sale on low_stock (merchant_id, available, product_id) where for_sale;

-- Number of rows of low_stock; folded from figure_changes.
create table low_stock_counts (
  merchant_id uuid not null,
  available integer not null,
  for_sale boolean not null,
  products integer not null,
  primary key (merchant_id, available, for_sale)
) with (fillfactor = 50);

-- Carts. A cart exists while it has lines: removing the last line, emptying it, or checkout deletes the row.

create table carts (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null unique,
  status text not null check (status in ('active', 'abandoned')),
  created_at timestamptz not null,
  -- Always from the database's clock, which the sweep for abandoned carts compares it with.
  last_activity_at timestamptz not null,
  abandoned_at timestamptz,
  -- Carts opened in a session of a guest, who is no customer of the shop before an order. It stays true afterwards.
  is_guest boolean not null default false,
  primary key (merchant_id, user_id),
  constraint carts_abandoned check ((status = 'abandoned') = (abandoned_at is not null))
);
-- For the sweep: the carts that have been idle longest.
create index carts_idle on carts (last_activity_at) where status = 'active';
create index carts_of_guests on carts (user_id) where is_guest;

create table cart_items (
  merchant_id uuid not null,
  user_id uuid not null,
  product_id uuid not null,
  quantity integer not null,
  added_at timestamptz not null,
  primary key (merchant_id, user_id, product_id),
  foreign key (merchant_id, user_id) references carts (merchant_id, user_id) on delete cascade,
  -- Deleting a product removes it from carts; a sweep deletes carts that are left empty.
  constraint cart_items_product_fkey foreign key (merchant_id, product_id) references products (merchant_id, id)
    on delete cascade,
  constraint cart_items_quantity check (quantity between 1 and 1000000)
);
create index cart_items_product on cart_items (merchant_id, product_id);

-- Orders, fulfillments and refunds.

create table orders (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Bytewise collation, so that the index serves prefixes. The number begins with the UTC day of created_at: orders
  -- with a prefix that names a day are counted by that day.
  order_number text collate "C" not null,
  status text not null,
  payment_status text not null,
  currency text not null,
  total_minor bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  -- Counted by a trigger, as that of products.
  version integer not null default 1,
  -- Of a guest, or another than the account's; mails go there.
  email text,
  -- Copies: {name, company, line1, line2, city, region, postal_code, country, phone}.
  shipping_address jsonb,
  billing_address jsonb,
  -- {id, name, price_minor} of the method as it was.
  shipping_method jsonb,
  -- Null in orders from before there was tax or shipping: their total.
  subtotal_minor bigint,
  shipping_total_minor bigint not null default 0,
  tax_total_minor bigint not null default 0,
  tax_included boolean not null default true,
  -- [{name, rate, taxable_minor, amount_minor}]; null: none.
  tax_lines jsonb,
  -- Index in tax_lines of the line that taxes shipping; null: none does.
  shipping_tax_line smallint,
  -- By staff, for staff.
  note text,
  fulfillment_status text not null default 'unfulfilled',
  -- Refunds that succeeded or are under way; never more than was paid.
  refunded_total_minor bigint not null default 0,
  refund_count integer not null default 0,
  primary key (merchant_id, id),
  constraint orders_number_key unique (merchant_id, order_number)
);
-- For the sweep that cancels unpaid orders.
create index orders_unpaid on orders (created_at) where status = 'pending';
-- What a user has open at a shop is counted when an order is placed.
create index orders_open on orders (merchant_id, user_id) where status = 'pending';
-- By time and by total. What a filter looks at besides is in the index of totals: it is read along for rare matches.
create index orders_by_time on orders (merchant_id, created_at, id);
create index orders_by_total on orders (merchant_id, total_minor, id)
  include (created_at, status, payment_status, fulfillment_status);
-- By status and payment, and a user's: each by time.
create index orders_by_state on orders (merchant_id, status, payment_status, created_at, id);
create index orders_of_user_by_time on orders (merchant_id, user_id, created_at, id);
-- What staff finds by a text: a part of the number behind its day, or of an address other than the account's.
create index orders_found_by_number on orders using gin (merchant_id, substr(order_number, 8) gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index orders_found_by_email on orders using gin (merchant_id, (' ' || lower(email)) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where email is not null;

create table order_items (
  merchant_id uuid not null,
  order_id uuid not null,
  line integer not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  quantity integer not null,
  price_minor bigint not null,
  requires_shipping boolean not null default true,
  -- Index in the order's tax_lines; null: not taxed.
  tax_line smallint,
  -- In a completed order that counts none, every unit that was not cancelled is fulfilled.
  quantity_fulfilled integer not null default 0,
  -- Refunded before it was fulfilled: its reservation has ended.
  quantity_cancelled integer not null default 0,
  -- Refunded after it was fulfilled.
  quantity_returned integer not null default 0,
  primary key (merchant_id, order_id, line)
);

-- Orders by what a list can be filtered by, each day (UTC) and in all: then the day is '-infinity'.
create table order_counts (
  merchant_id uuid not null,
  day date not null,
  status text not null,
  payment_status text not null,
  -- As it is shown: a completed order is fulfilled.
  fulfillment_status text not null,
  orders integer not null,
  primary key (merchant_id, day, status, payment_status, fulfillment_status)
) with (fillfactor = 70);

-- Not folded yet.
create table order_count_changes (
  merchant_id uuid not null,
  day date not null,
  status text not null,
  payment_status text not null,
  fulfillment_status text not null,
  orders integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table fulfillments (
  merchant_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  -- [{product_id, quantity}]
  items jsonb not null,
  carrier text,
  tracking_number text,
  tracking_url text,
  actor_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_id, id)
);

create table refunds (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- The payment that it is taken from.
  payment_id uuid not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- [{product_id, quantity, cancelled, restocked}]; null: of an amount alone.
  items jsonb,
  -- Part of the amount that gives shipping back, with its tax.
  shipping_minor bigint not null default 0,
  -- A note by staff.
  reason text,
  -- One more each time that it is sent again after a refusal.
  attempt integer not null default 1,
  -- The provider's id of the refund, and why it was refused.
  reference text,
  failure text,
  actor_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- While pending: when the sweep asks the provider next.
  due_at timestamptz not null,
  primary key (merchant_id, id)
);
create index refunds_of_order on refunds (merchant_id, order_id, id);
create index refunds_due on refunds (due_at) where status = 'pending';

-- Unpaid orders that could not be cancelled, and when that is tried again. Not in orders, whose rows have a version
-- and figures to keep; few, or none.
create table postponed_expiries (
  merchant_id uuid not null,
  order_id uuid not null,
  attempts integer not null default 1,
  due_at timestamptz not null,
  primary key (merchant_id, order_id)
);

-- Payments.

create table payments (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  provider text not null,
  method text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  -- The provider's id of the charge, or a note by staff.
  reference text,
  failure text,
  -- The user who pays, or the member of staff who recorded the payment.
  actor_id uuid not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  refunded_at timestamptz,
  -- While pending or refunding: when the sweep checks it next.
  due_at timestamptz not null,
  -- What the shopper has to do, sealed: it lets its holder confirm the payment.
  next_action bytea,
  -- The account at the provider that is paid; null: the platform's own.
  account text,
  primary key (merchant_id, id)
);
-- The payments of an order, newest first.
create index payments_newest on payments (merchant_id, order_id, id desc);
-- An order has one payment at a time, also while the shopper acts.
create unique index payments_open on payments (merchant_id, order_id)
  where status in ('pending', 'requires_action', 'succeeded');
create index payments_unsettled on payments (due_at) where status in ('pending', 'requires_action', 'refunding');

-- Failed payments whose charge is looked up again, because a bank may book it later: the provider did not know it, or
-- did not answer. Kept by a trigger on payments (repeatable/46_payments.sql).
create table payment_look_ups (
  merchant_id uuid not null,
  payment_id uuid not null,
  -- How often the provider has answered that it does not know the charge.
  look_ups integer not null default 0,
  due_at timestamptz not null default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  primary key (merchant_id, payment_id)
);
create index payment_look_ups_due on payment_look_ups (due_at);

-- Charges of the test payment provider.
create table test_provider_charges (
  payment_id uuid primary key,
  amount_minor bigint not null,
  currency text not null,
  succeeded boolean not null,
  charged_at timestamptz not null default clock_timestamp(),
  refunded_at timestamptz,
  refunded_minor bigint not null default 0,
  -- The first attempt of each refund, for tests.
  refuses_refunds boolean not null default false,
  constraint test_provider_charges_refunded check (refunded_minor between 0 and amount_minor)
);

-- Refunds of the test payment provider.
create table test_provider_refunds (
  refund_id uuid not null,
  attempt integer not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  succeeded boolean not null,
  refunded_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, attempt)
);

-- Idempotency keys, jobs and sweeps.

-- A key is written in the transaction of its request: two requests with one key can never both commit.
create table idempotency_keys (
  -- The id of the user, or for registration a hash of the device id.
  owner text not null,
  key text not null,
  -- Hash of method, path, merchant and body: a request that differs is refused.
  fingerprint bytea not null,
  -- Null while work that spans several transactions is running; `body` then identifies that work.
  status integer,
  -- The response, encrypted: it may contain a token or a secret.
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Background jobs: work queued by a business transaction and done after it, with retries.
create table jobs (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  -- Of jobs with the same key only the newest is kept.
  key text unique,
  attempts integer not null default 0,
  max_attempts integer not null,
  -- The next attempt; while an attempt runs, the end of its lease.
  due_at timestamptz not null default now()
);
create index jobs_due on jobs (due_at) where attempts < max_attempts;

-- Jobs whose work on this database is done: a job of another database may run again (src/platform/jobs/across.ts).
create table applied_jobs (
  id uuid primary key,
  applied_at timestamptz not null default now()
);
create index applied_jobs_age on applied_jobs (applied_at);

-- Which process runs a sweep. A process that dies, or is cut off, loses its leases when they end.
create table sweep_leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);

-- Up to which position of the log of writes (WAL) a session or an API key has written, for reads at a standby: it must
-- have replayed that (docs/decisions/0040). Unlogged: after a crash or a failover it is empty, and then every position
-- before the next counts as written by everybody: the row of the nil UUID. Used only where DATABASE_READ_URL is set;
-- rows are deleted after ten minutes.
create unlogged table recent_writes (
  writer uuid primary key,
  position pg_lsn not null,
  written_at timestamptz not null default now()
) with (fillfactor = 50);

-- The outbox: events, partitioned by day, their order, and counts of them.

create table events (
  id uuid primary key,
  merchant_id uuid not null,
  name text not null,
  -- The exact bytes that every attempt signs and sends.
  body bytea not null,
  -- From POST /admin/webhooks/{id}/test: delivered, but not part of the event log.
  is_test boolean not null default false,
  -- Events that are not numbered yet are numbered in the order of transactions.
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  -- Null: not numbered yet. number_events (repeatable/50_events.sql) sets it once.
  position bigint
) partition by range (id);
-- Events to be numbered. An event leaves this index when it is numbered.
create index events_unnumbered on events (merchant_id, transaction_id, id) where position is null and not is_test;
create index events_of_log on events (merchant_id, position) where position is not null;

-- Only receives rows of days without a partition, which should not happen.
create table events_default partition of events default;

-- Where to look for unnumbered events: those of earlier transactions of this cluster are all numbered. It only saves
-- reading dead index entries. Transaction ids mean nothing in another cluster, so there it does not count.
create table event_numbering (
  only_row boolean primary key default true check (only_row),
  -- system_identifier of the cluster.
  cluster bigint not null,
  numbered_until xid8 not null,
  -- What happened before this is not mailed.
  mailed_since timestamptz not null default now()
);
insert into event_numbering (cluster, numbered_until) values (0, '0');

-- The end of each merchant's log. Whoever numbers its events locks the row.
create table event_log_heads (
  merchant_id uuid primary key,
  last_position bigint not null,
  -- Unnumbered events with ids up to this one may be older than positions: they come first. Null: none is left.
  earlier_until uuid
) with (fillfactor = 50);

-- Counts of the event log, in segments of 500 events of one merchant and day. number_events keeps them.
create table event_segments (
  merchant_id uuid not null,
  -- Day of the ids (days since 1970, UTC): a segment is deleted with the partition of its events.
  day integer not null,
  -- First and last position, inclusive, and the lowest and highest id of their events.
  first_position bigint not null,
  last_position bigint not null,
  low uuid not null,
  high uuid not null,
  total integer not null,
  -- Count by event name.
  totals jsonb not null,
  primary key (merchant_id, day, first_position)
) with (fillfactor = 70);

-- Counts of the event log. A sweep counts events once no running transaction can add to them, in stretches of
-- consecutive transactions; writers of events do nothing for it.
create table event_stretches (
  merchant_id uuid not null,
  -- Day of the ids (days since 1970, UTC): a stretch is deleted with the partition of its events.
  day integer not null,
  -- First and last transaction, inclusive, and the lowest and highest id of their events.
  first_transaction xid8 not null,
  last_transaction xid8 not null,
  low uuid not null,
  high uuid not null,
  total integer not null,
  -- Count by event name.
  totals jsonb not null,
  primary key (merchant_id, day, first_transaction)
) with (fillfactor = 70);

-- Watermark, exclusive: events of earlier transactions are in event_stretches.
create table event_log_mark (
  counted_until xid8 not null
);
insert into event_log_mark (counted_until) values ('0');

-- Erased users whose name, address and phone are to be taken out of kept events.
create table event_erasures (
  user_id uuid primary key,
  -- Events that still have deliveries to make; null until they were looked for.
  event_ids uuid[],
  due_at timestamptz not null default now()
);
create index event_erasures_due on event_erasures (due_at);

-- Webhooks: subscriptions, deliveries with their attempts, queue and counts, and receivers that fail.

create table webhook_subscriptions (
  merchant_id uuid not null,
  id uuid not null unique,
  url text not null,
  -- As the merchant wrote them (names and groups), and expanded to names, which are matched.
  events text[] not null,
  event_names text[] not null,
  active boolean not null,
  description text,
  -- AES-256-GCM: key id, nonce, tag and ciphertext.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Set if the service, not the merchant, deactivated it.
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- When the owners were last told that deliveries had waited too long.
  overload_told_at timestamptz,
  primary key (merchant_id, id),
  constraint webhook_subscriptions_previous_check
    check ((previous_secret is null) = (previous_secret_expires_at is null))
);
create index webhook_subscriptions_deleted on webhook_subscriptions (deleted_at) where deleted_at is not null;
-- For the sweep that cancels deliveries of inactive and deleted subscriptions every two seconds; there are few.
create index webhook_subscriptions_closed on webhook_subscriptions (id) where not active or deleted_at is not null;

-- Only receivers that fail, so that a healthy one costs nothing (docs/decisions/0022).
create table failing_receivers (
  subscription_id uuid primary key,
  merchant_id uuid not null,
  consecutive_failures integer not null,
  failing_since timestamptz not null,
  last_failed_at timestamptz not null,
  -- At most so many of its deliveries are in flight: halved when it fails, one more for each answer. A row is deleted
  -- when the cap is back at ten; until then one whose last attempt was delivered has no consecutive failures.
  cap integer not null default 10,
  -- Its last failures took longer than a second each.
  slow boolean not null default false
) with (fillfactor = 50);

create table deliveries (
  id uuid not null,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  -- The API shows a pending delivery whose queue row is leased as `delivering`.
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  -- Without lost attempts.
  attempts integer not null default 0,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
) partition by range (id);
create index deliveries_of_subscription on deliveries (merchant_id, subscription_id, id);
-- Created last: of two indexes with equal cost, as on an empty partition, PostgreSQL prefers the newer one.
alter table deliveries add primary key (id);
create table deliveries_default partition of deliveries default;

create table delivery_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  error text,
  response_body text,
  primary key (delivery_id, number)
) partition by range (delivery_id);
create table delivery_attempts_default partition of delivery_attempts default;

-- Only pending deliveries: the row is deleted when the delivery ends, so that leasing does not slow down with
-- history.
create table delivery_queue (
  delivery_id uuid primary key,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  due_at timestamptz not null,
  -- Attempts of this round without lost ones; selects the retry delay.
  spent integer not null default 0,
  -- All attempts, earlier rounds and lost ones included; numbers the rows of delivery_attempts.
  tries integer not null default 0,
  lease_until timestamptz,
  lease_token uuid,
  -- Attempted since it was queued: its retries go before first attempts.
  begun boolean not null default false,
  -- While leased: out for longer than a second at a receiver that answers others; not counted against the cap.
  slow boolean not null default false,
  constraint delivery_queue_lease_check check ((lease_until is null) = (lease_token is null))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_cost_delay = 0);
create index delivery_queue_due on delivery_queue (subscription_id, due_at) where lease_token is null;
-- Only retries: first attempts are due at once.
create index delivery_queue_retries on delivery_queue (due_at) where lease_token is null and tries > 0;
create index delivery_queue_leases on delivery_queue (subscription_id, lease_until) where lease_token is not null;
create index delivery_queue_begun on delivery_queue (subscription_id, due_at) where lease_token is null and begun;

-- Number of deliveries of a subscription by event and status, for totals of lists and to skip hours without matches.
-- Writers append to delivery_count_changes, a sweep folds, and readers sum both in one statement, so that totals are
-- always exact.
create table delivery_counts (
  merchant_id uuid not null,
  subscription_id uuid not null,
  -- Each delivery is counted in the hour of its id and in the day of its id: a total is the sum of a few days, and the
  -- hours tell which parts of a list have matches.
  block_hours integer not null check (block_hours in (1, 24)),
  block integer not null,
  event_name text not null,
  pending integer not null,
  delivered integer not null,
  failed integer not null,
  cancelled integer not null,
  primary key (merchant_id, subscription_id, block_hours, block, event_name)
) with (fillfactor = 70);

create table delivery_count_changes (
  merchant_id uuid not null,
  subscription_id uuid not null,
  hour integer not null,
  event_name text not null,
  pending integer not null,
  delivered integer not null,
  failed integer not null,
  cancelled integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- Figures of a shop. A transaction that changes an order, a customer, a cart or a delivery appends the difference to
-- `figure_changes`, without locks or shared rows. A sweep folds the changes into the rollups; readers sum both, so that
-- figures are always exact.

create table figure_changes (
  merchant_id uuid not null,
  id bigint generated always as identity,
  -- The hour (UTC) the change counts in; not necessarily the hour in which it was made.
  hour timestamptz not null,
  -- Orders created in that hour, by the status they have now.
  pending integer not null default 0,
  paid integer not null default 0,
  processing integer not null default 0,
  completed integer not null default 0,
  cancelled integer not null default 0,
  -- Orders paid in that hour and not refunded since.
  paid_orders integer not null default 0,
  revenue_minor bigint not null default 0,
  new_customers integer not null default 0,
  -- Carts abandoned in that hour and not resumed since.
  abandoned_carts integer not null default 0,
  -- Deliveries that ended in that hour.
  delivered integer not null default 0,
  failed integer not null default 0,
  -- The customer whose orders (without cancelled ones) the next two columns count.
  user_id uuid,
  order_count integer not null default 0,
  order_total_minor bigint not null default 0,
  -- If `paid_orders` is not 0: the order whose lines count as sold (1) or no longer do (-1).
  order_id uuid,
  -- Change of the number of products in low_stock with this quantity, for sale or not. It has no hour: '-infinity'.
  available integer,
  for_sale boolean,
  low_products integer not null default 0,
  primary key (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table figure_hours (
  merchant_id uuid not null,
  hour timestamptz not null,
  pending integer not null,
  paid integer not null,
  processing integer not null,
  completed integer not null,
  cancelled integer not null,
  paid_orders integer not null,
  revenue_minor bigint not null,
  new_customers integer not null,
  abandoned_carts integer not null,
  delivered integer not null,
  failed integer not null,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- The same by day (UTC): a year by hours is 8,760 rows.
create table figure_days (
  like figure_hours,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- Totals of each shop.
create table figure_totals (
  merchant_id uuid primary key,
  pending integer not null,
  paid integer not null,
  processing integer not null,
  completed integer not null,
  cancelled integer not null,
  customers integer not null
) with (fillfactor = 50);

-- Refunds, tax and shipping in the figures.
create table sales_changes (
  merchant_id uuid not null,
  id bigint generated always as identity,
  -- Of the payment or of the refund.
  hour timestamptz not null,
  refunded_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  shipping_minor bigint not null default 0,
  -- The refund whose units are no longer sold.
  refund_id uuid,
  primary key (merchant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table sales_hours (
  merchant_id uuid not null,
  hour timestamptz not null,
  refunded_minor bigint not null,
  tax_minor bigint not null,
  shipping_minor bigint not null,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- The same by day (UTC).
create table sales_days (
  like sales_hours,
  primary key (merchant_id, hour)
) with (fillfactor = 80);

-- Units and revenue of each product by the day of payment, in blocks of 1, 8 and 64 days (counted from 1970-01-01):
-- any range of days is a few blocks.
create table product_sales (
  merchant_id uuid not null,
  block_days integer not null,
  block integer not null,
  product_id uuid not null,
  units bigint not null,
  revenue_minor bigint not null,
  primary key (merchant_id, block_days, block, product_id)
);
-- The best products of a block. They include both sums, so that a whole block is read by an index-only scan.
create index product_sales_by_revenue
  on product_sales (merchant_id, block_days, block, revenue_minor, product_id, units);
create index product_sales_by_units on product_sales (merchant_id, block_days, block, units, product_id, revenue_minor);

create table customer_sales (
  merchant_id uuid not null,
  user_id uuid not null,
  order_count integer not null,
  order_total_minor bigint not null,
  primary key (merchant_id, user_id)
) with (fillfactor = 80);
create index customer_sales_by_count on customer_sales (merchant_id, order_count, user_id);
create index customer_sales_by_total on customer_sales (merchant_id, order_total_minor, user_id);

-- The audit log: what was done at a shop on purpose, by whom. Rows are inserted and never changed; what holds that, and
-- the partitions by month, is in repeatable/80_audit.sql.

create table audit_entries (
  merchant_id uuid not null,
  -- In milliseconds, as in the cursors of the list.
  at timestamptz not null,
  id uuid not null,
  -- Ids only: e-mail addresses and names are read from where they can be erased.
  actor_type text not null check (actor_type in ('user', 'api_key', 'system')),
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  -- {field: [before, after]}
  changes jsonb not null,
  ip text,
  request_id text,
  primary key (merchant_id, at, id)
) partition by range (at);
create index audit_entries_of_action on audit_entries (merchant_id, action, at, id);
create index audit_entries_of_target on audit_entries (merchant_id, target_id, at, id);
-- The actor first: a user asks for their own of all shops.
create index audit_entries_of_actor on audit_entries (actor_id, merchant_id, at, id);
-- For both filters: either index alone would read all that the other one leaves out.
create index audit_entries_of_actor_and_action on audit_entries (merchant_id, actor_id, action, at, id);

-- Only receives rows of months without a partition, which should not happen.
create table audit_entries_default partition of audit_entries default;

-- Number of entries, for the totals of the list. Writers append, a sweep folds, readers add both.
create table audit_counts (
  merchant_id uuid not null,
  hour timestamptz not null,
  actor_id uuid,
  action text not null,
  entries integer not null,
  constraint audit_counts_key unique nulls not distinct (merchant_id, hour, actor_id, action)
) with (fillfactor = 70);

create table audit_count_changes (
  merchant_id uuid not null,
  hour timestamptz not null,
  actor_id uuid,
  action text not null,
  entries integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
