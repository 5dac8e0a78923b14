-- Generated from the migrations by `npm run generate`. Do not edit.

create table addresses (
  user_id uuid not null,
  id uuid not null,
  is_default boolean default false not null,
  name text not null,
  company text,
  line1 text not null,
  line2 text,
  city text not null,
  region text,
  postal_code text,
  country text not null,
  phone text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint addresses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint addresses_pkey PRIMARY KEY (user_id, id),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX addresses_default ON public.addresses USING btree (user_id) WHERE is_default;

create table api_keys (
  id uuid not null,
  merchant_id uuid not null,
  user_id uuid,
  made_with uuid,
  name text not null,
  permissions text[] not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  orders_write_alone boolean default false not null,
  kind text default 'admin'::text not null,
  public_key text,
  rate_limit_per_minute integer,
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_kind CHECK ((kind = ANY (ARRAY['admin'::text, 'publishable'::text, 'storefront'::text]))),
  constraint api_keys_made_with FOREIGN KEY (made_with) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint api_keys_maker FOREIGN KEY (merchant_id, user_id) REFERENCES staff(merchant_id, user_id) ON DELETE CASCADE,
  constraint api_keys_merchant FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint api_keys_of_maker CHECK (((kind = 'admin'::text) = (user_id IS NOT NULL))),
  constraint api_keys_of_shop CHECK (((kind = 'admin'::text) OR ((made_with IS NULL) AND (permissions = '{}'::text[])))),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_public CHECK (((kind = 'publishable'::text) = (public_key IS NOT NULL))),
  constraint api_keys_rate_limit CHECK (((kind = 'storefront'::text) = (rate_limit_per_minute IS NOT NULL)))
);
CREATE INDEX api_keys_by_key ON public.api_keys USING btree (made_with) WHERE (made_with IS NOT NULL);
CREATE INDEX api_keys_of_merchant ON public.api_keys USING btree (merchant_id, id);
CREATE INDEX api_keys_of_staff ON public.api_keys USING btree (merchant_id, user_id);

create table attempt_counts (
  key bytea not null,
  window_start timestamp with time zone not null,
  count integer not null,
  constraint attempt_counts_pkey PRIMARY KEY (key)
) with (fillfactor=50);
CREATE INDEX attempt_counts_age ON public.attempt_counts USING btree (window_start);

create table audit_entries (
  merchant_id uuid not null,
  at timestamp with time zone not null,
  id uuid not null,
  actor_type text not null,
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  changes jsonb not null,
  ip text,
  request_id text,
  constraint audit_entries_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'system'::text]))),
  constraint audit_entries_pkey PRIMARY KEY (merchant_id, at, id)
) partition by RANGE (at);
CREATE INDEX audit_entries_of_action ON ONLY public.audit_entries USING btree (merchant_id, action, at, id);
CREATE INDEX audit_entries_of_actor ON ONLY public.audit_entries USING btree (actor_id, merchant_id, at, id);
CREATE INDEX audit_entries_of_actor_and_action ON ONLY public.audit_entries USING btree (merchant_id, actor_id, action, at, id);
CREATE INDEX audit_entries_of_target ON ONLY public.audit_entries USING btree (merchant_id, target_id, at, id);

create table bank_credits (
  merchant_id uuid not null,
  id uuid not null,
  fingerprint bytea not null,
  booked_on date,
  amount_minor bigint not null,
  currency text not null,
  name text,
  text text,
  state text not null,
  reason text,
  order_id uuid,
  payment_id uuid,
  created_at timestamp with time zone not null,
  recorded_at timestamp with time zone,
  constraint bank_credits_amount CHECK ((amount_minor > 0)),
  constraint bank_credits_once UNIQUE (merchant_id, fingerprint),
  constraint bank_credits_pkey PRIMARY KEY (merchant_id, id),
  constraint bank_credits_recorded CHECK (((state = 'recorded'::text) = ((payment_id IS NOT NULL) AND (recorded_at IS NOT NULL)))),
  constraint bank_credits_state CHECK ((state = ANY (ARRAY['recorded'::text, 'proposed'::text, 'unmatched'::text])))
);
CREATE INDEX bank_credits_by_order ON public.bank_credits USING btree (merchant_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX bank_credits_by_time ON public.bank_credits USING btree (created_at);

create table bank_statement_columns (
  merchant_id uuid not null,
  columns jsonb not null,
  used_at timestamp with time zone not null,
  constraint bank_statement_columns_pkey PRIMARY KEY (merchant_id, columns)
);

create table bank_statement_credits (
  merchant_id uuid not null,
  statement_id uuid not null,
  position integer not null,
  credit_id uuid not null,
  known boolean not null,
  constraint bank_statement_credits_credit FOREIGN KEY (merchant_id, credit_id) REFERENCES bank_credits(merchant_id, id) ON DELETE CASCADE,
  constraint bank_statement_credits_pkey PRIMARY KEY (merchant_id, statement_id, "position"),
  constraint bank_statement_credits_statement FOREIGN KEY (merchant_id, statement_id) REFERENCES bank_statements(merchant_id, id) ON DELETE CASCADE
);
CREATE INDEX bank_statement_credits_by_credit ON public.bank_statement_credits USING btree (merchant_id, credit_id);

create table bank_statements (
  merchant_id uuid not null,
  id uuid not null,
  skipped jsonb not null,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  constraint bank_statements_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX bank_statements_by_time ON public.bank_statements USING btree (created_at);

create table bulk_jobs (
  merchant_id uuid not null,
  id uuid not null,
  status text not null,
  change jsonb not null,
  ids uuid[],
  filter jsonb,
  currency text not null,
  unit integer not null,
  cause jsonb not null,
  position uuid,
  total integer not null,
  done integer default 0 not null,
  changed integer default 0 not null,
  failed integer default 0 not null,
  errors jsonb default '[]'::jsonb not null,
  attempts integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint bulk_jobs_pkey PRIMARY KEY (merchant_id, id),
  constraint bulk_jobs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text])))
);

create table cart_items (
  merchant_id uuid not null,
  user_id uuid not null,
  product_id uuid not null,
  quantity integer not null,
  added_at timestamp with time zone not null,
  constraint cart_items_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES carts(merchant_id, user_id) ON DELETE CASCADE,
  constraint cart_items_pkey PRIMARY KEY (merchant_id, user_id, product_id),
  constraint cart_items_product_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES products(merchant_id, id) ON DELETE CASCADE,
  constraint cart_items_quantity CHECK (((quantity >= 1) AND (quantity <= 1000000)))
);
CREATE INDEX cart_items_product ON public.cart_items USING btree (merchant_id, product_id);

create table cart_mails (
  merchant_id uuid not null,
  cart_id uuid not null,
  user_id uuid,
  queued_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  order_id uuid,
  order_total_minor bigint,
  constraint cart_mails_order CHECK (((order_id IS NULL) = (order_total_minor IS NULL))),
  constraint cart_mails_pkey PRIMARY KEY (merchant_id, cart_id)
);
CREATE INDEX cart_mails_of_user ON public.cart_mails USING btree (user_id);
CREATE INDEX cart_mails_sent ON public.cart_mails USING btree (merchant_id, sent_at);

create table carts (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  status text not null,
  created_at timestamp with time zone not null,
  last_activity_at timestamp with time zone not null,
  abandoned_at timestamp with time zone,
  is_guest boolean default false not null,
  discount_codes text[] default '{}'::text[] not null,
  mailed_at timestamp with time zone,
  market_id uuid,
  locale text,
  constraint carts_abandoned CHECK (((status = 'abandoned'::text) = (abandoned_at IS NOT NULL))),
  constraint carts_id_key UNIQUE (id),
  constraint carts_pkey PRIMARY KEY (merchant_id, user_id),
  constraint carts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'abandoned'::text])))
);
CREATE INDEX carts_idle ON public.carts USING btree (last_activity_at) WHERE (status = 'active'::text);
CREATE INDEX carts_left ON public.carts USING btree (merchant_id, last_activity_at) WHERE (NOT is_guest);
CREATE INDEX carts_of_guests ON public.carts USING btree (user_id) WHERE is_guest;

create table collection_cards (
  merchant_id uuid not null,
  collection_id uuid not null,
  position integer not null,
  card_id uuid not null,
  constraint collection_cards_merchant_id_collection_id_fkey FOREIGN KEY (merchant_id, collection_id) REFERENCES collections(merchant_id, id) ON DELETE CASCADE,
  constraint collection_cards_once UNIQUE (merchant_id, collection_id, card_id),
  constraint collection_cards_pkey PRIMARY KEY (merchant_id, collection_id, "position")
);
CREATE INDEX collection_cards_of_card ON public.collection_cards USING btree (merchant_id, card_id);

create table collection_changes (
  id bigint not null,
  merchant_id uuid not null,
  constraint collection_changes_pkey PRIMARY KEY (id)
);

create table collections (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  description text,
  media uuid[] default '{}'::uuid[] not null,
  seo_title text,
  seo_description text,
  status text default 'active'::text not null,
  sort text not null,
  rules jsonb,
  product_count integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  description_html text,
  constraint collections_pkey PRIMARY KEY (merchant_id, id),
  constraint collections_slug UNIQUE (merchant_id, slug),
  constraint collections_sort_check CHECK ((sort = ANY (ARRAY['manual'::text, 'newest'::text, 'price_asc'::text, 'price_desc'::text, 'name'::text]))),
  constraint collections_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text])))
);
CREATE INDEX collections_by_picture_in_text ON public.collections USING gin (pictures_in_html(description_html)) WHERE (description_html ~~ '%<img %'::text);
CREATE INDEX collections_media ON public.collections USING gin (media) WHERE (media <> '{}'::uuid[]);
CREATE INDEX collections_newest ON public.collections USING btree (merchant_id, created_at, id);

create table comments (
  merchant_id uuid not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  text text not null,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  constraint comments_pkey PRIMARY KEY (merchant_id, id),
  constraint comments_subject CHECK ((subject = ANY (ARRAY['order'::text, 'customer'::text, 'return'::text, 'product'::text]))),
  constraint comments_text CHECK ((text <> ''::text))
);
CREATE INDEX comments_by_subject ON public.comments USING btree (merchant_id, subject, subject_id, id);

create table customer_aliases (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint customer_aliases_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX customer_aliases_by_user ON public.customer_aliases USING btree (user_id);

create table customer_group_members (
  merchant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint customer_group_members_customer FOREIGN KEY (merchant_id, user_id) REFERENCES customers(merchant_id, user_id) ON DELETE CASCADE,
  constraint customer_group_members_group FOREIGN KEY (merchant_id, group_id) REFERENCES customer_groups(merchant_id, id) ON DELETE CASCADE,
  constraint customer_group_members_pkey PRIMARY KEY (merchant_id, group_id, user_id)
);
CREATE INDEX customer_group_members_by_user ON public.customer_group_members USING btree (user_id, merchant_id);

create table customer_groups (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint customer_groups_name UNIQUE (merchant_id, name_key),
  constraint customer_groups_pkey PRIMARY KEY (merchant_id, id)
);

create table customer_sales (
  merchant_id uuid not null,
  user_id uuid not null,
  order_count integer not null,
  order_total_minor bigint not null,
  constraint customer_sales_pkey PRIMARY KEY (merchant_id, user_id)
) with (fillfactor=80);
CREATE INDEX customer_sales_by_count ON public.customer_sales USING btree (merchant_id, order_count, user_id);
CREATE INDEX customer_sales_by_total ON public.customer_sales USING btree (merchant_id, order_total_minor, user_id);

create table customers (
  merchant_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  name_key text default ''::text not null,
  email_key text default ''::text not null,
  phone_key text default ''::text not null,
  by_staff boolean default false not null,
  name text,
  email text,
  told boolean default false not null,
  phone text,
  company text,
  vat_number text,
  addresses jsonb default '[]'::jsonb not null,
  addresses_at timestamp with time zone,
  tags text[] default '{}'::text[] not null,
  note text,
  locale text,
  consent_at timestamp with time zone,
  consent_source text,
  consent_withdrawn_at timestamp with time zone,
  tax_exempt boolean default false not null,
  version integer default 1 not null,
  moved boolean default false not null,
  send_before_paid boolean default false not null,
  constraint customers_pkey PRIMARY KEY (merchant_id, user_id)
);
CREATE INDEX customers_by_email ON public.customers USING btree (merchant_id, email_key, user_id);
CREATE INDEX customers_by_name ON public.customers USING btree (merchant_id, name_key, user_id);
CREATE UNIQUE INDEX customers_by_staff ON public.customers USING btree (merchant_id, email_key) WHERE (by_staff AND (email_key <> ''::text));
CREATE INDEX customers_by_tag ON public.customers USING gin (merchant_id, tag_keys(tags)) WITH (gin_pending_list_limit='256') WHERE (tags <> '{}'::text[]);
CREATE INDEX customers_found ON public.customers USING gin (merchant_id, ((((' '::text || name_key) || ' '::text) || email_key)) gin_trgm_ops);
CREATE INDEX customers_found_by_phone ON public.customers USING gin (merchant_id, phone_key gin_trgm_ops) WHERE (phone_key <> ''::text);
CREATE INDEX customers_newest ON public.customers USING btree (merchant_id, created_at DESC, user_id DESC);
CREATE INDEX customers_user ON public.customers USING btree (user_id);

create table datev_settings (
  merchant_id uuid not null,
  settings jsonb not null,
  updated_at timestamp with time zone not null,
  constraint datev_settings_pkey PRIMARY KEY (merchant_id)
);

create table deliveries (
  id uuid not null,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  status text not null,
  attempts integer default 0 not null,
  last_status_code integer,
  last_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
) partition by RANGE (id);
CREATE INDEX deliveries_not_delivered ON ONLY public.deliveries USING btree (merchant_id, subscription_id, status, id) WHERE (status = ANY (ARRAY['failed'::text, 'cancelled'::text]));
CREATE INDEX deliveries_of_name ON ONLY public.deliveries USING btree (merchant_id, subscription_id, event_name, id);
CREATE INDEX deliveries_of_subscription ON ONLY public.deliveries USING btree (merchant_id, subscription_id, id);

create table delivery_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  outcome text not null,
  status_code integer,
  error text,
  response_body text,
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, number)
) partition by RANGE (delivery_id);

create table delivery_queue (
  delivery_id uuid not null,
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  due_at timestamp with time zone not null,
  spent integer default 0 not null,
  tries integer default 0 not null,
  lease_until timestamp with time zone,
  lease_token uuid,
  begun boolean default false not null,
  slow boolean default false not null,
  constraint delivery_queue_lease_check CHECK (((lease_until IS NULL) = (lease_token IS NULL))),
  constraint delivery_queue_pkey PRIMARY KEY (delivery_id)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500, autovacuum_vacuum_cost_delay=0);
CREATE INDEX delivery_queue_begun ON public.delivery_queue USING btree (subscription_id, due_at) WHERE ((lease_token IS NULL) AND begun);
CREATE INDEX delivery_queue_due ON public.delivery_queue USING btree (subscription_id, due_at) WHERE (lease_token IS NULL);
CREATE INDEX delivery_queue_leases ON public.delivery_queue USING btree (subscription_id, lease_until) WHERE (lease_token IS NOT NULL);
CREATE INDEX delivery_queue_retries ON public.delivery_queue USING btree (due_at) WHERE ((lease_token IS NULL) AND (tries > 0));

create table event_erasures (
  user_id uuid not null,
  event_ids uuid[],
  due_at timestamp with time zone default now() not null,
  constraint event_erasures_pkey PRIMARY KEY (user_id)
);
CREATE INDEX event_erasures_due ON public.event_erasures USING btree (due_at);

create table event_log_heads (
  merchant_id uuid not null,
  last_position bigint not null,
  constraint event_log_heads_pkey PRIMARY KEY (merchant_id)
) with (fillfactor=50);
CREATE INDEX event_log_heads_by_end ON public.event_log_heads USING btree (last_position);

create table event_numbering (
  only_row boolean default true not null,
  cluster bigint not null,
  numbered_until xid8 not null,
  mailed_since timestamp with time zone default now() not null,
  users_from uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  constraint event_numbering_only_row_check CHECK (only_row),
  constraint event_numbering_pkey PRIMARY KEY (only_row)
);

create table events (
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  body bytea not null,
  is_test boolean default false not null,
  transaction_id xid8 default pg_current_xact_id() not null,
  created_at timestamp with time zone not null,
  position bigint,
  mail text,
  user_id uuid,
  constraint events_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX events_of_log ON ONLY public.events USING btree (merchant_id, "position", id) WHERE ("position" IS NOT NULL);
CREATE INDEX events_of_name ON ONLY public.events USING btree (merchant_id, name, "position", id) WHERE ("position" IS NOT NULL);
CREATE INDEX events_unnumbered ON ONLY public.events USING btree (merchant_id, transaction_id, id) WHERE (("position" IS NULL) AND (NOT is_test));

create table failing_receivers (
  subscription_id uuid not null,
  merchant_id uuid not null,
  consecutive_failures integer not null,
  failing_since timestamp with time zone not null,
  last_failed_at timestamp with time zone not null,
  cap integer default 10 not null,
  slow boolean default false not null,
  constraint failing_receivers_pkey PRIMARY KEY (subscription_id)
) with (fillfactor=50);

create table feeds (
  merchant_id uuid not null,
  id uuid not null,
  key text not null,
  storefront_url text,
  created_at timestamp(3) with time zone not null,
  constraint feeds_key UNIQUE (merchant_id, key),
  constraint feeds_pkey PRIMARY KEY (merchant_id, id)
);

create table figure_changes (
  merchant_id uuid not null,
  id bigint not null,
  hour timestamp with time zone not null,
  pending integer default 0 not null,
  paid integer default 0 not null,
  processing integer default 0 not null,
  completed integer default 0 not null,
  cancelled integer default 0 not null,
  paid_orders integer default 0 not null,
  revenue_minor bigint default 0 not null,
  new_customers integer default 0 not null,
  abandoned_carts integer default 0 not null,
  delivered integer default 0 not null,
  failed integer default 0 not null,
  user_id uuid,
  order_count integer default 0 not null,
  order_total_minor bigint default 0 not null,
  order_id uuid,
  constraint figure_changes_pkey PRIMARY KEY (merchant_id, id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table figure_days (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
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
  constraint figure_days_pkey PRIMARY KEY (merchant_id, hour)
) with (fillfactor=80);

create table figure_hours (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
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
  constraint figure_hours_pkey PRIMARY KEY (merchant_id, hour)
) with (fillfactor=80);

create table figure_totals (
  merchant_id uuid not null,
  pending integer not null,
  paid integer not null,
  processing integer not null,
  completed integer not null,
  cancelled integer not null,
  customers integer not null,
  constraint figure_totals_pkey PRIMARY KEY (merchant_id)
) with (fillfactor=50);

create table former_emails (
  id uuid not null,
  user_id uuid not null,
  email text not null,
  email_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint former_emails_pkey PRIMARY KEY (id),
  constraint former_emails_user_id_email_key_key UNIQUE (user_id, email_key),
  constraint former_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX former_emails_end ON public.former_emails USING btree (expires_at);
CREATE INDEX former_emails_key ON public.former_emails USING btree (email_key);

create table fulfillments (
  merchant_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  items jsonb not null,
  carrier text,
  tracking_number text,
  tracking_url text,
  actor_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  shipping_address jsonb,
  constraint fulfillments_pkey PRIMARY KEY (merchant_id, order_id, id)
);

create table homes (
  merchant_id uuid not null,
  sections jsonb not null,
  media uuid[] default '{}'::uuid[] not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint homes_pkey PRIMARY KEY (merchant_id)
);

create table idempotency_keys (
  owner text not null,
  key text not null,
  fingerprint bytea not null,
  status integer,
  body bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table invitations (
  id uuid not null,
  merchant_id uuid not null,
  email text not null,
  email_key text not null,
  role text not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  role_id uuid generated always as (
CASE
    WHEN (role ~~ '%-%'::text) THEN (role)::uuid
    ELSE NULL::uuid
END) stored,
  constraint invitations_merchant_id_email_key_key UNIQUE (merchant_id, email_key),
  constraint invitations_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint invitations_own_role FOREIGN KEY (merchant_id, role_id) REFERENCES roles(merchant_id, id),
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_role_check CHECK (((role = ANY (ARRAY['owner'::text, 'manager'::text, 'viewer'::text, 'warehouse'::text, 'support'::text])) OR (role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text))),
  constraint invitations_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitations_end ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_of_merchant ON public.invitations USING btree (merchant_id, created_at, id);

create table invoice_files (
  merchant_id uuid not null,
  invoice_id uuid not null,
  pdf bytea,
  pdf_hash bytea,
  ubl text,
  created_at timestamp(3) with time zone not null,
  missing text,
  constraint invoice_files_pdf CHECK ((((pdf IS NULL) = (missing IS NOT NULL)) AND ((pdf IS NULL) = (pdf_hash IS NULL)))),
  constraint invoice_files_pkey PRIMARY KEY (merchant_id, invoice_id)
);

create table invoice_requests (
  merchant_id uuid not null,
  id uuid default gen_random_uuid() not null,
  cause text not null,
  order_id uuid not null,
  refund_id uuid,
  fulfillment_id uuid,
  caused_at timestamp with time zone not null,
  constraint invoice_requests_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX invoice_requests_in_order ON public.invoice_requests USING btree (merchant_id, caused_at, id);

create table invoice_sendings (
  merchant_id uuid not null,
  invoice_id uuid not null,
  told_at timestamp(3) with time zone,
  sender text,
  status text,
  round integer default 1 not null,
  attempts integer default 0 not null,
  failure text,
  reference text,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint invoice_sendings_pkey PRIMARY KEY (merchant_id, invoice_id),
  constraint invoice_sendings_sender CHECK (((sender IS NULL) = (status IS NULL))),
  constraint invoice_sendings_sent CHECK ((((status = 'sent'::text) IS TRUE) = (sent_at IS NOT NULL))),
  constraint invoice_sendings_status CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
);

create table invoice_series (
  merchant_id uuid not null,
  kind text not null,
  last_number bigint not null,
  constraint invoice_series_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoice_series_pkey PRIMARY KEY (merchant_id, kind)
);

create table invoices (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  number bigint not null,
  follows bigint,
  raised boolean not null,
  full_number text not null,
  order_id uuid not null,
  user_id uuid not null,
  cause text not null,
  refund_id uuid,
  fulfillment_id uuid,
  corrects uuid,
  currency text not null,
  total_minor bigint not null,
  tax_minor bigint not null,
  caused_at timestamp with time zone not null,
  issued_at timestamp(3) with time zone not null,
  data jsonb not null,
  constraint invoices_follows FOREIGN KEY (merchant_id, kind, follows) REFERENCES invoices(merchant_id, kind, number),
  constraint invoices_full_number UNIQUE (merchant_id, full_number),
  constraint invoices_gapless CHECK (((number > 0) AND ((follows IS NULL) OR (number = (follows + 1)) OR (raised AND (number > follows))))),
  constraint invoices_kind CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_number UNIQUE (merchant_id, kind, number),
  constraint invoices_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX invoices_of_order ON public.invoices USING btree (merchant_id, order_id, issued_at);
CREATE INDEX invoices_of_user ON public.invoices USING btree (merchant_id, user_id, id);

create table jobs (
  id uuid not null,
  name text not null,
  payload jsonb not null,
  key text,
  attempts integer default 0 not null,
  max_attempts integer not null,
  due_at timestamp with time zone default now() not null,
  constraint jobs_key_key UNIQUE (key),
  constraint jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX jobs_due ON public.jobs USING btree (due_at) WHERE (attempts < max_attempts);

create table listing_languages (
  merchant_id uuid not null,
  language text not null,
  ready boolean default false not null,
  since xid8 default pg_current_xact_id() not null,
  written_to uuid,
  constraint listing_languages_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint listing_languages_pkey PRIMARY KEY (merchant_id, language)
);

create table listing_texts (
  merchant_id uuid not null,
  language text default ''::text not null,
  card_id uuid not null,
  form "char" not null,
  active boolean not null,
  in_stock boolean not null,
  price_common bigint not null,
  created_at timestamp(3) with time zone not null,
  category text,
  name_key text not null,
  name_words smallint not null,
  document tsvector not null,
  words text[],
  constraint listing_texts_pkey PRIMARY KEY (merchant_id, language, card_id)
) with (fillfactor=90, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX listing_texts_by_name ON public.listing_texts USING btree (form, in_stock, name_key, card_id, price_common) WHERE (active AND (language = ''::text));
CREATE INDEX listing_texts_category_by_name ON public.listing_texts USING btree (category, form, in_stock, name_key, card_id, price_common) WHERE (active AND (language = ''::text));
CREATE INDEX listing_texts_found ON public.listing_texts USING gin (merchant_id, category, document) WITH (gin_pending_list_limit='512') WHERE (form <> 'v'::"char");
CREATE INDEX listing_texts_merchant_by_name ON public.listing_texts USING btree (merchant_id, language, form, in_stock, name_key, card_id, price_common) WHERE active;
CREATE INDEX listing_texts_merchant_category_by_name ON public.listing_texts USING btree (merchant_id, language, category, form, in_stock, name_key, card_id, price_common) WHERE active;
CREATE INDEX listing_texts_newest ON public.listing_texts USING btree (card_id) WHERE (active AND (form <> 'v'::"char"));
CREATE INDEX listing_texts_variants_found ON public.listing_texts USING gin (merchant_id, category, document) WITH (gin_pending_list_limit='512') WHERE (form = 'v'::"char");

create table listing_word_changes (
  merchant_id uuid not null,
  language text not null,
  written text not null,
  amount integer not null
);

create table listing_words (
  merchant_id uuid not null,
  language text not null,
  written text not null,
  word text not null,
  stems text[] not null,
  products integer not null,
  constraint listing_words_pkey PRIMARY KEY (merchant_id, language, written)
);
CREATE INDEX listing_words_begun ON public.listing_words USING btree (merchant_id, language, word);
CREATE INDEX listing_words_ended ON public.listing_words USING btree (merchant_id, language, reverse(stems[1]) COLLATE "C");
CREATE INDEX listing_words_of_stem ON public.listing_words USING gin (merchant_id, language, stems);
CREATE INDEX listing_words_slips ON public.listing_words USING gin (merchant_id, language, one_letter_less(word)) WHERE ((length(word) >= 3) AND (length(word) <= 40));

create table listings (
  merchant_id uuid not null,
  context smallint default 0 not null,
  card_id uuid not null,
  form "char" not null,
  shown_id uuid not null,
  status text not null,
  active boolean not null,
  in_stock boolean not null,
  price_common bigint not null,
  category text,
  keys text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone not null,
  stamp bigint not null,
  constraint listings_form_check CHECK ((form = ANY (ARRAY['p'::"char", 'g'::"char", 'v'::"char"]))),
  constraint listings_pkey PRIMARY KEY (merchant_id, context, card_id)
) with (fillfactor=90, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX listings_by_price ON public.listings USING btree (form, in_stock, price_common, card_id, created_at) WHERE (active AND (context = 0));
CREATE INDEX listings_category_by_price ON public.listings USING btree (category, form, in_stock, price_common, card_id, created_at) WHERE (active AND (context = 0));
CREATE INDEX listings_category_newest ON public.listings USING btree (category, form, in_stock, created_at, card_id, price_common) WHERE (active AND (context = 0));
CREATE INDEX listings_inactive ON public.listings USING btree (merchant_id, context, status, created_at, card_id) WHERE (NOT active);
CREATE INDEX listings_keys ON public.listings USING gin (merchant_id, context, keys) WHERE (keys <> '{}'::text[]);
CREATE INDEX listings_merchant_by_price ON public.listings USING btree (merchant_id, context, form, in_stock, price_common, card_id, created_at) WHERE active;
CREATE INDEX listings_merchant_category_by_price ON public.listings USING btree (merchant_id, context, category, form, in_stock, price_common, card_id, created_at) WHERE active;
CREATE INDEX listings_merchant_category_newest ON public.listings USING btree (merchant_id, context, category, form, in_stock, created_at, card_id, price_common) WHERE active;
CREATE INDEX listings_merchant_newest ON public.listings USING btree (merchant_id, context, form, in_stock, created_at, card_id, price_common) WHERE active;
CREATE INDEX listings_merchant_newest_of_both ON public.listings USING btree (merchant_id, context, form, created_at, card_id, price_common) WHERE active;
CREATE INDEX listings_newest ON public.listings USING btree (form, in_stock, created_at, card_id, price_common) WHERE (active AND (context = 0));
CREATE INDEX listings_newest_of_both ON public.listings USING btree (form, created_at, card_id, price_common) WHERE (active AND (context = 0));

create table low_stock (
  merchant_id uuid not null,
  product_id uuid not null,
  available integer not null,
  for_sale boolean not null,
  constraint low_stock_pkey PRIMARY KEY (merchant_id, product_id)
);
CREATE INDEX low_stock_emptiest ON public.low_stock USING btree (merchant_id, available, product_id);
CREATE INDEX low_stock_emptiest_for_sale ON public.low_stock USING btree (merchant_id, available, product_id) WHERE for_sale;

create table mail_texts (
  merchant_id uuid not null,
  kind text not null,
  texts jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint mail_texts_pkey PRIMARY KEY (merchant_id, kind)
);

create table mail_tokens (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  email_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'change_email'::text, 'undo_email_change'::text]))),
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX mail_tokens_end ON public.mail_tokens USING btree (expires_at);
CREATE UNIQUE INDEX mail_tokens_reset ON public.mail_tokens USING btree (user_id) WHERE (purpose = 'reset_password'::text);
CREATE INDEX mail_tokens_user ON public.mail_tokens USING btree (user_id, purpose);

create table markets (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  own boolean not null,
  countries text[] not null,
  currency text not null,
  locales text[] not null,
  active boolean not null,
  position integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  prices_include_tax boolean,
  price_rounding_minor bigint,
  constraint markets_locales CHECK (((cardinality(locales) >= 1) AND (cardinality(locales) <= 20))),
  constraint markets_own CHECK (((NOT own) OR ((countries = '{}'::text[]) AND active))),
  constraint markets_pkey PRIMARY KEY (merchant_id, id),
  constraint markets_price_rounding_minor_check CHECK ((price_rounding_minor > 0))
);
CREATE UNIQUE INDEX markets_one_own ON public.markets USING btree (merchant_id) WHERE own;

create table media (
  merchant_id uuid not null,
  id uuid not null,
  state text not null,
  content_hash bytea,
  source_url text,
  fetches integer default 0 not null,
  failure text,
  alt text,
  width integer,
  height integer,
  sizes jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  unused_since timestamp with time zone,
  fetch_at timestamp with time zone,
  import_id uuid,
  import_row integer,
  import_sku text,
  focus jsonb,
  import_field text,
  video jsonb,
  constraint media_failed CHECK (((state = 'failed'::text) <= (failure IS NOT NULL))),
  constraint media_focus CHECK ((((((focus ->> 'x'::text))::double precision >= (0)::double precision) AND (((focus ->> 'x'::text))::double precision <= (1)::double precision)) AND ((((focus ->> 'y'::text))::double precision >= (0)::double precision) AND (((focus ->> 'y'::text))::double precision <= (1)::double precision)))),
  constraint media_pkey PRIMARY KEY (merchant_id, id),
  constraint media_ready CHECK (((state <> 'ready'::text) OR ((width > 0) AND (height > 0) AND (sizes <> '[]'::jsonb)))),
  constraint media_state CHECK ((state = ANY (ARRAY['storing'::text, 'processing'::text, 'ready'::text, 'failed'::text, 'removed'::text]))),
  constraint media_video CHECK (((video IS NULL) OR (((video ->> 'file'::text) IS NULL) <> ((video ->> 'url'::text) IS NULL))))
);
CREATE UNIQUE INDEX media_content_key ON public.media USING btree (merchant_id, content_hash) WHERE (state = 'ready'::text);
CREATE INDEX media_fetches_due ON public.media USING btree (merchant_id, ((import_id IS NOT NULL)), fetch_at NULLS FIRST, id) WHERE ((state = 'processing'::text) AND (source_url IS NOT NULL));
CREATE UNIQUE INDEX media_id ON public.media USING btree (id);
CREATE INDEX media_imports ON public.media USING btree (merchant_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX media_sources ON public.media USING btree (merchant_id, md5(source_url)) WHERE (source_url IS NOT NULL);
CREATE INDEX media_unfinished ON public.media USING btree (changed_at) WHERE (state = ANY (ARRAY['storing'::text, 'processing'::text, 'removed'::text]));
CREATE INDEX media_unused ON public.media USING btree (unused_since) WHERE (unused_since IS NOT NULL);

create table media_stores (
  id text not null,
  host text not null,
  seen_at timestamp with time zone default now() not null,
  constraint media_stores_pkey PRIMARY KEY (id)
);

create table menus (
  merchant_id uuid not null,
  handle text not null,
  items jsonb not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint menus_pkey PRIMARY KEY (merchant_id, handle)
);

create table merchant_settings (
  merchant_id uuid not null,
  max_open_orders_per_user integer default 20 not null,
  max_quantity_per_line integer default 1000 not null,
  require_two_factor boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  currency text,
  support_email text,
  prices_include_tax boolean default true not null,
  shipping_required boolean default false not null,
  mail_order_confirmation boolean default true not null,
  mail_shipment boolean default true not null,
  mail_refund boolean default true not null,
  timezone text default 'UTC'::text not null,
  has_shipping_methods boolean default false not null,
  has_tax_rates boolean default false not null,
  stripe_account text,
  guest_max_open_orders integer default 3 not null,
  guest_max_quantity_per_line integer default 100 not null,
  max_unpaid_units_per_address integer default 200 not null,
  hold_unpaid_seconds integer default 600 not null,
  shipping_tax text,
  vat_number text,
  carriers jsonb default '[]'::jsonb not null,
  storefront_url text,
  logo uuid,
  locale text default 'en'::text not null,
  has_promotions boolean default false not null,
  withdrawal boolean,
  return_days integer default 14,
  delivery_days integer default 7 not null,
  invoices jsonb,
  mail_address_change boolean default true not null,
  order_number jsonb,
  has_payment_methods boolean default false not null,
  first_steps jsonb,
  mail_abandoned_cart_hours integer,
  mail_color text,
  mail_logo boolean default false not null,
  mail_footer text,
  mail_reminder_days jsonb,
  announcement jsonb,
  image_ratio text default 'square'::text not null,
  image_fit text default 'filled'::text not null,
  look jsonb default '{"font": "serif", "accent": null, "corner": "round"}'::jsonb not null,
  has_markets boolean default false not null,
  has_texts boolean default false not null,
  has_prices boolean default false not null,
  constraint merchant_settings_cart_hours CHECK (((mail_abandoned_cart_hours >= 1) AND (mail_abandoned_cart_hours <= 720))),
  constraint merchant_settings_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint merchant_settings_delivery_days CHECK (((delivery_days >= 0) AND (delivery_days <= 365))),
  constraint merchant_settings_guest_max_open_orders_check CHECK (((guest_max_open_orders >= 1) AND (guest_max_open_orders <= 10000))),
  constraint merchant_settings_guest_max_quantity_per_line_check CHECK (((guest_max_quantity_per_line >= 1) AND (guest_max_quantity_per_line <= 1000000))),
  constraint merchant_settings_hold_unpaid_seconds_check CHECK (((hold_unpaid_seconds >= 60) AND (hold_unpaid_seconds <= 86400))),
  constraint merchant_settings_image_fit CHECK ((image_fit = ANY (ARRAY['whole'::text, 'filled'::text]))),
  constraint merchant_settings_image_ratio CHECK ((image_ratio = ANY (ARRAY['square'::text, 'portrait'::text, 'landscape'::text, 'natural'::text]))),
  constraint merchant_settings_look CHECK ((((look ->> 'accent'::text) ~ '^#[0-9a-f]{6}$'::text) AND ((look ->> 'font'::text) = ANY (ARRAY['serif'::text, 'inter'::text, 'system'::text])) AND ((look ->> 'corner'::text) = ANY (ARRAY['round'::text, 'soft'::text, 'square'::text])))),
  constraint merchant_settings_mail_color CHECK ((mail_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint merchant_settings_mail_footer CHECK ((length(mail_footer) <= 1000)),
  constraint merchant_settings_max_open_orders_per_user_check CHECK (((max_open_orders_per_user >= 1) AND (max_open_orders_per_user <= 10000))),
  constraint merchant_settings_max_quantity_per_line_check CHECK (((max_quantity_per_line >= 1) AND (max_quantity_per_line <= 1000000))),
  constraint merchant_settings_max_unpaid_units_per_address_check CHECK (((max_unpaid_units_per_address >= 1) AND (max_unpaid_units_per_address <= 10000000))),
  constraint merchant_settings_pkey PRIMARY KEY (merchant_id),
  constraint merchant_settings_reminder_days CHECK (((jsonb_array_length(mail_reminder_days) >= 1) AND (jsonb_array_length(mail_reminder_days) <= 3))),
  constraint merchant_settings_return_days CHECK (((return_days >= 1) AND (return_days <= 3650))),
  constraint merchant_settings_shipping_tax CHECK ((shipping_tax = ANY (ARRAY['goods'::text, 'class'::text]))),
  constraint merchant_settings_stripe_account CHECK ((stripe_account ~ '^acct_[A-Za-z0-9]+$'::text))
);
CREATE INDEX merchant_settings_cart_mails ON public.merchant_settings USING btree (merchant_id) WHERE (mail_abandoned_cart_hours IS NOT NULL);
CREATE INDEX merchant_settings_changed ON public.merchant_settings USING btree (updated_at);
CREATE INDEX merchant_settings_reminders ON public.merchant_settings USING btree (merchant_id) WHERE (mail_reminder_days IS NOT NULL);

create table merchants (
  id uuid not null,
  name text not null,
  currency text not null,
  created_at timestamp with time zone default now() not null,
  slug text,
  constraint merchants_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_slug_key UNIQUE (slug)
);
CREATE INDEX merchants_first ON public.merchants USING btree (created_at, id);

create table notification_choices (
  merchant_id uuid not null,
  user_id uuid not null,
  kinds jsonb not null,
  large_order_over numeric,
  updated_at timestamp with time zone not null,
  constraint notification_choices_over CHECK ((large_order_over > (0)::numeric)),
  constraint notification_choices_pkey PRIMARY KEY (merchant_id, user_id)
);
CREATE INDEX notification_choices_of_user ON public.notification_choices USING btree (user_id);

create table notification_cursors (
  merchant_id uuid not null,
  position bigint not null,
  seen_at timestamp with time zone not null,
  constraint notification_cursors_pkey PRIMARY KEY (merchant_id)
);
CREATE INDEX notification_cursors_seen ON public.notification_cursors USING btree (seen_at);

create table notification_digests (
  merchant_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  notice jsonb not null,
  created_at timestamp with time zone not null,
  constraint notification_digests_pkey PRIMARY KEY (merchant_id, user_id, id)
);
CREATE INDEX notification_digests_of_user ON public.notification_digests USING btree (user_id);

create table notification_start (
  only_row boolean default true not null,
  since timestamp with time zone not null,
  constraint notification_start_only_row_check CHECK (only_row),
  constraint notification_start_pkey PRIMARY KEY (only_row)
);

create table notified_products (
  merchant_id uuid not null,
  product_id uuid not null,
  constraint notified_products_pkey PRIMARY KEY (merchant_id, product_id)
);

create table order_drafts (
  merchant_id uuid not null,
  id uuid not null,
  number text not null,
  body jsonb not null,
  quote jsonb not null,
  user_id uuid,
  valid_until timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  token text,
  constraint order_drafts_pkey PRIMARY KEY (merchant_id, id),
  constraint order_drafts_token_key UNIQUE (merchant_id, token)
);
CREATE INDEX order_drafts_user ON public.order_drafts USING btree (user_id) WHERE (user_id IS NOT NULL);

create table order_edits (
  merchant_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  kind text not null,
  is_settled boolean not null,
  difference_minor bigint not null,
  tax_minor bigint not null,
  products jsonb not null,
  stock jsonb not null,
  actor_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint order_edits_kind CHECK ((kind = ANY (ARRAY['edited'::text, 'paid'::text, 'taken_back'::text]))),
  constraint order_edits_pkey PRIMARY KEY (merchant_id, order_id, id)
);

create table order_items (
  merchant_id uuid not null,
  order_id uuid not null,
  line integer not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  quantity integer not null,
  price_minor bigint not null,
  requires_shipping boolean default true not null,
  tax_line smallint,
  quantity_fulfilled integer default 0 not null,
  quantity_cancelled integer default 0 not null,
  quantity_returned integer default 0 not null,
  discount_minor bigint default 0 not null,
  withdrawal text,
  quantity_returning integer default 0 not null,
  custom boolean default false not null,
  voucher text,
  options jsonb,
  priced_by_staff boolean default false not null,
  unit_cost_minor bigint,
  constraint order_items_fulfilled CHECK (((quantity_fulfilled >= 0) AND (quantity_cancelled >= 0) AND ((quantity_fulfilled + quantity_cancelled) <= quantity))),
  constraint order_items_pkey PRIMARY KEY (merchant_id, order_id, line),
  constraint order_items_price CHECK ((price_minor >= 0)),
  constraint order_items_quantity CHECK ((quantity > 0)),
  constraint order_items_returned CHECK (((quantity_returned >= 0) AND (quantity_returned <= quantity_fulfilled))),
  constraint order_items_returning CHECK (((quantity_returning = 0) OR ((quantity_returning > 0) AND ((quantity_returning + quantity_returned) <= quantity_fulfilled)))),
  constraint order_items_voucher CHECK ((voucher = ANY (ARRAY['multi'::text, 'single'::text]))),
  constraint order_items_within_total CHECK (((discount_minor >= 0) AND (discount_minor <= (price_minor * quantity))))
);

create table order_mails (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  address text,
  bounced boolean not null,
  at timestamp with time zone default now() not null,
  constraint order_mails_pkey PRIMARY KEY (merchant_id, order_id, id)
);

create table order_numbers (
  merchant_id uuid not null,
  number bigint not null,
  constraint order_numbers_pkey PRIMARY KEY (merchant_id, number)
);

create table orders (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  order_number text not null,
  status text not null,
  payment_status text not null,
  currency text not null,
  total_minor bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  completed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  version integer default 1 not null,
  email text,
  shipping_address jsonb,
  billing_address jsonb,
  shipping_method jsonb,
  subtotal_minor bigint,
  shipping_total_minor bigint default 0 not null,
  tax_total_minor bigint default 0 not null,
  tax_included boolean default true not null,
  tax_lines jsonb,
  shipping_tax_line smallint,
  note text,
  fulfillment_status text default 'unfulfilled'::text not null,
  refunded_total_minor bigint default 0 not null,
  refund_count integer default 0 not null,
  client_hash bytea,
  buyer_vat jsonb,
  discounts jsonb,
  discount_total_minor bigint default 0 not null,
  rounding_total_minor bigint default 0 not null,
  paid_minor bigint,
  source text default 'storefront'::text not null,
  expires_at timestamp(3) with time zone,
  gift jsonb,
  voucher_minor bigint,
  untaxed_minor bigint,
  phone text,
  tags text[] default '{}'::text[] not null,
  assignee_id uuid,
  payment_terms jsonb,
  placed_as uuid,
  payment_fee_total_minor bigint default 0 not null,
  market_id uuid,
  locale text,
  other_currency boolean default false not null,
  constraint orders_amounts CHECK (((total_minor >= 0) AND (subtotal_minor >= 0) AND (shipping_total_minor >= 0) AND (tax_total_minor >= 0))),
  constraint orders_discounted CHECK ((discount_total_minor >= 0)),
  constraint orders_expires CHECK (((expires_at > created_at) AND ((expires_at - created_at) <= '366 days'::interval))),
  constraint orders_fulfilled CHECK (
CASE status
    WHEN 'cancelled'::text THEN (fulfillment_status = 'unfulfilled'::text)
    WHEN 'completed'::text THEN ((fulfillment_status = 'fulfilled'::text) OR ((fulfillment_status = 'unfulfilled'::text) AND (refund_count = 0)))
    ELSE true
END),
  constraint orders_fulfillment_status CHECK ((fulfillment_status = ANY (ARRAY['unfulfilled'::text, 'partially_fulfilled'::text, 'fulfilled'::text]))),
  constraint orders_number_key UNIQUE (merchant_id, order_number),
  constraint orders_number_of_day CHECK (((order_number !~ '^\d{6}-'::text) OR (((substr(order_number, 1, 7) = to_char(((created_at AT TIME ZONE 'UTC'::text) - '12:00:00'::interval), 'YYMMDD-'::text)) OR (substr(order_number, 1, 7) = to_char((created_at AT TIME ZONE 'UTC'::text), 'YYMMDD-'::text))) OR (substr(order_number, 1, 7) = to_char(((created_at AT TIME ZONE 'UTC'::text) + '14:00:00'::interval), 'YYMMDD-'::text))))),
  constraint orders_paid CHECK (((paid_minor >= 0) AND (paid_minor <= total_minor))),
  constraint orders_payment_fee CHECK ((payment_fee_total_minor >= 0)),
  constraint orders_payment_status CHECK ((payment_status = ANY (ARRAY['unpaid'::text, 'failed'::text, 'partially_paid'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text]))),
  constraint orders_pkey PRIMARY KEY (merchant_id, id),
  constraint orders_refunded CHECK (((refunded_total_minor >= 0) AND (refunded_total_minor <= total_minor))),
  constraint orders_refunded_of_paid CHECK ((refunded_total_minor <= COALESCE(paid_minor, total_minor))),
  constraint orders_source CHECK ((source = ANY (ARRAY['storefront'::text, 'staff'::text, 'agent'::text]))),
  constraint orders_status CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'processing'::text, 'completed'::text, 'cancelled'::text]))),
  constraint orders_total_adds_up CHECK ((total_minor = (((((subtotal_minor - discount_total_minor) + shipping_total_minor) + payment_fee_total_minor) + rounding_total_minor) +
CASE
    WHEN tax_included THEN (0)::bigint
    ELSE tax_total_minor
END))),
  constraint orders_untaxed CHECK (((untaxed_minor > 0) AND (untaxed_minor <= total_minor))),
  constraint orders_voucher CHECK (((voucher_minor > 0) AND (voucher_minor <= total_minor)))
);
CREATE INDEX orders_by_assignee ON public.orders USING btree (merchant_id, assignee_id, created_at DESC, id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX orders_by_state ON public.orders USING btree (merchant_id, status, payment_status, created_at, id);
CREATE INDEX orders_by_tag ON public.orders USING gin (merchant_id, tag_keys(tags)) WITH (gin_pending_list_limit='256') WHERE (tags <> '{}'::text[]);
CREATE INDEX orders_by_time ON public.orders USING btree (merchant_id, created_at, id);
CREATE INDEX orders_by_total ON public.orders USING btree (merchant_id, total_minor, id) INCLUDE (created_at, status, payment_status, fulfillment_status);
CREATE INDEX orders_elsewhere_by_time ON public.orders USING btree (merchant_id, currency, created_at) WHERE other_currency;
CREATE INDEX orders_elsewhere_paid ON public.orders USING btree (merchant_id, currency, paid_at) WHERE other_currency;
CREATE INDEX orders_expiring ON public.orders USING btree (expires_at) WHERE ((status = 'pending'::text) AND (expires_at IS NOT NULL));
CREATE INDEX orders_found_by_address ON public.orders USING gin (merchant_id, order_found_text(shipping_address, billing_address) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE ((shipping_address IS NOT NULL) OR (billing_address IS NOT NULL));
CREATE INDEX orders_found_by_email ON public.orders USING gin (merchant_id, ((' '::text || lower(email))) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE (email IS NOT NULL);
CREATE INDEX orders_found_by_number ON public.orders USING gin (merchant_id, substr(order_number, 8) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX orders_found_by_own_number ON public.orders USING gin (merchant_id, lower(order_number) gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE (order_number !~ '^\d{6}-'::text);
CREATE INDEX orders_gift ON public.orders USING btree (lower((gift ->> 'email'::text))) WHERE (gift IS NOT NULL);
CREATE INDEX orders_gift_bought ON public.orders USING btree (user_id) WHERE (gift IS NOT NULL);
CREATE INDEX orders_of_user_by_time ON public.orders USING btree (merchant_id, user_id, created_at, id);
CREATE INDEX orders_paid_at ON public.orders USING btree (merchant_id, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_placed_as ON public.orders USING btree (merchant_id, placed_as, created_at, id) WHERE (placed_as IS NOT NULL);
CREATE INDEX orders_sent ON public.orders USING btree (merchant_id, created_at, id) WHERE ((status <> 'completed'::text) AND (fulfillment_status <> 'unfulfilled'::text));
CREATE INDEX orders_to_be_paid ON public.orders USING btree (merchant_id, created_at, id) WHERE ((payment_terms IS NOT NULL) AND (status <> 'cancelled'::text) AND ((paid_at IS NULL) OR (paid_minor < total_minor)));
CREATE INDEX orders_unpaid ON public.orders USING btree (created_at) WHERE (status = 'pending'::text);

create table pages (
  merchant_id uuid not null,
  id uuid not null,
  title text not null,
  slug text not null,
  body_html text,
  body_text text,
  seo_title text,
  seo_description text,
  status text not null,
  published_at timestamp(3) with time zone,
  kind text,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint pages_kind UNIQUE (merchant_id, kind),
  constraint pages_lengths CHECK (((length(title) <= 200) AND (length(slug) <= 200) AND (length(body_html) <= 100000))),
  constraint pages_pkey PRIMARY KEY (merchant_id, id),
  constraint pages_slug UNIQUE (merchant_id, slug),
  constraint pages_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);

create table payment_links (
  merchant_id uuid not null,
  token_hash bytea not null,
  order_id uuid not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint payment_links_pkey PRIMARY KEY (merchant_id, token_hash)
);
CREATE INDEX payment_links_expired ON public.payment_links USING btree (expires_at);

create table payment_look_ups (
  merchant_id uuid not null,
  payment_id uuid not null,
  look_ups integer default 0 not null,
  due_at timestamp with time zone default (now() + '00:01:00'::interval) not null,
  created_at timestamp with time zone default now() not null,
  constraint payment_look_ups_pkey PRIMARY KEY (merchant_id, payment_id)
);
CREATE INDEX payment_look_ups_due ON public.payment_look_ups USING btree (due_at);

create table payment_methods (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  instructions text,
  countries text[],
  min_minor bigint,
  max_minor bigint,
  keeps_stock_hours integer,
  net_days integer,
  reference text default 'order_number'::text not null,
  bank jsonb,
  position integer default 0 not null,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  send_before_paid boolean default false not null,
  fee_minor bigint,
  fee_tax_class text,
  groups uuid[] default '{}'::uuid[] not null,
  prices jsonb,
  constraint payment_methods_amounts CHECK (((min_minor >= 0) AND (max_minor >= 0) AND (max_minor >= min_minor))),
  constraint payment_methods_bank CHECK (((kind = 'bank_transfer'::text) = (bank IS NOT NULL))),
  constraint payment_methods_fee CHECK ((((fee_minor IS NULL) = (fee_tax_class IS NULL)) AND (fee_minor > 0))),
  constraint payment_methods_kind CHECK ((kind = ANY (ARRAY['card'::text, 'bank_transfer'::text, 'cash_on_delivery'::text, 'on_account'::text, 'in_store'::text]))),
  constraint payment_methods_pkey PRIMARY KEY (merchant_id, id),
  constraint payment_methods_reference CHECK ((reference = ANY (ARRAY['order_number'::text, 'rf'::text]))),
  constraint payment_methods_sent CHECK (((NOT send_before_paid) OR (kind <> 'card'::text))),
  constraint payment_methods_times CHECK (((keeps_stock_hours > 0) AND (net_days >= 0)))
);

create table payment_parts (
  merchant_id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  refunded_minor bigint default 0 not null,
  constraint payment_parts_amount CHECK ((amount_minor >= 0)),
  constraint payment_parts_pkey PRIMARY KEY (merchant_id, order_id, payment_id),
  constraint payment_parts_refunded CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor)))
);

create table payment_reminders (
  merchant_id uuid not null,
  order_id uuid not null,
  number integer not null,
  queued_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  constraint payment_reminders_number CHECK (((number >= 1) AND (number <= 3))),
  constraint payment_reminders_pkey PRIMARY KEY (merchant_id, order_id, number)
);

create table payments (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  provider text not null,
  method text not null,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  reference text,
  failure text,
  actor_id uuid not null,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  refunded_at timestamp with time zone,
  due_at timestamp with time zone not null,
  next_action bytea,
  account text,
  refund_attempt integer default 1 not null,
  refund_failure text,
  refunded_by_hand boolean default false not null,
  constraint payments_amount CHECK ((amount_minor >= 0)),
  constraint payments_pkey PRIMARY KEY (merchant_id, id),
  constraint payments_status CHECK ((status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'refunding'::text, 'refunded'::text])))
);
CREATE INDEX payments_newest ON public.payments USING btree (merchant_id, order_id, id DESC);
CREATE UNIQUE INDEX payments_one_open ON public.payments USING btree (merchant_id, order_id) WHERE (status = ANY (ARRAY['pending'::text, 'requires_action'::text]));
CREATE INDEX payments_refund_failed ON public.payments USING btree (merchant_id, order_id) WHERE (refund_failure IS NOT NULL);
CREATE INDEX payments_refunded_at ON public.payments USING btree (merchant_id, refunded_at) WHERE (refunded_at IS NOT NULL);
CREATE INDEX payments_settled_at ON public.payments USING btree (merchant_id, settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX payments_unsettled ON public.payments USING btree (due_at) WHERE (status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'refunding'::text]));

create table pending_emails (
  user_id uuid not null,
  email text not null,
  email_key text not null,
  created_at timestamp with time zone not null,
  merchant_id uuid,
  constraint pending_emails_pkey PRIMARY KEY (user_id),
  constraint pending_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX pending_emails_age ON public.pending_emails USING btree (created_at);

create table postponed_expiries (
  merchant_id uuid not null,
  order_id uuid not null,
  attempts integer default 1 not null,
  due_at timestamp with time zone not null,
  constraint postponed_expiries_pkey PRIMARY KEY (merchant_id, order_id)
);

create table price_changes (
  merchant_id uuid not null,
  product_id uuid not null,
  constraint price_changes_pkey PRIMARY KEY (merchant_id, product_id)
);

create table price_contexts (
  merchant_id uuid not null,
  context smallint not null,
  currency text not null,
  common_scale numeric not null,
  rounding_minor bigint not null,
  used boolean default true not null,
  ready boolean default false not null,
  since xid8 default pg_current_xact_id() not null,
  written_to uuid,
  constraint price_contexts_context_check CHECK ((context > 0)),
  constraint price_contexts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint price_contexts_merchant_id_currency_rounding_minor_key UNIQUE (merchant_id, currency, rounding_minor),
  constraint price_contexts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint price_contexts_pkey PRIMARY KEY (merchant_id, context),
  constraint price_contexts_rounding_minor_check CHECK ((rounding_minor > 0))
);

create table price_list_prices (
  merchant_id uuid not null,
  list_id uuid not null,
  product_id uuid not null,
  min_quantity integer default 1 not null,
  amount_minor bigint,
  constraint price_list_prices_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint price_list_prices_list FOREIGN KEY (merchant_id, list_id) REFERENCES price_lists(merchant_id, id) ON DELETE CASCADE,
  constraint price_list_prices_min_quantity_check CHECK (((min_quantity >= 1) AND (min_quantity <= 1000000))),
  constraint price_list_prices_pkey PRIMARY KEY (merchant_id, product_id, list_id, min_quantity),
  constraint price_list_prices_product FOREIGN KEY (merchant_id, product_id) REFERENCES products(merchant_id, id) ON DELETE CASCADE
);
CREATE INDEX price_list_prices_of_list ON public.price_list_prices USING btree (merchant_id, list_id, product_id, min_quantity);

create table price_lists (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  currency text not null,
  starts_at timestamp(3) with time zone default '-infinity'::timestamp with time zone not null,
  ends_at timestamp(3) with time zone default 'infinity'::timestamp with time zone not null,
  priority integer default 0 not null,
  group_ids uuid[],
  percent numeric(5,2),
  names_products boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  step_minor bigint default 1 not null,
  constraint price_lists_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint price_lists_kind CHECK (((percent IS NOT NULL) OR names_products)),
  constraint price_lists_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint price_lists_name_check CHECK ((name <> ''::text)),
  constraint price_lists_percent_check CHECK (((percent > ('-100'::integer)::numeric) AND (percent <= (900)::numeric))),
  constraint price_lists_pkey PRIMARY KEY (merchant_id, id),
  constraint price_lists_step_minor_check CHECK ((step_minor > 0)),
  constraint price_lists_time CHECK ((ends_at > starts_at))
);
CREATE INDEX price_lists_of_currency ON public.price_lists USING btree (merchant_id, currency);

create table prices (
  merchant_id uuid not null,
  product_id uuid not null,
  context smallint default 0 not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone default 'infinity'::timestamp with time zone not null,
  price_minor bigint not null,
  compare_at_minor bigint,
  constraint prices_in_order CHECK ((ends_at > starts_at)),
  constraint prices_pkey PRIMARY KEY (merchant_id, product_id, context, starts_at)
);

create table product_groups (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  slug text,
  description text,
  category text,
  brand text,
  tags text[] default '{}'::text[] not null,
  varies_by text[] not null,
  media uuid[] default '{}'::uuid[] not null,
  seo_title text,
  seo_description text,
  metadata jsonb default '{}'::jsonb not null,
  status text default 'active'::text not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  description_html text,
  media_options jsonb default '{}'::jsonb not null,
  constraint product_groups_category_named CHECK ((category <> ''::text)),
  constraint product_groups_listed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint product_groups_media_options CHECK ((jsonb_typeof(media_options) = 'object'::text)),
  constraint product_groups_pkey PRIMARY KEY (merchant_id, id),
  constraint product_groups_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text]))),
  constraint product_groups_varies_by_check CHECK (((cardinality(varies_by) >= 1) AND (cardinality(varies_by) <= 3)))
);
CREATE INDEX product_groups_by_picture_in_text ON public.product_groups USING gin (pictures_in_html(description_html)) WHERE (description_html ~~ '%<img %'::text);
CREATE UNIQUE INDEX product_groups_id ON public.product_groups USING btree (id);
CREATE INDEX product_groups_media ON public.product_groups USING gin (media) WHERE (media <> '{}'::uuid[]);
CREATE INDEX product_groups_newest ON public.product_groups USING btree (merchant_id, created_at, id);
CREATE INDEX product_groups_of_status ON public.product_groups USING btree (merchant_id, status, created_at, id);

create table product_imports (
  merchant_id uuid not null,
  id uuid not null,
  status text not null,
  last_row integer default 0 not null,
  digest bytea,
  created integer default 0 not null,
  updated integer default 0 not null,
  unchanged integer default 0 not null,
  failed integer default 0 not null,
  errors jsonb default '[]'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  file jsonb,
  warnings jsonb default '[]'::jsonb not null,
  uncounted integer default 0 not null,
  translated jsonb default '{}'::jsonb not null,
  constraint product_imports_pkey PRIMARY KEY (merchant_id, id),
  constraint product_imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text]))),
  constraint product_imports_uncounted_not_negative CHECK ((uncounted >= 0))
);

create table product_sales (
  merchant_id uuid not null,
  block_days integer not null,
  block integer not null,
  product_id uuid not null,
  units bigint not null,
  revenue_minor bigint not null,
  constraint product_sales_pkey PRIMARY KEY (merchant_id, block_days, block, product_id)
);
CREATE INDEX product_sales_by_revenue ON public.product_sales USING btree (merchant_id, block_days, block, revenue_minor, product_id, units);
CREATE INDEX product_sales_by_units ON public.product_sales USING btree (merchant_id, block_days, block, units, product_id, revenue_minor);

create table products (
  merchant_id uuid not null,
  id uuid not null,
  sku text not null,
  name text not null,
  description text,
  category text,
  price_minor bigint not null,
  currency text not null,
  price_common bigint not null,
  status text not null,
  image_url text,
  in_stock boolean default false not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  name_key text default ''::text not null,
  version integer default 1 not null,
  requires_shipping boolean default true not null,
  weight_grams integer,
  tax_class text default 'standard'::text not null,
  group_id uuid,
  options jsonb default '{}'::jsonb not null,
  options_key text,
  position integer default 0 not null,
  slug text,
  brand text,
  gtin text,
  tags text[] default '{}'::text[] not null,
  media uuid[] default '{}'::uuid[] not null,
  seo_title text,
  seo_description text,
  metadata jsonb default '{}'::jsonb not null,
  compare_at_minor bigint,
  lowest_30d_minor bigint,
  unit_pricing jsonb,
  reduced_since timestamp with time zone,
  group_name text,
  withheld text,
  withdrawal text default 'allowed'::text not null,
  gift_card boolean default false not null,
  voucher text default 'multi'::text not null,
  voucher_country text,
  unit_cost_minor bigint,
  description_html text,
  other_prices jsonb default '{}'::jsonb not null,
  constraint products_category_named CHECK ((category <> ''::text)),
  constraint products_copies CHECK (((group_id IS NOT NULL) OR ((group_name IS NULL) AND (withheld IS NULL)))),
  constraint products_group FOREIGN KEY (merchant_id, group_id) REFERENCES product_groups(merchant_id, id),
  constraint products_pkey PRIMARY KEY (merchant_id, id),
  constraint products_price_minor_check CHECK ((price_minor >= 0)),
  constraint products_reduced CHECK ((compare_at_minor > price_minor)),
  constraint products_regrouped TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint products_sku_key UNIQUE (merchant_id, sku),
  constraint products_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text]))),
  constraint products_ungrouped TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint products_unit_cost_minor_check CHECK ((unit_cost_minor >= 0)),
  constraint products_variant UNIQUE (merchant_id, group_id, options_key) DEFERRABLE,
  constraint products_variant_whole CHECK (((group_id IS NULL) = (options_key IS NULL))),
  constraint products_voucher CHECK ((((voucher = 'multi'::text) AND (voucher_country IS NULL)) OR ((voucher = 'single'::text) AND (voucher_country IS NOT NULL)))),
  constraint products_weight_grams_check CHECK (((weight_grams >= 0) AND (weight_grams <= 1000000000))),
  constraint products_withdrawal CHECK ((withdrawal = ANY (ARRAY['allowed'::text, 'made_to_order'::text, 'perishable'::text, 'sealed_hygiene'::text, 'sealed_media'::text, 'digital_started'::text]))),
  constraint products_withheld CHECK ((withheld = ANY (ARRAY['draft'::text, 'archived'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX products_by_picture_in_text ON public.products USING gin (pictures_in_html(description_html)) WHERE (description_html ~~ '%<img %'::text);
CREATE UNIQUE INDEX products_id ON public.products USING btree (id);
CREATE INDEX products_media ON public.products USING gin (media) WHERE (media <> '{}'::uuid[]);
CREATE INDEX products_of_group ON public.products USING btree (merchant_id, group_id, "position", id) WHERE (group_id IS NOT NULL);

create table promotion_code_batches (
  merchant_id uuid not null,
  id uuid not null,
  promotion_id uuid not null,
  prefix text not null,
  wanted integer not null,
  made integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  constraint promotion_code_batches_made CHECK (((made >= 0) AND (made <= wanted))),
  constraint promotion_code_batches_merchant_id_promotion_id_fkey FOREIGN KEY (merchant_id, promotion_id) REFERENCES promotions(merchant_id, id) ON DELETE CASCADE,
  constraint promotion_code_batches_pkey PRIMARY KEY (merchant_id, id)
);
CREATE INDEX promotion_code_batches_of_promotion ON public.promotion_code_batches USING btree (merchant_id, promotion_id);

create table promotion_codes (
  merchant_id uuid not null,
  code text not null,
  promotion_id uuid not null,
  generated boolean not null,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  exact boolean default false not null,
  constraint promotion_codes_merchant_id_promotion_id_fkey FOREIGN KEY (merchant_id, promotion_id) REFERENCES promotions(merchant_id, id) ON DELETE CASCADE,
  constraint promotion_codes_pkey PRIMARY KEY (merchant_id, code)
);
CREATE UNIQUE INDEX promotion_codes_key ON public.promotion_codes USING btree (merchant_id, translate(code, ' !#$%&''*+-./:=?@_'::text, ''::text)) WHERE (NOT exact);
CREATE INDEX promotion_codes_of_promotion ON public.promotion_codes USING btree (merchant_id, promotion_id, code);

create table promotion_counters (
  merchant_id uuid not null,
  promotion_id uuid not null,
  used integer not null,
  constraint promotion_counters_merchant_id_promotion_id_fkey FOREIGN KEY (merchant_id, promotion_id) REFERENCES promotions(merchant_id, id) ON DELETE CASCADE,
  constraint promotion_counters_pkey PRIMARY KEY (merchant_id, promotion_id)
);

create table promotion_use_changes (
  merchant_id uuid not null,
  id bigint not null,
  promotion_id uuid not null,
  hour timestamp with time zone not null,
  orders integer not null,
  amount_minor bigint not null,
  shipping_minor bigint not null,
  constraint promotion_use_changes_pkey PRIMARY KEY (merchant_id, id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table promotion_use_days (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  promotion_id uuid not null,
  orders integer not null,
  amount_minor bigint not null,
  shipping_minor bigint not null,
  constraint promotion_use_days_pkey PRIMARY KEY (merchant_id, hour, promotion_id)
) with (fillfactor=80);

create table promotion_use_hours (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  promotion_id uuid not null,
  orders integer not null,
  amount_minor bigint not null,
  shipping_minor bigint not null,
  constraint promotion_use_hours_pkey PRIMARY KEY (merchant_id, hour, promotion_id)
) with (fillfactor=80);

create table promotion_use_totals (
  merchant_id uuid not null,
  promotion_id uuid not null,
  orders integer not null,
  constraint promotion_use_totals_pkey PRIMARY KEY (merchant_id, promotion_id)
) with (fillfactor=50);

create table promotion_uses (
  merchant_id uuid not null,
  promotion_id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  email_key text,
  code text,
  amount_minor bigint not null,
  shipping_minor bigint not null,
  released boolean default false not null,
  given_back boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint promotion_uses_pkey PRIMARY KEY (merchant_id, promotion_id, order_id)
);
CREATE UNIQUE INDEX promotion_uses_code ON public.promotion_uses USING btree (merchant_id, code) WHERE ((code IS NOT NULL) AND (NOT released));
CREATE INDEX promotion_uses_of_email ON public.promotion_uses USING btree (merchant_id, email_key, promotion_id) WHERE (email_key IS NOT NULL);
CREATE INDEX promotion_uses_of_order ON public.promotion_uses USING btree (merchant_id, order_id);
CREATE INDEX promotion_uses_of_user ON public.promotion_uses USING btree (merchant_id, user_id, promotion_id);
CREATE INDEX promotion_uses_returned ON public.promotion_uses USING btree (merchant_id, promotion_id) WHERE (released AND (NOT given_back));

create table promotions (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  code text,
  has_codes boolean default false not null,
  public boolean default false not null,
  kind text not null,
  terms jsonb not null,
  applies_to jsonb not null,
  minimum jsonb default '{}'::jsonb not null,
  customers jsonb default '{}'::jsonb not null,
  usage_limit integer,
  per_customer_limit integer,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  combines boolean default false not null,
  priority integer default 0 not null,
  status text default 'active'::text not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  prices jsonb,
  constraint promotions_kind CHECK ((kind = ANY (ARRAY['percentage'::text, 'amount'::text, 'free_shipping'::text, 'buy_x_get_y'::text]))),
  constraint promotions_per_customer_limit CHECK ((per_customer_limit > 0)),
  constraint promotions_period CHECK ((ends_at > starts_at)),
  constraint promotions_pkey PRIMARY KEY (merchant_id, id),
  constraint promotions_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text]))),
  constraint promotions_usage_limit CHECK ((usage_limit > 0))
);
CREATE INDEX promotions_automatic ON public.promotions USING btree (merchant_id) WHERE ((code IS NULL) AND (NOT has_codes) AND (status = 'active'::text));
CREATE UNIQUE INDEX promotions_id ON public.promotions USING btree (id);

create table recent_writes (
  writer uuid not null,
  written_at timestamp with time zone default now() not null,
  constraint recent_writes_pkey PRIMARY KEY (writer)
) with (fillfactor=50);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors(user_id) ON DELETE CASCADE
);

create table redirects (
  merchant_id uuid not null,
  id uuid not null,
  path text not null,
  target text not null,
  target_path text,
  permanent boolean not null,
  created_at timestamp with time zone not null,
  constraint redirects_id UNIQUE (merchant_id, id),
  constraint redirects_lengths CHECK ((((length(path) >= 2) AND (length(path) <= 1000)) AND ((length(target) >= 1) AND (length(target) <= 2000)))),
  constraint redirects_pkey PRIMARY KEY (merchant_id, path)
);

create table refresh_answers (
  session_id uuid not null,
  token_hash bytea not null,
  answer bytea not null,
  created_at timestamp with time zone not null,
  constraint refresh_answers_pkey PRIMARY KEY (session_id),
  constraint refresh_answers_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session ON public.refresh_tokens USING btree (session_id);

create table refund_parts (
  merchant_id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  id uuid not null,
  status text not null,
  amount_minor bigint not null,
  attempt integer default 1 not null,
  reference text,
  failure text,
  settled_at timestamp with time zone,
  by_hand boolean default false not null,
  constraint refund_parts_amount CHECK ((amount_minor >= 0)),
  constraint refund_parts_pkey PRIMARY KEY (merchant_id, refund_id, payment_id),
  constraint refund_parts_status CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX refund_parts_of_provider ON public.refund_parts USING btree (merchant_id, id);

create table refunds (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid,
  status text not null,
  amount_minor bigint not null,
  currency text not null,
  items jsonb,
  shipping_minor bigint default 0 not null,
  reason text,
  attempt integer default 1 not null,
  reference text,
  failure text,
  actor_id uuid,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  due_at timestamp with time zone not null,
  tax_lines jsonb,
  return_id uuid,
  voucher_minor bigint,
  edit_id uuid,
  store_credit boolean default false not null,
  by_hand boolean default false not null,
  asked_at timestamp with time zone,
  payment_fee_minor bigint default 0 not null,
  refunded_to text default 'as_paid'::text not null,
  constraint refunds_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint refunds_pkey PRIMARY KEY (merchant_id, id),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint refunds_voucher CHECK (((voucher_minor > 0) AND (voucher_minor <= amount_minor)))
);
CREATE INDEX refunds_by_order ON public.refunds USING btree (order_id, id);
CREATE INDEX refunds_due ON public.refunds USING btree (due_at) WHERE (status = 'pending'::text);
CREATE INDEX refunds_failed ON public.refunds USING btree (merchant_id, order_id) WHERE (status = 'failed'::text);
CREATE INDEX refunds_settled_at ON public.refunds USING btree (merchant_id, settled_at) WHERE (settled_at IS NOT NULL);

create table related_cards (
  merchant_id uuid not null,
  card_id uuid not null,
  related uuid[] not null,
  made_at timestamp with time zone not null,
  constraint related_cards_pkey PRIMARY KEY (merchant_id, card_id)
);
CREATE INDEX related_cards_oldest ON public.related_cards USING btree (made_at);

create table related_progress (
  merchant_id uuid not null,
  paid_until timestamp with time zone not null,
  constraint related_progress_pkey PRIMARY KEY (merchant_id)
);

create table request_counts (
  key bytea not null,
  window_start timestamp with time zone not null,
  count integer not null,
  constraint request_counts_pkey PRIMARY KEY (key)
) with (fillfactor=50);
CREATE INDEX request_counts_age ON public.request_counts USING btree (window_start);

create table return_items (
  merchant_id uuid not null,
  return_id uuid not null,
  line integer not null,
  quantity integer not null,
  quantity_cancelled integer default 0 not null,
  reason text,
  note text,
  quantity_received integer,
  condition text,
  restock boolean,
  constraint return_items_check CHECK (((quantity_received >= 0) AND (quantity_received <= quantity))),
  constraint return_items_condition_check CHECK ((condition = ANY (ARRAY['resell'::text, 'damaged'::text, 'missing'::text]))),
  constraint return_items_pkey PRIMARY KEY (merchant_id, return_id, line),
  constraint return_items_quantity_cancelled_check CHECK ((quantity_cancelled >= 0)),
  constraint return_items_quantity_check CHECK ((quantity >= 0)),
  constraint return_items_reason_check CHECK ((reason = ANY (ARRAY['too_small'::text, 'too_large'::text, 'damaged'::text, 'wrong_item'::text, 'not_as_described'::text, 'changed_mind'::text, 'other'::text]))),
  constraint return_items_received CHECK (((quantity_received IS NULL) = (condition IS NULL))),
  constraint return_items_units CHECK (((quantity + quantity_cancelled) > 0))
);

create table returns (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  kind text not null,
  status text not null,
  currency text not null,
  message text,
  shipping_minor bigint default 0 not null,
  deduction_minor bigint default 0 not null,
  deduction_reason text,
  refund_due_at timestamp(3) with time zone,
  label_url text,
  carrier text,
  tracking_number text,
  tracking_url text,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  refund_to text,
  exchange_order_id uuid,
  label_file bytea,
  label_type text,
  constraint returns_deduction_minor_check CHECK ((deduction_minor >= 0)),
  constraint returns_ended CHECK (((ended_at IS NOT NULL) = (status = ANY (ARRAY['declined'::text, 'refunded'::text, 'closed'::text, 'cancelled'::text])))),
  constraint returns_kind_check CHECK ((kind = ANY (ARRAY['return'::text, 'withdrawal'::text]))),
  constraint returns_label CHECK (((label_file IS NULL) = (label_type IS NULL))),
  constraint returns_pkey PRIMARY KEY (merchant_id, id),
  constraint returns_refund_to CHECK ((refund_to = 'store_credit'::text)),
  constraint returns_shipping_minor_check CHECK ((shipping_minor >= 0)),
  constraint returns_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'received'::text, 'refunded'::text, 'closed'::text, 'cancelled'::text])))
);
CREATE INDEX returns_approved ON public.returns USING btree (approved_at) WHERE (status = 'approved'::text);
CREATE INDEX returns_by_status ON public.returns USING btree (merchant_id, status, created_at, id);
CREATE INDEX returns_newest ON public.returns USING btree (merchant_id, created_at, id);
CREATE INDEX returns_of_order ON public.returns USING btree (merchant_id, order_id, created_at);
CREATE INDEX returns_of_user ON public.returns USING btree (merchant_id, user_id, created_at, id);

create table roles (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint roles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON DELETE CASCADE,
  constraint roles_name UNIQUE (merchant_id, name_key),
  constraint roles_pkey PRIMARY KEY (merchant_id, id)
);

create table sales_changes (
  merchant_id uuid not null,
  id bigint not null,
  hour timestamp with time zone not null,
  refunded_minor bigint default 0 not null,
  tax_minor bigint default 0 not null,
  shipping_minor bigint default 0 not null,
  refund_id uuid,
  constraint sales_changes_pkey PRIMARY KEY (merchant_id, id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table sales_days (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  refunded_minor bigint not null,
  tax_minor bigint not null,
  shipping_minor bigint not null,
  constraint sales_days_pkey PRIMARY KEY (merchant_id, hour)
) with (fillfactor=80);

create table sales_hours (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  refunded_minor bigint not null,
  tax_minor bigint not null,
  shipping_minor bigint not null,
  constraint sales_hours_pkey PRIMARY KEY (merchant_id, hour)
) with (fillfactor=80);

create table search_word_changes (
  word text not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table search_words (
  word text not null,
  lexeme text not null,
  products integer not null,
  constraint search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_begun ON public.search_words USING btree ("left"(word, 2), products DESC) WHERE (products > 0);
CREATE INDEX search_words_of_lexeme ON public.search_words USING btree (lexeme);
CREATE INDEX search_words_similar ON public.search_words USING gin (word gin_trgm_ops) WHERE ((products > 0) AND ((length(word) >= 3) AND (length(word) <= 40)));
CREATE INDEX search_words_slips ON public.search_words USING gin (one_letter_less(word)) WHERE ((products > 0) AND ((length(word) >= 3) AND (length(word) <= 40)));

create table sessions (
  id uuid not null,
  user_id uuid not null,
  device_id text not null,
  merchant_id uuid,
  role text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint sessions_admin CHECK (((merchant_id IS NULL) = (role IS NULL))),
  constraint sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_device ON public.sessions USING btree (user_id, device_id);
CREATE INDEX sessions_end ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_revoked ON public.sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, id DESC) WHERE (revoked_at IS NULL);

create table shipping_methods (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  countries text[],
  price_minor bigint not null,
  free_from_minor bigint,
  min_weight_grams integer,
  max_weight_grams integer,
  position integer default 0 not null,
  active boolean default true not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  regions text[],
  postal_codes text[],
  prices jsonb,
  constraint shipping_methods_check CHECK ((max_weight_grams >= min_weight_grams)),
  constraint shipping_methods_free_from_minor_check CHECK ((free_from_minor >= 0)),
  constraint shipping_methods_min_weight_grams_check CHECK ((min_weight_grams >= 0)),
  constraint shipping_methods_pkey PRIMARY KEY (merchant_id, id),
  constraint shipping_methods_price_minor_check CHECK ((price_minor >= 0))
);

create table shop_texts (
  merchant_id uuid not null,
  language text not null,
  texts jsonb not null,
  version integer default 1 not null,
  updated_at timestamp(3) with time zone not null,
  constraint shop_texts_pkey PRIMARY KEY (merchant_id, language)
);

create table sign_in_challenges (
  token_hash bytea not null,
  user_id uuid not null,
  device_id text not null,
  password_check bytea not null,
  merchant_id uuid,
  role text,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_admin CHECK (((merchant_id IS NULL) = (role IS NULL))),
  constraint sign_in_challenges_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint sign_in_challenges_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors(user_id) ON DELETE CASCADE
);
CREATE INDEX sign_in_challenges_end ON public.sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_user ON public.sign_in_challenges USING btree (user_id);

create table slugs (
  merchant_id uuid not null,
  slug text not null,
  product_id uuid,
  group_id uuid,
  constraint slugs_of_one CHECK ((num_nonnulls(product_id, group_id) = 1)),
  constraint slugs_pkey PRIMARY KEY (merchant_id, slug)
);
CREATE INDEX slugs_of_group ON public.slugs USING btree (merchant_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX slugs_of_product ON public.slugs USING btree (merchant_id, product_id) WHERE (product_id IS NOT NULL);

create table staff (
  merchant_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  role_id uuid generated always as (
CASE
    WHEN (role ~~ '%-%'::text) THEN (role)::uuid
    ELSE NULL::uuid
END) stored,
  constraint staff_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint staff_own_role FOREIGN KEY (merchant_id, role_id) REFERENCES roles(merchant_id, id),
  constraint staff_pkey PRIMARY KEY (merchant_id, user_id),
  constraint staff_role_check CHECK (((role = ANY (ARRAY['owner'::text, 'manager'::text, 'viewer'::text, 'warehouse'::text, 'support'::text])) OR (role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text))),
  constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX staff_of_merchant ON public.staff USING btree (merchant_id, created_at, user_id);
CREATE INDEX staff_user ON public.staff USING btree (user_id);

create table stock (
  merchant_id uuid not null,
  product_id uuid not null,
  on_hand integer default 0 not null,
  reserved integer default 0 not null,
  movement_count integer default 0 not null,
  ordered boolean default false not null,
  updated_at timestamp with time zone not null,
  constraint stock_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES products(merchant_id, id) ON DELETE CASCADE,
  constraint stock_not_oversold CHECK ((reserved <= on_hand)),
  constraint stock_on_hand_in_range CHECK ((on_hand <= 1000000000)),
  constraint stock_pkey PRIMARY KEY (merchant_id, product_id),
  constraint stock_reserved_not_negative CHECK ((reserved >= 0))
) with (fillfactor=70);

create table stock_movements (
  merchant_id uuid not null,
  product_id uuid not null,
  number integer not null,
  type text not null,
  reason text,
  on_hand_change integer not null,
  reserved_change integer not null,
  on_hand_after integer not null,
  reserved_after integer not null,
  order_id uuid,
  actor_id uuid,
  created_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  constraint stock_movements_pkey PRIMARY KEY (merchant_id, product_id, number),
  constraint stock_movements_type CHECK ((type = ANY (ARRAY['opening'::text, 'adjustment'::text, 'import'::text, 'order_placed'::text, 'order_cancelled'::text, 'order_completed'::text, 'order_fulfilled'::text, 'refund_cancelled'::text, 'refund_returned'::text])))
);

create table stored_value_accounts (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  currency text not null,
  user_id uuid,
  code_hash bytea,
  last_four text,
  sealed_code bytea,
  email text,
  note text,
  expires_at timestamp with time zone,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  order_id uuid,
  line integer,
  unit integer,
  message text,
  mail_at timestamp with time zone,
  constraint stored_value_accounts_bought CHECK (((num_nonnulls(order_id, line, unit) = ANY (ARRAY[0, 3])) AND ((order_id IS NULL) OR (kind = 'gift_card'::text)))),
  constraint stored_value_accounts_kind CHECK (
CASE kind
    WHEN 'gift_card'::text THEN ((user_id IS NULL) AND ((code_hash IS NULL) = (last_four IS NULL)) AND ((code_hash IS NOT NULL) OR (order_id IS NOT NULL)))
    WHEN 'store_credit'::text THEN ((user_id IS NOT NULL) AND (code_hash IS NULL))
    ELSE false
END),
  constraint stored_value_accounts_pkey PRIMARY KEY (merchant_id, id)
);
CREATE UNIQUE INDEX gift_cards_by_code ON public.stored_value_accounts USING btree (merchant_id, code_hash) WHERE (code_hash IS NOT NULL);
CREATE INDEX gift_cards_mailed ON public.stored_value_accounts USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX gift_cards_newest ON public.stored_value_accounts USING btree (merchant_id, id) WHERE (kind = 'gift_card'::text);
CREATE UNIQUE INDEX gift_cards_of_order ON public.stored_value_accounts USING btree (merchant_id, order_id, line, unit) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX store_credits_by_user ON public.stored_value_accounts USING btree (merchant_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX store_credits_of_user ON public.stored_value_accounts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX stored_value_sealed ON public.stored_value_accounts USING btree (merchant_id, id) WHERE (sealed_code IS NOT NULL);

create table stored_value_entries (
  merchant_id uuid not null,
  account_id uuid not null,
  number integer not null,
  kind text not null,
  origin text not null,
  amount_minor bigint not null,
  balance_before bigint not null,
  balance_after bigint not null,
  cause_id uuid not null,
  payment_id uuid,
  order_id uuid,
  reason text,
  actor_id uuid,
  created_at timestamp with time zone not null,
  previous_number integer generated always as (NULLIF((number - 1), 0)) stored,
  constraint stored_value_entries_adds_up CHECK ((balance_after = (balance_before + amount_minor))),
  constraint stored_value_entries_balance CHECK ((balance_after >= 0)),
  constraint stored_value_entries_balance_key UNIQUE (merchant_id, account_id, number, balance_after),
  constraint stored_value_entries_cause_key UNIQUE (merchant_id, cause_id, kind, origin),
  constraint stored_value_entries_first CHECK (((number > 1) OR (balance_before = 0))),
  constraint stored_value_entries_kind CHECK ((kind = ANY (ARRAY['issued'::text, 'adjusted'::text, 'paid'::text, 'returned'::text, 'refunded'::text]))),
  constraint stored_value_entries_number CHECK ((number > 0)),
  constraint stored_value_entries_origin CHECK ((origin = ANY (ARRAY['sold'::text, 'granted'::text, 'returned'::text]))),
  constraint stored_value_entries_pkey PRIMARY KEY (merchant_id, account_id, number),
  constraint stored_value_entries_previous FOREIGN KEY (merchant_id, account_id, previous_number, balance_before) REFERENCES stored_value_entries(merchant_id, account_id, number, balance_after)
);
CREATE INDEX stored_value_entries_by_time ON public.stored_value_entries USING btree (merchant_id, created_at);
CREATE INDEX stored_value_of_payment ON public.stored_value_entries USING btree (merchant_id, payment_id) WHERE (payment_id IS NOT NULL);

create table sweep_leases (
  name text not null,
  holder uuid not null,
  held_until timestamp with time zone not null,
  constraint sweep_leases_pkey PRIMARY KEY (name)
);

create table tax_rates (
  merchant_id uuid not null,
  position integer not null,
  country text not null,
  region text,
  region_key text not null,
  tax_class text not null,
  name text not null,
  rate numeric(7,4) not null,
  postal_codes text[],
  compound boolean,
  constraint tax_rates_pkey PRIMARY KEY (merchant_id, "position"),
  constraint tax_rates_rate_check CHECK (((rate >= (0)::numeric) AND (rate <= (100)::numeric)))
);
CREATE UNIQUE INDEX tax_rates_of_tax ON public.tax_rates USING btree (merchant_id, country, region_key, postal_codes, tax_class, name) NULLS NOT DISTINCT;

create table test_provider_charges (
  payment_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  succeeded boolean not null,
  charged_at timestamp with time zone default clock_timestamp() not null,
  refunded_at timestamp with time zone,
  refunded_minor bigint default 0 not null,
  refuses_refunds boolean default false not null,
  constraint test_provider_charges_pkey PRIMARY KEY (payment_id),
  constraint test_provider_charges_refunded CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor)))
);

create table test_provider_refunds (
  refund_id uuid not null,
  attempt integer not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  succeeded boolean not null,
  refunded_at timestamp with time zone default clock_timestamp() not null,
  constraint test_provider_refunds_pkey PRIMARY KEY (refund_id, attempt)
);

create table translations (
  merchant_id uuid not null,
  type text not null,
  subject_id uuid not null,
  locale text not null,
  texts jsonb not null,
  slug text,
  updated_at timestamp(3) with time zone not null,
  version integer default 1 not null,
  constraint translations_pkey PRIMARY KEY (merchant_id, type, subject_id, locale),
  constraint translations_type CHECK ((type = ANY (ARRAY['product'::text, 'product_group'::text, 'collection'::text, 'shipping_method'::text, 'payment_method'::text, 'promotion'::text])))
);
CREATE INDEX translations_by_picture_in_text ON public.translations USING gin (pictures_in_html((texts ->> 'description_html'::text))) WHERE ((texts ->> 'description_html'::text) ~~ '%<img %'::text);
CREATE UNIQUE INDEX translations_collection_slug ON public.translations USING btree (merchant_id, slug) WHERE ((type = 'collection'::text) AND (slug IS NOT NULL));
CREATE UNIQUE INDEX translations_product_slug ON public.translations USING btree (merchant_id, slug) WHERE ((type <> 'collection'::text) AND (slug IS NOT NULL));

create table two_factors (
  user_id uuid not null,
  secret bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step integer default 0 not null,
  tries integer default 0 not null,
  tries_since timestamp with time zone not null,
  constraint two_factors_pkey PRIMARY KEY (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table unpaid_counts (
  merchant_id uuid not null,
  holder bytea not null,
  orders integer not null,
  units bigint not null,
  constraint unpaid_counts_pkey PRIMARY KEY (merchant_id, holder)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000);

create table unpaid_edits (
  merchant_id uuid not null,
  order_id uuid not null,
  before jsonb not null,
  held jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint unpaid_edits_pkey PRIMARY KEY (merchant_id, order_id)
);

create table users (
  id uuid not null,
  email text,
  email_key text,
  name text,
  phone text,
  password_hash text,
  is_verified boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  is_guest boolean default false not null,
  guest_expires_at timestamp with time zone,
  verified_at timestamp with time zone,
  constraint users_email_key UNIQUE (email_key),
  constraint users_erased CHECK (
CASE
    WHEN is_guest THEN (email_key IS NULL)
    ELSE ((deleted_at IS NULL) = (email_key IS NOT NULL))
END),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_guests ON public.users USING btree (guest_expires_at) WHERE (guest_expires_at IS NOT NULL);

create table vat_checks (
  merchant_id uuid not null,
  number text not null,
  status text not null,
  reference text,
  checked_at timestamp with time zone not null,
  constraint vat_checks_pkey PRIMARY KEY (merchant_id, number),
  constraint vat_checks_status CHECK ((status = ANY (ARRAY['valid'::text, 'invalid'::text])))
);
CREATE INDEX vat_checks_end ON public.vat_checks USING btree (checked_at);

create table visit_changes (
  merchant_id uuid not null,
  id uuid default gen_random_uuid() not null,
  day date not null,
  kind text not null,
  source text not null,
  constraint visit_changes_kind CHECK ((kind = ANY (ARRAY['visit'::text, 'product'::text, 'cart'::text, 'checkout'::text]))),
  constraint visit_changes_pkey PRIMARY KEY (merchant_id, id),
  constraint visit_changes_source CHECK ((length(source) <= 50))
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);

create table visit_days (
  merchant_id uuid not null,
  day date not null,
  source text not null,
  visits bigint default 0 not null,
  product_views bigint default 0 not null,
  carts bigint default 0 not null,
  checkouts bigint default 0 not null,
  constraint visit_days_pkey PRIMARY KEY (merchant_id, day, source),
  constraint visit_days_source CHECK ((length(source) <= 50))
);

create table webhook_subscriptions (
  merchant_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  event_names text[] not null,
  active boolean not null,
  description text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp with time zone,
  disabled_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  overload_told_at timestamp with time zone,
  retry_for text default 'specified'::text not null,
  constraint webhook_subscriptions_id_key UNIQUE (id),
  constraint webhook_subscriptions_pkey PRIMARY KEY (merchant_id, id),
  constraint webhook_subscriptions_previous_check CHECK (((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))),
  constraint webhook_subscriptions_retry_for CHECK ((retry_for = ANY (ARRAY['specified'::text, '3 days'::text])))
);
CREATE INDEX webhook_subscriptions_closed ON public.webhook_subscriptions USING btree (id) WHERE ((NOT active) OR (deleted_at IS NOT NULL));
CREATE INDEX webhook_subscriptions_deleted ON public.webhook_subscriptions USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

create extension btree_gin;

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.add_order_numbers(shop uuid, first bigint, last bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into order_numbers (merchant_id, number) select shop, generate_series(first, last) on conflict do nothing $function$;

CREATE OR REPLACE FUNCTION public.add_unpaid(shop uuid, counted bytea, more_orders integer, more_units bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if more_orders < 0 then
    delete from unpaid_counts where merchant_id = shop and holder = counted and orders + more_orders <= 0;
    if found then return; end if;
  end if;
  insert into unpaid_counts as counts (merchant_id, holder, orders, units)
  values (shop, counted, greatest(0, more_orders), greatest(0, more_units))
  on conflict (merchant_id, holder) do update
    set orders = greatest(0, counts.orders + more_orders), units = greatest(0, counts.units + more_units);
  if more_orders <= 0 then
    delete from unpaid_counts where merchant_id = shop and holder = counted and orders = 0;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.analyze_grown_tables()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  smallest constant int := 8; -- pages that a statement may read in vain
  page_size constant int := current_setting('block_size');
  grown regclass;
begin
  for grown in
    select oid from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and pg_relation_size(oid) > page_size * (smallest + 2 * least(relpages, greatest(reltuples, 0)))
     order by oid
  loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.base_letters(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(text) = length(text)) THEN text ELSE NORMALIZE(translate(replace(replace(replace(replace(replace(text, 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'l·l'::text, 'll'::text), 'øłđðħıĸŋŧςƀƃɓƈȼɖɗƌɛəǝɇƒɠǥɨɩɉȷƙƚⱡɲƞɔɵƥɍⱦƭʈʉʋɏƴƶȥⱥ'::text, 'olddhikntσbbbccdddeeeefggiijjkllnnooprtttuvyyzza'::text), NFC) END;

CREATE OR REPLACE FUNCTION public.cancel_rest(shop uuid, its_order uuid, was_paid boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  rest jsonb := rest_of_order(shop, its_order);
begin
  if was_paid then
    update order_items set quantity_cancelled = quantity - quantity_fulfilled
     where merchant_id = shop and order_id = its_order and quantity > quantity_fulfilled + quantity_cancelled;
  end if;
  return rest;
end $function$;

CREATE OR REPLACE FUNCTION public.card_key(card_id uuid, form "char", shown_id uuid, available integer, stamp bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (((((card_id || ' '::text) || COALESCE(available, 0)) || ' '::text) || stamp) || CASE WHEN (form = 'g'::"char") THEN (' '::text || shown_id) ELSE ''::text END);

CREATE OR REPLACE FUNCTION public.clean_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(text) = length(text)) THEN btrim(text, ' '::text) ELSE btrim(NORMALIZE(text, NFC), '  ­ ᠎           ​‎‏    ⁠　﻿'::text) END;

CREATE OR REPLACE FUNCTION public.common_scale(currency text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (currency = ANY (ARRAY['BIF'::text, 'CLP'::text, 'DJF'::text, 'GNF'::text, 'ISK'::text, 'JPY'::text, 'KMF'::text, 'KRW'::text, 'PYG'::text, 'RWF'::text, 'UGX'::text, 'UYI'::text, 'VND'::text, 'VUV'::text, 'XAF'::text, 'XOF'::text, 'XPF'::text])) THEN (1000)::numeric WHEN (currency = ANY (ARRAY['BHD'::text, 'IQD'::text, 'JOD'::text, 'KWD'::text, 'LYD'::text, 'OMR'::text, 'TND'::text])) THEN (1)::numeric WHEN (currency = ANY (ARRAY['CLF'::text, 'UYW'::text])) THEN 0.1 ELSE (10)::numeric END;

CREATE OR REPLACE FUNCTION public.contexts_of_shop(shop uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
RETURN (SELECT json_agg(json_build_object('context', price_contexts.context, 'currency', price_contexts.currency, 'rounding', price_contexts.rounding_minor, 'ready', price_contexts.ready, 'next_in_seconds', (SELECT ceil(EXTRACT(epoch FROM (min(its.moment) - now()))) AS ceil FROM (price_lists list CROSS JOIN LATERAL (VALUES (list.starts_at), (list.ends_at)) its(moment)) WHERE ((list.merchant_id = contexts_of_shop.shop) AND (list.currency = price_contexts.currency) AND isfinite(its.moment) AND (its.moment > now()))))) AS json_agg FROM price_contexts WHERE ((price_contexts.merchant_id = contexts_of_shop.shop) AND price_contexts.used));

CREATE OR REPLACE FUNCTION public.correct_edited_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.is_settled then
    perform request_credit_note(new.merchant_id, 'edited', new.order_id, null);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  if new.paid_at is not null and (old.paid_at is null or new.paid_minor is null) then
    new.paid_minor := case when old.paid_at is null then new.total_minor else old.total_minor end;
  elsif new.payment_status = 'failed' and new.paid_minor > 0 then
    new.payment_status := 'partially_paid';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  was_open boolean := tg_op = 'UPDATE' and old.status = 'pending';
  is_open boolean := new.status = 'pending';
  user_before uuid := case when was_open then coalesce(old.placed_as, old.user_id) end;
  buyer uuid := case when is_open then coalesce(new.placed_as, new.user_id) end;
  client_before bytea := case when was_open then old.client_hash end;
  client bytea := case when is_open then new.client_hash end;
  order_units bigint;
begin
  if user_before is distinct from buyer then
    if user_before is not null then perform add_unpaid(new.merchant_id, uuid_send(user_before), -1, 0); end if;
    if buyer is not null then perform add_unpaid(new.merchant_id, uuid_send(buyer), 1, 0); end if;
  end if;
  if client_before is distinct from client then
    select sum(quantity) into order_units from order_items where merchant_id = new.merchant_id and order_id = new.id;
    if client_before is not null then
      perform add_unpaid(new.merchant_id, client_before, -1, -order_units);
    end if;
    if client is not null then
      perform add_unpaid(new.merchant_id, client, 1, order_units);
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.counts_as_paid(status_of_payment text, refunds integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((status_of_payment = ANY (ARRAY['paid'::text, 'partially_refunded'::text])) OR ((status_of_payment = 'refunded'::text) AND (refunds > 0)));

CREATE OR REPLACE FUNCTION public.counts_as_paid(status_of_payment text, refunds integer, paid timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (counts_as_paid(status_of_payment, refunds) OR ((status_of_payment = 'partially_paid'::text) AND (paid IS NOT NULL)));

CREATE OR REPLACE FUNCTION public.create_audit_partition(month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part text := 'audit_entries_' || to_char(month, 'YYYYMM');
  low timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  high timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
  caught boolean;
begin
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like audit_entries including all)', part);
  execute format('alter table %I add check (at >= %L and at < %L)', part, low, high);
  lock table audit_entries_default in access exclusive mode;
  caught := exists (select from audit_entries_default where at >= low and at < high);
  if caught then
    alter table audit_entries detach partition audit_entries_default;
    alter table audit_entries_default rename to audit_entries_caught;
    create table audit_entries_default partition of audit_entries default;
    create trigger audit_entries_not_truncated before truncate on audit_entries_default
      for each statement execute function refuse_audit_change();
  end if;
  execute format('alter table audit_entries attach partition %I for values from (%L) to (%L)', part, low, high);
  execute format('alter table %I drop constraint %I', part, part || '_at_check');
  execute format('create trigger audit_entries_not_truncated before truncate on %I
                    for each statement execute function refuse_audit_change()', part);
  if caught then
    insert into audit_entries select * from audit_entries_caught;
    drop table audit_entries_caught;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.create_day_partitions(day date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  parent text;
  key text;
  part text;
  low uuid := uuid_at(day::timestamp at time zone 'UTC');
  high uuid := uuid_at((day + 1)::timestamp at time zone 'UTC');
begin
  foreach parent in array array['events', 'deliveries', 'delivery_attempts'] loop
    part := parent || '_' || to_char(day, 'YYYYMMDD');
    key := case parent when 'delivery_attempts' then 'delivery_id' else 'id' end;
    if to_regclass(part) is not null then continue; end if;
    -- A delivery changes when it ends. Free space on its page makes that a HOT update: no index entry is written again.
    execute format('create table %I (like %I including all)%s', part, parent,
      case parent when 'deliveries' then ' with (fillfactor = 60)' else '' end);
    -- Finds the events of one user when the account is erased.
    if parent = 'events' then
      execute format('create index %I on %I (user_id) where user_id is not null', part || '_of_user', part);
    end if;
    execute format('alter table %I add check (%I >= %L and %I < %L)', part, key, low, key, high);
    execute format('lock table %I in access exclusive mode', parent || '_default');
    execute format(
      'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
      parent || '_default', key, low, key, high, part);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, low, high);
    execute format('alter table %I drop constraint %I', part, part || '_' || key || '_check');
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.credit_cancelled_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform request_credit_note(new.merchant_id, 'cancelled', new.id, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.credit_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.edit_id is not null then return null; end if;
  perform request_credit_note(
    new.merchant_id, case new.status when 'succeeded' then 'refunded' else 'refund_failed' end, new.order_id, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.currency_of_order(shop uuid, its_order uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT orders.currency FROM orders WHERE ((orders.merchant_id = currency_of_order.shop) AND (orders.id = currency_of_order.its_order)));

CREATE OR REPLACE FUNCTION public.currency_of_shop(shop uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(setting.currency, merchants.currency) AS "coalesce" FROM (merchants LEFT JOIN merchant_settings setting ON ((setting.merchant_id = merchants.id))) WHERE (merchants.id = currency_of_shop.shop));

CREATE OR REPLACE FUNCTION public.customer_id(shop uuid, id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT alias.user_id FROM customer_aliases alias WHERE ((alias.merchant_id = customer_id.shop) AND (alias.id = customer_id.id))), id);

CREATE OR REPLACE FUNCTION public.customer_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN fold_text(COALESCE(name, ''::text));

CREATE OR REPLACE FUNCTION public.delivery_contents(event_ids uuid[], subscription_ids uuid[])
 RETURNS TABLE(of_event boolean, id uuid, text text, content bytea, previous_secret bytea)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  lowest uuid;
  highest uuid;
begin
  -- Partitions of other days are pruned before the scan.
  select bounds[1], bounds[cardinality(bounds)] into lowest, highest
    from (select array_agg(wanted.id order by wanted.id) as bounds from unnest(event_ids) wanted (id)) sorted;
  return query
    select true, event.id, event.name, event.body, null::bytea
      from unnest(event_ids) wanted (id) join events event on event.id = wanted.id
     where event.id between lowest and highest
    union all
    select false, subscription.id, subscription.url, subscription.secret,
           case when subscription.previous_secret_expires_at > now() then subscription.previous_secret end
      from unnest(subscription_ids) wanted (id) join webhook_subscriptions subscription on subscription.id = wanted.id;
end $function$;

CREATE OR REPLACE FUNCTION public.delivery_id(event_id uuid, subscription_id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (("left"((event_id)::text, 24) || "left"(md5(((event_id)::text || (subscription_id)::text)), 12)))::uuid;

CREATE OR REPLACE FUNCTION public.drop_audit_partitions_before(day date)
 RETURNS date
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part text;
begin
  for part in
    select name from pg_inherits cross join lateral (select inhrelid::regclass::text as name) child
     where inhparent = 'audit_entries'::regclass
       and name ~ '_\d{6}$' and right(name, 6) < to_char(day, 'YYYYMM')
     order by name
  loop
    execute format('drop table %I', part);
  end loop;
  return date_trunc('month', day::timestamp)::date;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_partitions_before(day date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part text;
  days integer := 0;
begin
  for part in
    select name from pg_inherits cross join lateral (select inhrelid::regclass::text as name) child
     where inhparent in ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass)
       and name ~ '_\d{8}$' and right(name, 8) < to_char(day, 'YYYYMMDD')
     order by right(name, 8), name
  loop
    execute format('drop table %I', part);
    days := days + (part like 'events%')::integer;
  end loop;
  return days;
end $function$;

CREATE OR REPLACE FUNCTION public.edited_elsewhere(shop uuid, begins timestamp with time zone, ends timestamp with time zone)
 RETURNS SETOF orders
 LANGUAGE sql
 STABLE
AS $function$
  select * from orders
   where merchant_id = shop and other_currency
     and id in (select order_id from order_edits
                 where merchant_id = shop and order_edits.created_at >= begins and order_edits.created_at < ends)
$function$;

CREATE OR REPLACE FUNCTION public.event_order_user(body bytea)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  start constant integer := position('"user_id":"'::bytea in substr(body, 1, 400));
begin
  if start = 0 then return null; end if;
  return encode(substr(body, start + 11, 36), 'escape');
end $function$;

CREATE OR REPLACE FUNCTION public.event_user(body bytea)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ("substring"(encode(substr(body, 1, 300), 'escape'::text), '"data":\{"user":\{"id":"([0-9a-f-]{36})"'::text))::uuid;

CREATE OR REPLACE FUNCTION public.failed_refunds(shop uuid)
 RETURNS TABLE(order_id uuid, id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select refund.order_id, refund.id
    from refunds refund
    join orders on orders.merchant_id = refund.merchant_id and orders.id = refund.order_id
   where refund.merchant_id = shop and refund.status = 'failed'
     and (refund.edit_id is not null
          or coalesce((select sum(part.amount_minor) from refund_parts part
                        where part.merchant_id = shop and part.refund_id = refund.id and part.status = 'failed'),
                      refund.amount_minor)
             <= coalesce(orders.paid_minor, orders.total_minor) - orders.refunded_total_minor)
   union all
  select payments.order_id, payments.id from payments
   where payments.merchant_id = shop and payments.refund_failure is not null
$function$;

CREATE OR REPLACE FUNCTION public.first_language(locales text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower("substring"(locales, '^[A-Za-z]+'::text));

CREATE OR REPLACE FUNCTION public.fold_in(text text, language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(text) = length(text)) THEN fold_text(text) WHEN (language = ANY (ARRAY['sv'::text, 'fi'::text, 'et'::text])) THEN translate(fold_text(translate(text, 'åäöÅÄÖ'::text, ''::text)), ''::text, 'åäö'::text) WHEN (language = ANY (ARRAY['da'::text, 'nb'::text, 'nn'::text, 'no'::text])) THEN translate(fold_text(translate(text, 'æøåÆØÅ'::text, ''::text)), ''::text, 'æøå'::text) ELSE fold_text(text) END;

CREATE OR REPLACE FUNCTION public.fold_product_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.name_key := fold_text(new.name);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(text) = length(text)) THEN (lower((text COLLATE "C")) COLLATE "default") ELSE base_letters(lower((regexp_replace(NORMALIZE(text, NFKD), '[­̀-ͯ҃-֑҇-ׇֽֿׁׂׅׄؐ-ؚ؜ـً-ٰٟۖ-ۜ۟-۪ۤۧۨ-ۭ᠎᪰-᫿᷀-᷿​-‏‪-‮⁠-⁯⃐-⃿︀-️︠-︯﻿]'::text, ''::text, 'g'::text) COLLATE "default"))) END;

CREATE OR REPLACE FUNCTION public.folded_email(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(regexp_replace(email, '\+[^@]*@', '@'))
$function$;

CREATE OR REPLACE FUNCTION public.follow_cancellation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'cancelled' and old.status = 'pending' then
    update payments set due_at = now()
     where merchant_id = new.merchant_id and order_id = new.id and status = 'requires_action';
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' and new.discounts is not null then
    perform release_promotions(new.merchant_id, new.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_failed_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.status <> 'failed' and new.status = 'failed' and new.failure in ('not_charged', 'outcome_unknown') then
    insert into payment_look_ups (merchant_id, payment_id) values (new.merchant_id, new.id) on conflict do nothing;
  elsif old.status = 'failed' and new.status <> 'failed' then
    delete from payment_look_ups where merchant_id = new.merchant_id and payment_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_markets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform follow_price_contexts(coalesce(new.merchant_id, old.merchant_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_price_contexts(shop uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wanted record;
begin
  perform pg_advisory_xact_lock(hashtextextended('price_contexts:' || shop, 0));
  for wanted in
    select distinct place.currency, place.rounding
      from market_prices(shop) place
     where place.currency <> currency_of_shop(shop)
        or exists (select from price_lists where merchant_id = shop and currency = place.currency)
  loop
    insert into price_contexts (merchant_id, context, currency, common_scale, rounding_minor)
    select shop, coalesce(max(context), 0) + 1, wanted.currency, common_scale(wanted.currency), wanted.rounding
      from price_contexts where merchant_id = shop
    on conflict (merchant_id, currency, rounding_minor) do update
       set used = true, ready = price_contexts.used and price_contexts.ready,
           since = case when price_contexts.used then price_contexts.since else pg_current_xact_id() end,
           written_to = case when price_contexts.used then price_contexts.written_to end;
  end loop;
  update price_contexts set used = false, ready = false
   where merchant_id = shop and used
     and not exists (
       select from market_prices(shop) place
        where (place.currency, place.rounding) = (price_contexts.currency, price_contexts.rounding_minor)
          and (place.currency <> currency_of_shop(shop)
               or exists (select from price_lists where merchant_id = shop and currency = place.currency)));
  insert into jobs (id, name, payload, key, max_attempts)
  values (gen_random_uuid(), 'catalog.write_prices', jsonb_build_object('merchantId', shop),
          'catalog.write_prices:' || shop, 13)
  on conflict (key) do update set id = excluded.id, attempts = 0, due_at = excluded.due_at;
end $function$;

CREATE OR REPLACE FUNCTION public.follow_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  available_before integer := old.on_hand - old.reserved;
  available_now integer := new.on_hand - new.reserved;
begin
  if available_before = available_now then return null; end if;
  if available_now <= 5 then
    insert into low_stock (merchant_id, product_id, available, for_sale)
    select merchant_id, id, available_now, status = 'active' and withheld is null
      from products where id = new.product_id
    on conflict (merchant_id, product_id) do update set available = excluded.available;
  elsif available_before <= 5 then
    delete from low_stock where merchant_id = old.merchant_id and product_id = old.product_id;
  end if;
  if (available_before > 0) <> (available_now > 0) then
    update products set in_stock = available_now > 0 where id = new.product_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_cards()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone record;
begin
  for gone in select merchant_id, id from gone_rows loop
    delete from collection_cards where merchant_id = gone.merchant_id and card_id = gone.id;
  end loop;
  insert into collection_changes (merchant_id)
  select distinct merchant_id from gone_rows
   where exists (select from collections where collections.merchant_id = gone_rows.merchant_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_description_html()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.description_html := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_low_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from low_stock where merchant_id = old.merchant_id and product_id = old.product_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_translations()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one record;
begin
  for one in select merchant_id, id from old_rows loop
    delete from translations where merchant_id = one.merchant_id and type = tg_argv[0] and subject_id = one.id;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.free_alias()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from customer_aliases where merchant_id = new.merchant_id and id = new.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.fulfil_rest(shop uuid, its_order uuid, fulfillment uuid, actor uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  rest jsonb := rest_of_order(shop, its_order);
begin
  update order_items set quantity_fulfilled = quantity - quantity_cancelled
   where merchant_id = shop and order_id = its_order and quantity > quantity_fulfilled + quantity_cancelled;
  if rest is not null then
    insert into fulfillments (merchant_id, order_id, id, items, actor_id, created_at, updated_at)
    values (shop, its_order, fulfillment, rest, actor, now(), now());
  end if;
  return rest;
end $function$;

CREATE OR REPLACE FUNCTION public.given_back(shop uuid, its_order uuid, OUT minor bigint, OUT refund_count bigint, OUT settled_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(case refund.status when 'succeeded' then refund.amount_minor else part.minor end)
                    filter (where refund.edit_id is null), 0),
         count(*) filter (where refund.edit_id is null and (refund.status = 'succeeded' or part.minor > 0)),
         max(refund.settled_at)
    from refunds refund
    left join lateral (
      select sum(amount_minor) as minor from refund_parts
       where refund_parts.merchant_id = shop and refund_parts.refund_id = refund.id
         and refund_parts.status = 'succeeded') part on refund.status <> 'succeeded'
   where refund.merchant_id = shop and refund.order_id = its_order
$function$;

CREATE OR REPLACE FUNCTION public.grant_service_rights(service name)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  place name := current_schema();
  part regclass;
  routine regprocedure;
begin
  execute format('grant usage on schema %I to %I', place, service);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, service);
  execute format('grant usage on all sequences in schema %I to %I', place, service);
  -- Folding rollups vacuums. Before version 17 only the owner may; autovacuum does it later.
  if current_setting('server_version_num')::integer >= 170000 then
    execute format('grant maintain on all tables in schema %I to %I', place, service);
  end if;
  execute format('revoke insert, update, delete on schema_migrations from %I', service);
  for part in select oid::regclass from pg_class
    where relnamespace = place::regnamespace and relname ~ '^(audit_entries(_|$)|invoices$|invoice_files$)'
      and relkind in ('r', 'p')
  loop
    execute format('revoke update, delete on %s from %I', part, service);
  end loop;
  execute format('revoke update, delete on stored_value_entries from %I', service);
  -- Only the owner may make and drop partitions and, before version 17, analyze. These functions take a date at most.
  for routine in select oid::regprocedure from pg_proc
    where pronamespace = place::regnamespace
      and (proname ~ '^(create|drop)_(\w+_)?partitions?(_before)?$' or proname = 'analyze_grown_tables')
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', routine, place);
    execute format('revoke execute on function %s from public', routine);
    execute format('grant execute on function %s to %I', routine, service);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.group_document(name tsvector, rest text, skus text[])
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (product_document(name, rest, ''::text) || array_to_tsvector(ARRAY(SELECT "left"(('#'::text || fold_text(sku.sku)), 500) AS "left" FROM unnest(group_document.skus) sku(sku))));

CREATE OR REPLACE FUNCTION public.groups_of_customer(shop uuid, buyer uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT DISTINCT customer_group_members.group_id FROM customer_group_members WHERE ((customer_group_members.merchant_id = groups_of_customer.shop) AND (customer_group_members.user_id = ANY (ARRAY[customer_id(groups_of_customer.shop, groups_of_customer.buyer), record_for(groups_of_customer.shop, groups_of_customer.buyer)]))));

CREATE OR REPLACE FUNCTION public.has_other_currency(shop uuid, known text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM merchant_settings WHERE ((merchant_settings.merchant_id = has_other_currency.shop) AND (merchant_settings.currency <> has_other_currency.known))));

CREATE OR REPLACE FUNCTION public.insert_payment(shop uuid, payment uuid, paid_order uuid, paid_by text, how text, begun_as text, amount bigint, of_currency text, its_reference text, actor uuid, look_up_after_seconds double precision, at_account text)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  insert into payments (merchant_id, id, order_id, provider, method, status, amount_minor, currency, reference,
                        actor_id, created_at, settled_at, due_at, account)
  select shop, payment, paid_order, paid_by, how, begun_as, amount, of_currency, its_reference, actor, now(),
         case begun_as when 'succeeded' then now() end,
         clock_timestamp() + make_interval(secs => look_up_after_seconds), at_account
   where not exists (select from payments
                      where merchant_id = shop and order_id = paid_order and status in ('pending', 'requires_action'))
     and amount <= (select total_minor - coalesce(paid_minor, case when paid_at is null then 0 else total_minor end)
                      from orders where merchant_id = shop and id = paid_order)
  on conflict (merchant_id, order_id) where status in ('pending', 'requires_action') do nothing
  returning created_at
$function$;

CREATE OR REPLACE FUNCTION public.invoice_fulfillment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform request_invoice(new.merchant_id, 'fulfilled', new.order_id, null, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_paid_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform request_invoice(new.merchant_id, 'paid', new.id, null, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.is_in_other_currency(shop uuid, its_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (SELECT orders.other_currency FROM orders WHERE ((orders.merchant_id = is_in_other_currency.shop) AND (orders.id = is_in_other_currency.its_order)));

CREATE OR REPLACE FUNCTION public.is_new_customer(shop uuid, buyer uuid, mail text, but_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (
           select from orders
            where merchant_id = shop and user_id = buyer and status <> 'cancelled' and id is distinct from but_order)
     and (mail is null
          or not exists (
               select from promotion_uses
                where merchant_id = shop and email_key = mail and not released and order_id is distinct from but_order)
         and not exists (
               select from orders
                where merchant_id = shop and status <> 'cancelled' and id is distinct from but_order
                  and (' ' || lower(email))
                      like ' ' || replace(replace(replace(split_part(mail, '@', 1), '\', '\\'), '%', '\%'), '_', '\_')
                           || '%@%'
                  and folded_email(email) = mail))
$function$;

CREATE OR REPLACE FUNCTION public.join_customers(shop uuid, gone uuid, stays uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from customers where merchant_id = shop and user_id in (gone, stays) order by user_id for update;
  if (select count(*) from customers where merchant_id = shop and user_id in (gone, stays)) < 2
     or (select count(*) from stored_value_accounts credit
          where credit.merchant_id = shop and credit.user_id in (gone, stays)) > 1 then
    return false;
  end if;
  insert into figure_changes (merchant_id, hour, user_id, order_count, order_total_minor)
  -- As quarter_of(now()), which a later file defines.
  select shop, date_bin('15 minutes', now(), timestamptz 'epoch'), side.id,
         side.sign * sold.orders, side.sign * sold.total
    from (select count(*) as orders, coalesce(sum(total_minor) filter (where not other_currency), 0) as total
            from orders where merchant_id = shop and user_id = gone and status <> 'cancelled') sold,
         (values (gone, -1), (stays, 1)) side (id, sign)
   where sold.orders > 0;
  update orders set user_id = stays where merchant_id = shop and user_id = gone;
  update returns set user_id = stays where merchant_id = shop and user_id = gone;
  update promotion_uses set user_id = stays where merchant_id = shop and user_id = gone;
  update stored_value_accounts set user_id = stays where merchant_id = shop and user_id = gone;
  update order_drafts set user_id = stays where user_id = gone and merchant_id = shop;
  update comments set subject_id = stays where merchant_id = shop and subject = 'customer' and subject_id = gone;
  insert into customer_group_members (merchant_id, group_id, user_id)
  select merchant_id, group_id, stays from customer_group_members where merchant_id = shop and user_id = gone
  on conflict do nothing;
  delete from customer_group_members where merchant_id = shop and user_id = gone;
  update customer_aliases set user_id = stays where merchant_id = shop and user_id = gone;
  update customers known
     set name = coalesce(known.name, former.name), phone = coalesce(known.phone, former.phone),
         name_key = customer_name_key(coalesce(known.name, former.name)),
         phone_key = regexp_replace(coalesce(known.phone, former.phone, ''), '\D', '', 'g'),
         company = coalesce(known.company, former.company), vat_number = coalesce(known.vat_number, former.vat_number),
         note = nullif(concat_ws(e'\n', known.note, former.note), ''),
         locale = coalesce(known.locale, former.locale), tax_exempt = known.tax_exempt or former.tax_exempt,
         send_before_paid = known.send_before_paid or former.send_before_paid,
         tags = array(select tag from (
                        select distinct on (lower(tag)) tag, place
                          from unnest(known.tags || former.tags) with ordinality of (tag, place)
                         order by lower(tag), place) each_tag order by place),
         addresses = known.addresses || former.addresses,
         addresses_at = case when known.addresses_at is not null and former.addresses_at is not null
                             then least(known.addresses_at, former.addresses_at) end,
         -- A consent is of one address: that of the other customer is another one's.
         version = known.version + 1
    from customers former
   where known.merchant_id = shop and known.user_id = stays
     and former.merchant_id = shop and former.user_id = gone;
  delete from customers where merchant_id = shop and user_id = gone;
  insert into customer_aliases (merchant_id, id, user_id) values (shop, gone, stays);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.join_record(shop uuid, record uuid, account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  former customers%rowtype;
begin
  select * into former from customers where merchant_id = shop and user_id = record and by_staff for update;
  if not found or not join_customers(shop, record, account) then return false; end if;
  update customers
     set consent_at = former.consent_at, consent_source = former.consent_source,
         consent_withdrawn_at = former.consent_withdrawn_at
   where merchant_id = shop and user_id = account and consent_at is null and former.consent_at is not null
     and email_key = former.email_key;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.joined_words(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (text !~ '[0-9a-z-￿][-‐-―−][0-9a-z-￿]'::text) THEN ''::text ELSE (SELECT COALESCE(string_agg(DISTINCT pair.word, ' '::text), ''::text) AS "coalesce" FROM ((regexp_matches(joined_words.text, '[[:alnum:]]+(?:[-‐-―−][[:alnum:]]+)+'::text, 'g'::text) compound(words) CROSS JOIN LATERAL regexp_split_to_array(compound.words[1], '[-‐-―−]'::text) parts(parts)) CROSS JOIN LATERAL (SELECT (parts.parts[at.at] || parts.parts[(at.at + 1)]) AS "?column?" FROM generate_series(1, (cardinality(parts.parts) - 1)) at(at) WHERE (LEAST(length(parts.parts[at.at]), length(parts.parts[(at.at + 1)])) <= 3) UNION ALL SELECT array_to_string(parts.parts, ''::text) AS array_to_string WHERE (cardinality(parts.parts) = 3)) pair(word)) WHERE ((pair.word ~ '[[:alpha:]]'::text) AND (length(pair.word) <= 40))) END;

CREATE OR REPLACE FUNCTION public.keep_customer_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.email_key = '' and new.email is not null then
    new.name := null; new.email := null; new.phone := null; new.company := null; new.vat_number := null;
    new.note := null; new.addresses := '[]'; new.tags := '{}';
    new.name_key := ''; new.phone_key := '';
  elsif (new.name, new.email, new.phone) is not distinct from (old.name, old.email, old.phone) then
    new.name_key := old.name_key; new.email_key := old.email_key; new.phone_key := old.phone_key;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_promotions(shop uuid, its_order uuid, kept uuid[], amounts bigint[], shippings bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update promotion_uses used set amount_minor = given.amount, shipping_minor = given.shipping
    from unnest(kept, amounts, shippings) given (id, amount, shipping)
   where used.merchant_id = shop and used.order_id = its_order and used.promotion_id = given.id;
  if not exists (select from promotion_uses used
                  where used.merchant_id = shop and used.order_id = its_order and not used.released
                    and used.promotion_id <> all(kept)) then
    return;
  end if;
  perform lock_promotions(shop, its_order, '{}');
  with gone as (
    delete from promotion_uses used
     where used.merchant_id = shop and used.order_id = its_order and not used.released
       and used.promotion_id <> all(kept)
    returning used.promotion_id
  )
  update promotion_counters counter set used = counter.used - 1 from gone
   where counter.merchant_id = shop and counter.promotion_id = gone.promotion_id;
end $function$;

CREATE OR REPLACE FUNCTION public.kept_market(shop uuid, market uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT markets.id FROM markets WHERE ((markets.merchant_id = kept_market.shop) AND (markets.id = kept_market.market)));

CREATE OR REPLACE FUNCTION public.language_document(language text, name text[], rest text[], skus text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH its AS (
          SELECT (split_part(language_document.language, ' '::text, 1) || ':'::text) AS mark,
             first_language(language_document.language) AS spoken
         ), named AS (
          SELECT fold_in(one.word, its_1.spoken) AS word,
             one.place
            FROM its its_1,
             unnest(language_document.name) WITH ORDINALITY one(word, place)
         )
  SELECT (COALESCE((( SELECT string_agg(((((''''::text || its.mark) || named.word) || ''':'::text) || LEAST(named.place, (16383)::bigint)), ' '::text) AS string_agg
            FROM named))::tsvector, ''::tsvector) || array_to_tsvector(ARRAY( SELECT ((its.mark || '='::text) || named.word)
            FROM named
         UNION
          SELECT (its.mark || fold_in(word.word, its.spoken))
            FROM unnest(language_document.rest) word(word)
         UNION
          SELECT ((its.mark || '#'::text) || "left"(fold_text(sku.sku), 500))
            FROM unnest(language_document.skus) sku(sku)
         UNION
         ( SELECT ((its.mark || '$'::text) || named.word)
            FROM named
           WHERE (named.word !~ '\d'::text)
           ORDER BY
                 CASE
                     WHEN (its.spoken = ANY (ARRAY['ar'::text, 'bg'::text, 'ca'::text, 'cs'::text, 'el'::text, 'es'::text, 'fr'::text, 'he'::text, 'hr'::text, 'id'::text, 'it'::text, 'pl'::text, 'pt'::text, 'ro'::text, 'ru'::text, 'sk'::text, 'sl'::text, 'sr'::text, 'th'::text, 'uk'::text, 'vi'::text])) THEN named.place
                     ELSE (- named.place)
                 END
          LIMIT 1))))
    FROM its;
END;

CREATE OR REPLACE FUNCTION public.languages_of(language text, shop uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ARRAY(SELECT first_language(one.locale) AS first_language FROM unnest((string_to_array(languages_of.language, ' '::text) || COALESCE(locale_of_shop(languages_of.shop), 'en'::text))) WITH ORDINALITY one(locale, place) WHERE (first_language(one.locale) IS NOT NULL) GROUP BY (first_language(one.locale)) ORDER BY (min(one.place)));

CREATE OR REPLACE FUNCTION public.lease_deliveries(receivers uuid[], at_most integer, cap integer, lease_ms integer, due_from timestamp with time zone, token uuid)
 RETURNS TABLE(subscription_id uuid, delivery_id uuid, event_id uuid, begun boolean, spent integer, tries integer, failures integer, waited_ms double precision, now_ms double precision)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  earliest timestamptz := coalesce(due_from, '-infinity');
  ends timestamptz := moment + make_interval(secs => lease_ms / 1000.0);
  locked uuid[];
  -- Of those, the ones with a due retry: this look-up is cheaper than counting attempts.
  retrying uuid[];
  retries integer := 0;
begin
  perform set_config('synchronous_commit', 'off', true);
  with open as materialized (
    select subscription.id, wanted.number from unnest(receivers) with ordinality wanted (id, number)
      join webhook_subscriptions subscription on subscription.id = wanted.id
     where subscription.active and subscription.deleted_at is null
  ), tried as materialized (
    select open.id, open.number, pg_try_advisory_xact_lock(4207, hashtext(open.id::text)) as mine from open
  )
  select array_agg(tried.id order by tried.number) filter (where tried.mine),
         array_agg(tried.id order by tried.number) filter (where tried.mine and exists (
           select from delivery_queue queue
            where queue.subscription_id = tried.id and queue.lease_token is null and queue.begun
              and queue.due_at between earliest and moment)),
         array_agg(tried.id) filter (where not tried.mine)
    into locked, retrying, receivers from tried;

  -- By ctid: the rows are locked, so their ctid cannot change.
  return query
    with chosen as materialized (
      select row.place, receiver.failures
        from receivers_in_flight(retrying, cap, moment) receiver cross join lateral (
          select queue.ctid as place from delivery_queue queue
           where queue.subscription_id = receiver.id and queue.lease_token is null and queue.begun
             and queue.due_at between earliest and moment
           order by queue.due_at limit greatest(0, cap - receiver.in_flight) for update skip locked) row
       limit at_most
    )
    update delivery_queue queue set lease_token = token, lease_until = ends, slow = false
      from chosen where queue.ctid = chosen.place
    returning queue.subscription_id, queue.delivery_id, queue.event_id, true, queue.spent, queue.tries, chosen.failures,
              extract(epoch from moment - queue.due_at)::double precision * 1000,
              extract(epoch from clock_timestamp())::double precision * 1000;
  get diagnostics retries = row_count;
  return query
    with chosen as materialized (
      select row.place, receiver.failures
        from receivers_in_flight(locked, cap, moment) receiver cross join lateral (
          select queue.ctid as place from delivery_queue queue
           where queue.subscription_id = receiver.id and queue.lease_token is null and not queue.begun
             and queue.due_at between earliest and moment
           order by queue.due_at limit greatest(0, receiver.may_begin) for update skip locked) row
       limit at_most - retries
    )
    update delivery_queue queue set lease_token = token, lease_until = ends, slow = false
      from chosen where queue.ctid = chosen.place
    returning queue.subscription_id, queue.delivery_id, queue.event_id, false, queue.spent, queue.tries,
              chosen.failures, extract(epoch from moment - queue.due_at)::double precision * 1000,
              extract(epoch from clock_timestamp())::double precision * 1000;
  return query
    select busy.id, null::uuid, null::uuid, null::boolean, null::integer, null::integer, null::integer,
           null::double precision, null::double precision
      from unnest(receivers) busy (id);
end $function$;

CREATE OR REPLACE FUNCTION public.listing_keys(brand text, tags text[], options jsonb, in_stock boolean)
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ARRAY(SELECT ('b:'::text || listing_keys.brand) WHERE (listing_keys.brand IS NOT NULL) UNION ALL SELECT ('t:'::text || tag.tag) FROM unnest(listing_keys.tags) tag(tag) UNION ALL SELECT ((('o:'::text || option.name) || '='::text) || option.value) FROM jsonb_each_text(listing_keys.options) option(name, value) WHERE listing_keys.in_stock);

CREATE OR REPLACE FUNCTION public.listing_stamp()
 RETURNS bigint
 LANGUAGE sql
 PARALLEL SAFE
RETURN floor((date_part('epoch'::text, clock_timestamp()) * (1000000)::double precision));

CREATE OR REPLACE FUNCTION public.locale_of_shop(shop uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT merchant_settings.locale FROM merchant_settings WHERE (merchant_settings.merchant_id = locale_of_shop.shop));

CREATE OR REPLACE FUNCTION public.lock_joinable(shop uuid, address text, most integer)
 RETURNS TABLE(user_id uuid, by_staff boolean, created_at timestamp with time zone)
 LANGUAGE sql
BEGIN ATOMIC
 SELECT locked.user_id,
     locked.by_staff,
     locked.created_at
    FROM ( SELECT known.user_id,
             known.by_staff,
             known.created_at
            FROM (customers known
              JOIN users person ON (((person.id = known.user_id) AND person.is_guest AND (person.deleted_at IS NULL))))
           WHERE ((known.merchant_id = lock_joinable.shop) AND (known.email_key = lock_joinable.address) AND (lock_joinable.address <> ''::text) AND (NOT known.send_before_paid) AND (NOT known.tax_exempt) AND (NOT (EXISTS ( SELECT
                    FROM customer_group_members member
                   WHERE ((member.merchant_id = lock_joinable.shop) AND (member.user_id = known.user_id))))) AND (NOT (EXISTS ( SELECT
                    FROM stored_value_accounts credit
                   WHERE ((credit.merchant_id = lock_joinable.shop) AND (credit.user_id = known.user_id))))))
           ORDER BY known.user_id
          LIMIT lock_joinable.most
          FOR UPDATE OF known) locked
   ORDER BY locked.created_at, locked.user_id;
END;

CREATE OR REPLACE FUNCTION public.lock_order_limits(shop uuid, buyer uuid, most integer, client bytea, OUT open_orders integer, OUT unpaid_units bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  insert into unpaid_counts as counts (merchant_id, holder, orders, units)
  values (shop, uuid_send(buyer), 0, 0)
  on conflict (merchant_id, holder) do update set orders = counts.orders
  returning counts.orders into open_orders;
  unpaid_units := 0;
  if client is not null then
    insert into unpaid_counts as counts (merchant_id, holder, orders, units) values (shop, client, 0, 0)
    on conflict (merchant_id, holder) do update set units = counts.units
    returning counts.units into unpaid_units;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_promotions(shop uuid, its_order uuid, wanted uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('promotions:' || shop, 0));
  perform from promotion_counters counter
    where counter.merchant_id = shop
      and (counter.promotion_id = any(wanted)
           or counter.promotion_id in (
                select own.promotion_id from promotion_uses own
                 where own.merchant_id = shop and own.order_id = its_order))
    order by counter.promotion_id for update;
end $function$;

CREATE OR REPLACE FUNCTION public.lowest_before_reduction(shop uuid, product uuid, place smallint, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT min(before.price_minor) AS min FROM ((SELECT max(prices.ends_at) AS began FROM prices WHERE ((prices.merchant_id = lowest_before_reduction.shop) AND (prices.product_id = lowest_before_reduction.product) AND (prices.context = lowest_before_reduction.place) AND (prices.compare_at_minor IS NULL) AND (prices.starts_at <= lowest_before_reduction.moment))) reduction JOIN prices before ON (((before.merchant_id = lowest_before_reduction.shop) AND (before.product_id = lowest_before_reduction.product) AND (before.context = lowest_before_reduction.place) AND (before.starts_at < LEAST(reduction.began, lowest_before_reduction.moment)) AND (before.ends_at > (LEAST(reduction.began, lowest_before_reduction.moment) - '30 days'::interval))))));

CREATE OR REPLACE FUNCTION public.mail_of_event(event_name text, body bytea)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
RETURN CASE event_name WHEN 'order.created'::text THEN 'order_confirmation'::text WHEN 'order.cancelled'::text THEN 'cancellation'::text WHEN 'order.updated'::text THEN (SELECT CASE WHEN ((event.data ->> 'change'::text) = 'fulfilled'::text) THEN 'shipment'::text WHEN ((event.data ->> 'change'::text) = 'refunded'::text) THEN 'refund'::text WHEN (((event.data ->> 'change'::text) = 'payment_status'::text) AND ((event.data ->> 'previous_status'::text) = 'pending'::text) AND ((event.data #>> '{order,payment_status}'::text[]) <> 'partially_paid'::text)) THEN 'order_paid'::text ELSE NULL::text END AS "case" FROM (SELECT ((convert_from(mail_of_event.body, 'utf8'::name))::jsonb -> 'data'::text) AS "?column?") event(data)) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.market_currency(shop uuid, market uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT markets.currency FROM markets WHERE ((markets.merchant_id = market_currency.shop) AND (markets.id = market_currency.market))), currency_of_shop(shop));

CREATE OR REPLACE FUNCTION public.market_includes_tax(shop uuid, market uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (SELECT markets.prices_include_tax FROM markets WHERE ((markets.merchant_id = market_includes_tax.shop) AND (markets.id = market_includes_tax.market) AND (NOT markets.own)));

CREATE OR REPLACE FUNCTION public.market_prices(shop uuid)
 RETURNS TABLE(currency text, rounding bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT currency_of_shop(market_prices.shop) AS currency_of_shop,
     (1)::bigint AS int8
 UNION
  SELECT markets.currency,
     COALESCE(markets.price_rounding_minor, (1)::bigint) AS "coalesce"
    FROM markets
   WHERE ((markets.merchant_id = market_prices.shop) AND markets.active);
END;

CREATE OR REPLACE FUNCTION public.market_rounding(shop uuid, market uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT markets.price_rounding_minor FROM markets WHERE ((markets.merchant_id = market_rounding.shop) AND (markets.id = market_rounding.market))), (1)::bigint);

CREATE OR REPLACE FUNCTION public.media_in_use(merchant uuid, picture uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from products
                  where media <> '{}' and media @> array[picture] and merchant_id is not distinct from merchant)
      or exists (select from product_groups
                  where media <> '{}' and media @> array[picture] and merchant_id is not distinct from merchant)
      or exists (select from collections
                  where media <> '{}' and media @> array[picture] and merchant_id is not distinct from merchant)
      or exists (select from products
                  where description_html like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(description_html) @> array[replace(picture::text, '-', '')])
      or exists (select from product_groups
                  where description_html like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(description_html) @> array[replace(picture::text, '-', '')])
      or exists (select from collections
                  where description_html like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(description_html) @> array[replace(picture::text, '-', '')])
      or exists (select from translations
                  where texts ->> 'description_html' like '%<img %' and merchant_id is not distinct from merchant
                    and pictures_in_html(texts ->> 'description_html') @> array[replace(picture::text, '-', '')])
      or exists (select from homes where merchant_id = merchant and media @> array[picture])
      or exists (select from pages
                  where body_html like '%<img %' and merchant_id = merchant
                    and position(replace(picture::text, '-', '') in body_html) > 0)
      or exists (select from merchant_settings where merchant_id = merchant and logo = picture)
$function$;

CREATE OR REPLACE FUNCTION public.merge_customers(shop uuid, gone uuid, stays uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  former customers%rowtype;
begin
  select * into former from customers where merchant_id = shop and user_id = gone for update;
  update orders set placed_as = user_id where merchant_id = shop and user_id = gone and placed_as is null;
  if not join_customers(shop, gone, stays) then return false; end if;
  update customers known
     set email = case when takes.address then former.email else known.email end,
         email_key = case when takes.address then former.email_key else known.email_key end,
         consent_at = coalesce(known.consent_at, case when takes.consent then former.consent_at end),
         consent_source = coalesce(known.consent_source, case when takes.consent then former.consent_source end),
         consent_withdrawn_at = coalesce(known.consent_withdrawn_at,
                                         greatest(former.consent_withdrawn_at,
                                                  case when former.consent_withdrawn_at is not null
                                                       then known.consent_at end))
    from (select stay.email_key = '' and stay.email is null as address,
                 former.consent_withdrawn_at is not null or stay.email_key in ('', former.email_key) as consent
            from customers stay where stay.merchant_id = shop and stay.user_id = stays) takes
   where known.merchant_id = shop and known.user_id = stays;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.merged_prices(stored jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN jsonb_strip_nulls((stored || given));

CREATE OR REPLACE FUNCTION public.name_refunded_to()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.refunded_to := 'store_credit';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_collection_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into collection_changes (merchant_id)
  select distinct merchant_id from changed_rows
   where exists (select from collections where collections.merchant_id = changed_rows.merchant_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_groups(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  noted uuid[] := coalesce(nullif(current_setting('commerce.changed_groups', true), ''), '{}');
begin
  if changed <@ noted then return; end if;
  perform set_config('commerce.changed_groups',
                     array(select distinct id from unnest(noted || changed) id where id is not null)::text, true);
end $function$;

CREATE OR REPLACE FUNCTION public.note_verified_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not new.is_verified then
    new.verified_at := null;
  elsif tg_op = 'INSERT' or not old.is_verified or new.email_key is distinct from old.email_key then
    new.verified_at := now();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.number_events(merchant uuid, mails boolean, earliest uuid, OUT numbered integer, OUT log_end bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  since xid8 := unnumbered_from();
  ids uuid[];
  positions bigint[];
  start bigint;
begin
  perform from events
    where merchant_id = merchant and position is null and not is_test and transaction_id >= since
     and id >= earliest limit 1;
  if not found then
    numbered := 0;
    log_end := (select last_position from event_log_heads where merchant_id = merchant);
    return;
  end if;
  loop
    select last_position into log_end from event_log_heads where merchant_id = merchant for update;
    exit when found;
    insert into event_log_heads (merchant_id, last_position) values (merchant, 0) on conflict do nothing;
  end loop;
  start := greatest(log_end, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  -- A statement after the lock: it sees the numbers of the previous holder. Transactions that this cluster has not
  -- begun come from a restored database: their events come first.
  select array_agg(id order by id), array_agg(place order by id) into ids, positions
    from (select id, start + row_number() over (order by is_here, transaction_id, id) as place
            from ((select id, transaction_id, false as is_here from events
                    where merchant_id = merchant and position is null and not is_test
                      and id >= earliest and transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
                    order by transaction_id, id limit 1000)
                  union all
                  (select id, transaction_id, true from events
                    where merchant_id = merchant and position is null and not is_test
                      and id >= earliest and transaction_id >= since
                      and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
                    order by transaction_id, id limit 1000)
                  order by is_here, transaction_id, id limit 1000) next) placed;
  numbered := coalesce(cardinality(ids), 0);
  if numbered > 0 then
    -- The range selects the partitions. merchant_id is hidden from the planner, which would otherwise choose another
    -- index on an empty partition.
    update events set position = positions[width_bucket(id, ids)]
     where id = any (ids) and id >= ids[1] and id <= ids[cardinality(ids)] and (merchant_id = merchant) is true;
    if mails then perform queue_order_mails(merchant, ids); end if;
    log_end := start + numbered;
    update event_log_heads set last_position = log_end where merchant_id = merchant;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.one_letter_less(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT one_letter_less.word AS word UNION SELECT OVERLAY(one_letter_less.word PLACING ''::text FROM n.n FOR 1) AS "overlay" FROM generate_series(1, length(one_letter_less.word)) n(n));

CREATE OR REPLACE FUNCTION public.open_availability()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  opened record;
begin
  for opened in
    select product.id, not product.in_stock as in_stock
      from new_rows
     cross join lateral (select id, in_stock from products where id = new_rows.product_id offset 0) product
     where product.in_stock <> (on_hand > reserved)
  loop
    update products set in_stock = opened.in_stock where id = opened.id;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.option_word(shop uuid, product_group uuid, option text, value text, locales text[])
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT ((((translations.texts -> 'options'::text) -> option_word.option) -> 'values'::text) ->> option_word.value) FROM (translations JOIN unnest(option_word.locales) WITH ORDINALITY wanted(locale, place) ON ((wanted.locale = translations.locale))) WHERE ((translations.merchant_id = option_word.shop) AND (translations.type = 'product_group'::text) AND (translations.subject_id = option_word.product_group) AND ((((translations.texts -> 'options'::text) -> option_word.option) -> 'values'::text) ? option_word.value)) ORDER BY wanted.place LIMIT 1);

CREATE OR REPLACE FUNCTION public.order_found_text(shipping jsonb, billing jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((((((' '::text || customer_name_key(((((((COALESCE((shipping ->> 'name'::text), ''::text) || ' '::text) || COALESCE((shipping ->> 'company'::text), ''::text)) || ' '::text) || COALESCE((billing ->> 'name'::text), ''::text)) || ' '::text) || COALESCE((billing ->> 'company'::text), ''::text)))) || ' '::text) || regexp_replace(lower(COALESCE((shipping ->> 'postal_code'::text), ''::text)), '[^[:alnum:]]'::text, ''::text, 'g'::text)) || ' '::text) || regexp_replace(lower(COALESCE((billing ->> 'postal_code'::text), ''::text)), '[^[:alnum:]]'::text, ''::text, 'g'::text)) || ' '::text) || regexp_replace(COALESCE((shipping ->> 'phone'::text), ''::text), '\D'::text, ''::text, 'g'::text)) || ' '::text) || regexp_replace(COALESCE((billing ->> 'phone'::text), ''::text), '\D'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.other_currencies(shop uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  with recursive found as (
    (select currency from orders where merchant_id = shop and other_currency order by currency limit 1)
    union all
    select (select currency from orders
             where merchant_id = shop and other_currency and currency > found.currency order by currency limit 1)
      from found where found.currency is not null
  )
  select currency from found where currency is not null
$function$;

CREATE OR REPLACE FUNCTION public.own_customers(shop uuid, shopper uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
RETURN (array_remove(ARRAY[shopper, record_for(shop, shopper)], NULL::uuid) || ARRAY(SELECT alias.id FROM (customer_aliases alias JOIN users owner ON (((owner.id = own_customers.shopper) AND owner.is_verified AND (NOT owner.is_guest)))) WHERE ((alias.user_id = own_customers.shopper) AND (alias.merchant_id = own_customers.shop))));

CREATE OR REPLACE FUNCTION public.paid_elsewhere(shop uuid, begins timestamp with time zone, ends timestamp with time zone)
 RETURNS SETOF orders
 LANGUAGE sql
 STABLE
AS $function$
  select * from orders where merchant_id = shop and other_currency and paid_at >= begins and paid_at < ends
$function$;

CREATE OR REPLACE FUNCTION public.paid_for_units(price bigint, discount bigint, quantity integer, units bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN ((price * units) - ((((2 * discount) * units) + quantity) / (2 * quantity)));

CREATE OR REPLACE FUNCTION public.parts_of_refund(refund refunds)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select json_agg(json_build_object(
              'id', part.id, 'payment_id', part.payment_id, 'method', payment.method, 'status', part.status,
              'amount_minor', part.amount_minor, 'attempt', part.attempt, 'by_hand', part.by_hand)
              order by part.payment_id desc)
       from refund_parts part
       join payments payment on payment.merchant_id = part.merchant_id and payment.id = part.payment_id
      where part.merchant_id = refund.merchant_id and part.refund_id = refund.id),
    (select json_build_array(json_build_object(
              'id', null, 'payment_id', payment.id, 'method', payment.method, 'status', refund.status,
              'amount_minor', refund.amount_minor, 'attempt', refund.attempt, 'by_hand', refund.by_hand))
       from payments payment where payment.merchant_id = refund.merchant_id and payment.id = refund.payment_id),
    '[]')
$function$;

CREATE OR REPLACE FUNCTION public.percent_of(price bigint, percent numeric, step bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((round(((((price)::numeric * ((100)::numeric + percent)) / (100)::numeric) / (step)::numeric)) * (step)::numeric))::bigint;

CREATE OR REPLACE FUNCTION public.pictures_in_html(html text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(DISTINCT found.found[1]), '{}'::text[]) AS "coalesce" FROM regexp_matches(pictures_in_html.html, '<img src="[^"]*/([0-9a-f]{32})[-"]'::text, 'g'::text) found(found));

CREATE OR REPLACE FUNCTION public.placed_elsewhere(shop uuid, begins timestamp with time zone, ends timestamp with time zone)
 RETURNS SETOF orders
 LANGUAGE sql
 STABLE
AS $function$
  select * from orders where merchant_id = shop and other_currency and created_at >= begins and created_at < ends
$function$;

CREATE OR REPLACE FUNCTION public.price_context(shop uuid, market uuid)
 RETURNS smallint
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT price_contexts.context FROM price_contexts WHERE ((price_contexts.merchant_id = price_context.shop) AND price_contexts.used AND (price_contexts.currency = market_currency(price_context.shop, price_context.market)) AND (price_contexts.rounding_minor = market_rounding(price_context.shop, price_context.market)))), (0)::smallint);

CREATE OR REPLACE FUNCTION public.price_of(shop uuid, product uuid, place smallint, units integer, buyer_groups uuid[], moment timestamp with time zone)
 RETURNS TABLE(currency text, price_minor bigint, compare_at_minor bigint, lowest_30d_minor bigint, list_id uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT context.currency,
     COALESCE(listed.price, base.price) AS "coalesce",
         CASE
             WHEN ((listed.id IS NULL) OR (listed.price >= base.price)) THEN base.compare_at
             WHEN listed.announced THEN GREATEST(base.price, base.compare_at)
             WHEN (base.compare_at > listed.price) THEN base.compare_at
             ELSE NULL::bigint
         END AS "case",
         CASE
             WHEN ((listed.id IS NULL) OR (listed.price >= base.price)) THEN base.lowest
             WHEN listed.announced THEN COALESCE(( SELECT min(before.price_minor) AS min
                FROM prices before
               WHERE ((before.merchant_id = price_of.shop) AND (before.product_id = price_of.product) AND (before.context = price_of.place) AND (before.starts_at < listed.since) AND (before.ends_at > (listed.since - '30 days'::interval)))), base.price)
             ELSE NULL::bigint
         END AS "case",
     listed.id
    FROM ((( SELECT price_contexts.merchant_id,
             price_contexts.context,
             price_contexts.currency,
             price_contexts.common_scale,
             price_contexts.rounding_minor,
             price_contexts.used,
             price_contexts.ready,
             price_contexts.since,
             price_contexts.written_to
            FROM price_contexts
           WHERE ((price_contexts.merchant_id = price_of.shop) AND (price_contexts.context = price_of.place))) context
      LEFT JOIN LATERAL ( SELECT
                 CASE
                     WHEN its.is_own THEN one.price_minor
                     ELSE ((its.other ->> 'price'::text))::bigint
                 END AS price,
                 CASE
                     WHEN its.is_own THEN one.compare_at_minor
                     ELSE ((its.other ->> 'compare_at'::text))::bigint
                 END AS compare_at,
                 CASE
                     WHEN its.is_own THEN one.lowest_30d_minor
                     WHEN (its.other ? 'compare_at'::text) THEN lowest_before_reduction(price_of.shop, price_of.product, price_of.place, price_of.moment)
                     ELSE NULL::bigint
                 END AS lowest
            FROM (products one
              CROSS JOIN LATERAL ( VALUES ((one.currency = context.currency),(one.other_prices -> context.currency))) its(is_own, other))
           WHERE ((one.merchant_id = price_of.shop) AND (one.id = price_of.product))
          OFFSET 0) base ON (true))
      LEFT JOIN LATERAL ( SELECT list.id,
             (list.group_ids IS NULL) AS announced,
             list.priority,
             GREATEST(list.starts_at, list.created_at) AS since,
             COALESCE(named.amount_minor, percent_of(base.price, list.percent, GREATEST(context.rounding_minor, list.step_minor))) AS price
            FROM (price_lists list
              LEFT JOIN LATERAL ( SELECT its.list_id,
                     its.amount_minor
                    FROM price_list_prices its
                   WHERE ((its.merchant_id = price_of.shop) AND (its.product_id = price_of.product) AND (its.list_id = list.id) AND (its.min_quantity <= price_of.units))
                   ORDER BY its.amount_minor
                  LIMIT 1) named ON (true))
           WHERE ((list.merchant_id = price_of.shop) AND (list.currency = context.currency) AND (list.starts_at <= price_of.moment) AND (list.ends_at > price_of.moment) AND ((list.group_ids IS NULL) OR (list.group_ids && price_of.buyer_groups)) AND ((named.list_id IS NOT NULL) OR (NOT list.names_products)) AND (COALESCE(named.amount_minor, base.price) IS NOT NULL))
           ORDER BY list.priority DESC, COALESCE(named.amount_minor, percent_of(base.price, list.percent, GREATEST(context.rounding_minor, list.step_minor)))
          LIMIT 1) listed ON (true))
   WHERE (COALESCE(listed.price, base.price) IS NOT NULL);
END;

CREATE OR REPLACE FUNCTION public.product_document(name tsvector, rest text, sku text)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((name || array_to_tsvector(((ARRAY(SELECT ('='::text || lexeme.lexeme) FROM unnest(tsvector_to_array(product_document.name)) lexeme(lexeme)) || ARRAY(SELECT ('$'::text || unnest.lexeme) FROM unnest(product_document.name) unnest(lexeme, positions, weights) WHERE (unnest.lexeme !~ '\d'::text) ORDER BY unnest.positions[1] DESC LIMIT 1)) || "left"(('#'::text || fold_text(sku)), 500)))) || strip(to_tsvector('product_text'::regconfig, rest)));

CREATE OR REPLACE FUNCTION public.product_name_for(shop uuid, product uuid, product_group uuid, market uuid, reader text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (WITH wanted AS MATERIALIZED (SELECT text_locales(product_name_for.shop, product_name_for.market, product_name_for.reader) AS locales), its AS (SELECT (texts_in(product_name_for.shop, CASE WHEN (product_name_for.product_group IS NULL) THEN 'product'::text ELSE 'product_group'::text END, COALESCE(product_name_for.product_group, product_name_for.product), wanted.locales) ->> 'name'::text) AS name FROM wanted) SELECT CASE WHEN ((product_name_for.product_group IS NULL) OR (its.name IS NULL)) THEN its.name ELSE "left"(((its.name || ', '::text) || (SELECT string_agg(COALESCE(option_word(product_name_for.shop, product_name_for.product_group, option.name, (variant.options ->> option.name), wanted.locales), (variant.options ->> option.name)), ' / '::text ORDER BY option.place) AS string_agg FROM wanted, ((products variant JOIN product_groups its_group ON (((its_group.merchant_id = product_name_for.shop) AND (its_group.id = product_name_for.product_group)))) CROSS JOIN LATERAL unnest(its_group.varies_by) WITH ORDINALITY option(name, place)) WHERE ((variant.merchant_id = product_name_for.shop) AND (variant.id = product_name_for.product)))), 500) END AS "left" FROM its);

CREATE OR REPLACE FUNCTION public.product_query(typed text, forms jsonb DEFAULT '{}'::jsonb)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT ((((COALESCE((('('::text || string_agg((((('('''::text || "left"(found.word, 500)) || ''':*'::text) || (SELECT string_agg(((' | '''::text || COALESCE((ts_lexize('product_stem'::regdictionary, one.form))[1], one.form)) || ''''::text), ''::text) AS string_agg FROM (SELECT found.word UNION ALL SELECT jsonb_array_elements_text((product_query.forms -> found.word)) AS jsonb_array_elements_text) one(form))) || ')'::text), ' & '::text)) || ') | '::text), ''::text) || '''#'::text) || replace(replace("left"(fold_text(clean_text(product_query.typed)), 499), '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''':*'::text))::tsquery AS tsquery FROM ts_parse('default'::text, typed_text(product_query.typed)) found(kind, word) WHERE (found.kind <> ALL (ARRAY[12, 13, 14, 23])));

CREATE OR REPLACE FUNCTION public.product_rest(category text, description text, brand text, tags text[])
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat_ws(' '::text, category, text_beginning(description), brand, array_to_string(tags, ' '::text));

CREATE OR REPLACE FUNCTION public.product_stamp(version integer, changed timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((version || ' '::text) || date_part('epoch'::text, changed));

CREATE OR REPLACE FUNCTION public.promotions_of_order(shop uuid, its_order uuid)
 RETURNS TABLE(promotion_id uuid, name text, amount_minor bigint, shipping_minor bigint, used_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select used.promotion_id, promotion.name, used.amount_minor, used.shipping_minor, used.created_at
    from promotion_uses used
    left join promotions promotion on promotion.merchant_id = shop and promotion.id = used.promotion_id
   where used.merchant_id = shop and used.order_id = its_order and not used.released
$function$;

CREATE OR REPLACE FUNCTION public.quarter_of(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
RETURN date_bin('00:15:00'::interval, at, '1970-01-01 00:00:00+00'::timestamp with time zone);

CREATE OR REPLACE FUNCTION public.queue_join_guests()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from customers other
              where other.merchant_id = new.merchant_id and other.email_key = new.email_key
                and other.user_id <> new.user_id) then
    insert into jobs (id, name, payload, key, max_attempts)
    values (gen_random_uuid(), 'merchants.join_guests',
            jsonb_build_object('merchant_id', new.merchant_id, 'user_id', new.user_id),
            'merchants.join_guests:' || new.merchant_id || ':' || new.user_id, 13)
    on conflict (key) do update set id = excluded.id, attempts = 0, due_at = excluded.due_at;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_languages()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shop uuid := (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'merchant_id')::uuid;
begin
  insert into jobs (id, name, payload, key, max_attempts)
  values (gen_random_uuid(), 'catalog.write_languages', jsonb_build_object('merchantId', shop),
          'catalog.write_languages:' || shop, 13)
  on conflict (key) do update set id = excluded.id, attempts = 0, due_at = excluded.due_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_order_mails(merchant uuid, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into jobs (id, name, payload, max_attempts)
  select md5('order mail ' || event.id)::uuid, 'orders.send_mail',
         jsonb_build_object('merchant_id', merchant, 'event_id', event.id, 'kind', event.kind), 13
    from (select id, case when mail is null then mail_of_event(name, body) else nullif(mail, 'none') end as kind
            from events
           where id = any (ids) and id >= ids[1] and id <= ids[cardinality(ids)] and (merchant_id = merchant) is true
             and name in ('order.created', 'order.cancelled', 'order.updated')
             and created_at >= (select mailed_since from event_numbering)) event
    left join merchant_settings setting on setting.merchant_id = merchant
   where coalesce(case event.kind when 'shipment' then setting.mail_shipment
                                  when 'refund' then setting.mail_refund
                                  when 'address_change' then setting.mail_address_change
                                  else setting.mail_order_confirmation end, true)
     and event.kind is not null
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.read_event_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.user_id := coalesce(event_user(new.body), event_order_user(new.body)::uuid);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.receivers_in_flight(receivers uuid[], places integer, moment timestamp with time zone)
 RETURNS TABLE(id uuid, in_flight integer, may_begin integer, failures integer)
 LANGUAGE sql
 STABLE
AS $function$
  select receiver.id, flight.attempts,
         least(places, failing.cap,
               -- At a hanging receiver each begun delivery keeps its place until it ends.
               case when failing.slow and failing.consecutive_failures >= places
                    then places - (select count(*)::integer from (
                           select from delivery_queue queue
                            where queue.subscription_id = receiver.id and queue.lease_token is null and queue.begun
                            limit places) waiting)
               end) - flight.attempts,
         coalesce(failing.consecutive_failures, 0)
    from unnest(receivers) with ordinality receiver (id, number)
    left join failing_receivers failing on failing.subscription_id = receiver.id
   cross join lateral (
     select (count(*) - least(100, count(*) filter (where queue.slow)))::integer as attempts
       from delivery_queue queue
      where queue.subscription_id = receiver.id and queue.lease_token is not null and queue.lease_until > moment
   ) flight
   order by receiver.number
$function$;

CREATE OR REPLACE FUNCTION public.reclaim_expired(lease_ms integer, at_most integer, most_lost integer, recent boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  earliest timestamptz := case when recent then now() - interval '1 minute' else '-infinity' end;
  lease interval := make_interval(secs => lease_ms / 1000.0);
  reclaimed integer;
  delivery_ids uuid[];
begin
  select array_agg(found.delivery_id) into delivery_ids from (
    select queue.delivery_id from delivery_queue queue
     where queue.lease_token is not null and queue.lease_until >= earliest and queue.lease_until < now()
     limit at_most for update skip locked) found;
  if delivery_ids is null then
    return 0;
  end if;
  with expired as materialized (
    select queue.delivery_id, queue.lease_until, queue.tries + 1 as number from delivery_queue queue
     where queue.delivery_id = any (delivery_ids)
  ), counted as materialized (
    select expired.*, 1 + before.lost as losses
      from expired join deliveries delivery on delivery.id = expired.delivery_id
     cross join lateral (
       select count(*)::integer as lost from delivery_attempts attempt
        where attempt.delivery_id = expired.delivery_id and attempt.number > expired.number - most_lost
          and attempt.outcome = 'lost' and attempt.started_at >= delivery.updated_at
     ) before
  ), freed as (
    update delivery_queue queue
       set lease_token = null, lease_until = null, begun = true, tries = counted.number,
           due_at = clock_timestamp() + case when counted.losses = 1 then interval '0'
                                 else random() * lease * least(6, 0.5 * 2 ^ (counted.losses - 2)) end
      from counted where queue.delivery_id = counted.delivery_id and counted.losses < most_lost
  ), given_up as (
    delete from delivery_queue queue using counted
     where queue.delivery_id = counted.delivery_id and counted.losses >= most_lost
    returning queue.delivery_id
  ), known as (
    update deliveries delivery
       set status = 'failed', last_status_code = null, last_error = 'lost too often: its workers ended each time',
           updated_at = now()
      from given_up where delivery.id = given_up.delivery_id
  ), tried as (
    insert into delivery_attempts (delivery_id, number, started_at, duration_ms, outcome, error)
    select counted.delivery_id, counted.number, counted.lease_until - lease, lease_ms, 'lost',
           'the worker ended before it could say how this went'
      from counted
    -- One inconsistent row must not block all others.
    on conflict (delivery_id, number) do nothing
  )
  select count(*) into reclaimed from counted;
  return reclaimed;
end $function$;

CREATE OR REPLACE FUNCTION public.record_cart_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.abandoned_at is not null then
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    values (old.merchant_id, quarter_of(old.abandoned_at), -1);
  end if;
  if tg_op = 'UPDATE' and new.abandoned_at is not null then
    insert into figure_changes (merchant_id, hour, abandoned_carts)
    values (new.merchant_id, quarter_of(new.abandoned_at), 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_customer_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    -- With the customer's id, so that the fold makes a row for a customer without orders: the lists of customers read
    -- these rows.
    insert into figure_changes (merchant_id, hour, new_customers, user_id)
    values (new.merchant_id, quarter_of(new.created_at), 1, new.user_id);
  else
    insert into figure_changes (merchant_id, hour, new_customers)
    values (old.merchant_id, quarter_of(old.created_at), -1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_delivery_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (merchant_id, hour, delivered, failed)
  select merchant_id, quarter_of(updated_at),
         coalesce(sum(change) filter (where status = 'delivered'), 0),
         coalesce(sum(change) filter (where status = 'failed'), 0)
    from (select merchant_id, updated_at, status, 1 as change from changed_after
          union all
          select merchant_id, updated_at, status, -1 from changed_before) ended
   where status in ('delivered', 'failed')
   group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_edit_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  edited orders := (select orders from orders where merchant_id = new.merchant_id and id = new.order_id);
  is_counted boolean := counts_as_paid(edited.payment_status, edited.refund_count, edited.paid_at);
begin
  if edited.other_currency or (new.difference_minor = 0 and new.tax_minor = 0 and new.products = '[]') then
    return null;
  end if;
  insert into figure_changes (merchant_id, hour, user_id, order_total_minor)
  values (new.merchant_id, quarter_of(edited.created_at), edited.user_id, new.difference_minor);
  if not is_counted then return null; end if;
  insert into figure_changes (merchant_id, hour, revenue_minor)
  values (new.merchant_id, quarter_of(edited.paid_at), new.difference_minor);
  if new.tax_minor <> 0 then
    insert into sales_changes (merchant_id, hour, tax_minor)
    values (new.merchant_id, quarter_of(edited.paid_at), new.tax_minor);
  end if;
  with waiting as (
    update figure_changes set order_id = null
     where merchant_id = new.merchant_id and order_id = new.order_id
    returning paid_orders
  ), sold as (
    select product_id, orders.times * quantity as units,
           orders.times * (quantity * price_minor - discount_minor) as paid_minor
      from (select coalesce(sum(paid_orders), 0) as times from waiting) orders
      join order_items on merchant_id = new.merchant_id and order_id = new.order_id
     where orders.times <> 0
    union all
    select product_id, units, paid_minor
      from jsonb_to_recordset(new.products) as changed (product_id uuid, units bigint, paid_minor bigint)
  )
  insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
  select new.merchant_id, size.days, floor(extract(epoch from quarter_of(edited.paid_at)) / 86400 / size.days),
         product_id, sum(units), sum(paid_minor)
    from sold cross join (values (1), (8), (64)) size (days)
   group by 2, 3, 4 order by 2, 3, 4
  on conflict (merchant_id, block_days, block, product_id) do update set
    units = rollup.units + excluded.units, revenue_minor = rollup.revenue_minor + excluded.revenue_minor;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_for(shop uuid, account uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT record.user_id FROM ((users owner JOIN customers record ON (((record.merchant_id = record_for.shop) AND (record.email_key = owner.email_key) AND record.by_staff AND (record.email_key <> ''::text)))) JOIN users person ON (((person.id = record.user_id) AND person.is_guest))) WHERE ((owner.id = record_for.account) AND owner.is_verified AND (NOT owner.is_guest) AND (owner.deleted_at IS NULL)));

CREATE OR REPLACE FUNCTION public.record_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from listings where merchant_id = old.merchant_id and card_id = old.id;
    delete from listing_texts where merchant_id = old.merchant_id and card_id = old.id;
    return null;
  end if;
  perform note_groups(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_late_failure()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  counted timestamptz := quarter_of(old.settled_at);
begin
  if old.edit_id is not null or is_in_other_currency(old.merchant_id, old.order_id) then return null; end if;
  insert into sales_changes (merchant_id, hour, refunded_minor)
  values (old.merchant_id, counted, coalesce(old.voucher_minor, 0) - old.amount_minor);
  insert into product_sales as rollup (merchant_id, block_days, block, product_id, units, revenue_minor)
  select old.merchant_id, size.days, floor(extract(epoch from counted) / 86400 / size.days), line.product_id,
         sum(item.quantity),
         sum(revenue_of_units(line.voucher, line.price_minor, line.discount_minor, line.quantity, item.quantity))
    from jsonb_to_recordset(old.items) as item (line int, product_id uuid, quantity bigint)
    join order_items line on line.merchant_id = old.merchant_id and line.order_id = old.order_id
                         and line.product_id = item.product_id
                         and line.line = coalesce(item.line, line.line)
   cross join (values (1), (8), (64)) size (days)
   group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (merchant_id, block_days, block, product_id) do update set
    units = rollup.units + excluded.units, revenue_minor = rollup.revenue_minor + excluded.revenue_minor;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_listings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  one record;
  shops uuid[];
  spoken boolean := false;
begin
  if tg_op <> 'DELETE' then
    shops := array(select distinct merchant_id from new_rows);
    spoken := exists (select from listing_languages where merchant_id = any (shops));
  end if;
  if tg_op = 'DELETE' then
    for one in select merchant_id, id from old_rows loop
      delete from listings where merchant_id = one.merchant_id and card_id = one.id;
      delete from listing_texts where merchant_id = one.merchant_id and card_id = one.id;
      delete from prices where merchant_id = one.merchant_id and product_id = one.id;
    end loop;
    perform note_groups(array_agg(distinct group_id)) from old_rows where group_id is not null having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform refresh_listings(array_agg(id)) from new_rows;
    insert into listing_texts (merchant_id, card_id, form, active, in_stock, price_common, created_at, category,
                               name_key, name_words, document)
    select card.merchant_id, card_id, form, active, card.in_stock, card.price_common, card.created_at, card.category,
           card.name_key, length(words), product_document(words, search_text(rest), card.sku)
      from new_rows
     cross join lateral (select * from product_cards where card_id = new_rows.id offset 0) card,
           to_tsvector('product_text', search_text(card.name)) words;
    if spoken then perform write_language_texts(array_agg(id)) from new_rows; end if;
    insert into prices (merchant_id, product_id, starts_at, price_minor, compare_at_minor)
    select merchant_id, id, clock_timestamp(), price_minor, compare_at_minor from new_rows where status = 'active';
    perform note_groups(array_agg(distinct group_id)) from new_rows where group_id is not null having count(*) > 0;
  else
    perform refresh_listings(array_agg(id)) from new_rows;
    for one in
      select its.* from new_rows
       cross join lateral (select * from product_cards where card_id = new_rows.id offset 0) its
       cross join lateral (
         select * from listing_texts
          where merchant_id = its.merchant_id and card_id = its.card_id and language = '' offset 0) text
       where (text.form, text.active, text.in_stock, text.price_common, text.category)
             is distinct from (its.form, its.active, its.in_stock, its.price_common, its.category)
    loop
      update listing_texts
         set form = one.form, active = one.active, in_stock = one.in_stock, price_common = one.price_common,
             category = one.category
       where merchant_id = one.merchant_id and card_id = one.card_id and language = '';
      if spoken then
        update listing_texts
           set form = one.form, active = one.active, in_stock = one.in_stock, price_common = one.price_common,
               category = one.category
         where merchant_id = one.merchant_id and card_id = one.card_id
           and language = any (array(select language from listing_languages where merchant_id = one.merchant_id));
      end if;
    end loop;
    insert into listing_texts (merchant_id, card_id, form, active, in_stock, price_common, created_at, category,
                               name_key, name_words, document)
    select card.merchant_id, card_id, form, active, card.in_stock, card.price_common, card.created_at, card.category,
           card.name_key, length(words), product_document(words, search_text(rest), card.sku)
      from (select id, sku, name, product_rest(category, description, brand, tags) from new_rows
            except
            select id, sku, name, product_rest(category, description, brand, tags) from old_rows) fresh
     cross join lateral (select * from product_cards where card_id = fresh.id offset 0) card,
           to_tsvector('product_text', search_text(card.name)) words
    on conflict (merchant_id, language, card_id) do update
       set name_key = excluded.name_key, name_words = excluded.name_words, document = excluded.document;
    if spoken then
      perform write_language_texts(array_agg(id))
         from (select id, group_id, sku, name, product_rest(category, description, brand, tags), options from new_rows
               except
               select id, group_id, sku, name, product_rest(category, description, brand, tags), options from old_rows
              ) fresh having count(*) > 0;
    end if;
    for one in
      select merchant_id, id, price_minor, compare_at_minor, status = 'active' from old_rows
      except
      select merchant_id, id, price_minor, compare_at_minor, status = 'active' from new_rows
    loop
      update prices set ends_at = clock_timestamp()
       where merchant_id = one.merchant_id and product_id = one.id and context = 0 and ends_at = 'infinity';
    end loop;
    insert into prices (merchant_id, product_id, starts_at, price_minor, compare_at_minor)
    select merchant_id, id, clock_timestamp(), price_minor, compare_at_minor
      from (select merchant_id, id, price_minor, compare_at_minor, status = 'active' as active from new_rows
            except
            select merchant_id, id, price_minor, compare_at_minor, status = 'active' from old_rows) fresh
     where active;
    perform note_groups(array_agg(distinct group_id)) from (
      select group_id from new_rows where group_id is not null
       union select group_id from old_rows where group_id is not null) changed having count(*) > 0;
  end if;
  if exists (select from price_contexts where merchant_id = any (shops)) then
    perform write_priced_cards(array_agg(id)) from new_rows;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_low_stock_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into low_stock (merchant_id, product_id, available, for_sale)
  select added.merchant_id, added.product_id, added.on_hand - added.reserved,
         product.status = 'active' and product.withheld is null
    from added join products product on product.id = added.product_id
   where added.on_hand - added.reserved <= 5;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_low_stock_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update low_stock set for_sale = new.status = 'active' and new.withheld is null
   where merchant_id = new.merchant_id and product_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_lowered_total()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.untaxed_minor is distinct from old.untaxed_minor and new.total_minor <> old.total_minor
     and not new.other_currency then
    insert into figure_changes (merchant_id, hour, user_id, order_total_minor)
    values (new.merchant_id, quarter_of(new.created_at), new.user_id, new.total_minor - old.total_minor);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_order_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before text := case when tg_op = 'UPDATE' then old.status else '' end;
  created timestamptz := quarter_of(new.created_at);
  paid_change integer := case when new.other_currency then 0 else
    counts_as_paid(new.payment_status, new.refund_count, new.paid_at)::integer
    - case when tg_op = 'UPDATE'
           then counts_as_paid(old.payment_status, old.refund_count, old.paid_at)::integer else 0 end end;
  -- Null without a payment or refund.
  paid timestamptz := case paid_change when 1 then quarter_of(new.paid_at)
                                       when -1 then quarter_of(old.paid_at) end;
  -- A multi-purpose voucher is a liability until it is spent.
  revenue bigint := new.total_minor - coalesce(new.voucher_minor, 0);
  count_change integer := (new.status <> 'cancelled')::integer - (before not in ('', 'cancelled'))::integer;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.payment_status = new.payment_status then return null; end if;
  if before <> new.status then
    insert into figure_changes
      (merchant_id, hour, pending, paid, processing, completed, cancelled, user_id, order_count, order_total_minor,
       paid_orders, revenue_minor, order_id)
    values
      (new.merchant_id, created,
       (new.status = 'pending')::integer - (before = 'pending')::integer,
       (new.status = 'paid')::integer - (before = 'paid')::integer,
       (new.status = 'processing')::integer - (before = 'processing')::integer,
       (new.status = 'completed')::integer - (before = 'completed')::integer,
       (new.status = 'cancelled')::integer - (before = 'cancelled')::integer,
       case when count_change <> 0 then new.user_id end, count_change,
       case when new.other_currency then 0 else count_change * new.total_minor end,
       case when paid = created then paid_change else 0 end,
       case when paid = created then paid_change * revenue else 0 end,
       case when paid = created then new.id end);
  end if;
  if paid <> created or (paid is not null and before = new.status) then
    insert into figure_changes (merchant_id, hour, paid_orders, revenue_minor, order_id)
    values (new.merchant_id, paid, paid_change, paid_change * revenue, new.id);
  end if;
  if paid_change <> 0 and (new.tax_total_minor <> 0 or new.shipping_total_minor <> 0) then
    insert into sales_changes (merchant_id, hour, tax_minor, shipping_minor)
    values (new.merchant_id, paid, paid_change * new.tax_total_minor, paid_change * new.shipping_total_minor);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_outcome(shop uuid, payment uuid, succeeded boolean, its_reference text, reason text, wanted boolean)
 RETURNS text
 LANGUAGE sql
AS $function$
  update payments
     set status = case when not succeeded then 'failed'
                       when wanted and status <> 'failed' then 'succeeded'
                       else 'refunding' end,
         failure = reason, reference = coalesce(its_reference, reference), next_action = null, settled_at = now(),
         due_at = now()
   where merchant_id = shop and id = payment
     and (status in ('pending', 'requires_action') or succeeded and status = 'failed')
  returning status
$function$;

CREATE OR REPLACE FUNCTION public.record_outcomes(delivery_ids uuid[], tokens uuid[], statuses text[], counts boolean[], retries_in_ms double precision[], kinds text[], started_ms_ago double precision[], durations_ms integer[], status_codes integer[], errors text[], response_bodies text[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  written uuid[];
begin
  -- After a wait the next statement sees the current rows, and finds them by ctid.
  perform from delivery_queue queue
    where queue.delivery_id = any (delivery_ids) order by queue.delivery_id for update;
  -- In order, so that two writers cannot wait for each other.
  perform from failing_receivers failing
    where failing.subscription_id in (
      select queue.subscription_id from delivery_queue queue where queue.delivery_id = any (delivery_ids))
    order by failing.subscription_id for update of failing;
  with outcome as materialized (
    select * from unnest(delivery_ids, tokens, statuses, counts, retries_in_ms, kinds, started_ms_ago, durations_ms,
                         status_codes, errors, response_bodies)
      as row (id, token, status, counted, retry_in_ms, kind, ms_ago, duration_ms, status_code, error, response_body)
  ), held as materialized (
    select outcome.*, queue.merchant_id, queue.subscription_id, queue.tries + 1 as number, queue.ctid as place
      from outcome join delivery_queue queue on queue.delivery_id = outcome.id and queue.lease_token = outcome.token
  ), ended as (
    delete from delivery_queue queue using held where queue.ctid = held.place and held.status <> 'pending'
  ), waiting as (
    update delivery_queue queue
       set lease_token = null, lease_until = null, begun = true, tries = held.number,
           spent = queue.spent + held.counted::integer,
           due_at = clock_timestamp() + make_interval(secs => held.retry_in_ms / 1000)
      from held where queue.ctid = held.place and held.status = 'pending'
  ), tried as (
    insert into delivery_attempts
      (delivery_id, number, started_at, duration_ms, outcome, status_code, error, response_body)
    select held.id, held.number, clock_timestamp() - make_interval(secs => held.ms_ago / 1000), held.duration_ms,
           held.kind, held.status_code, held.error, held.response_body
      from held
  ), known as (
    update deliveries delivery
       set status = held.status, attempts = delivery.attempts + held.counted::integer,
           last_status_code = held.status_code, last_error = held.error, updated_at = now()
      from held where delivery.id = held.id
  ), receiver as materialized (
    select held.subscription_id, held.merchant_id,
           count(*) filter (where held.status = 'delivered')::integer as answers,
           count(*) filter (where held.status <> 'delivered')::integer as failures,
           bool_and(held.duration_ms > 1000) filter (where held.status <> 'delivered') as slow
      from held where held.counted group by 1, 2
  ), limited as materialized (
    -- Additive increase, multiplicative decrease: one more for each answer, half for failures written together.
    select receiver.*, coalesce(failing.consecutive_failures, 0) as failed_before,
           least(10, greatest(2, coalesce(failing.cap, 10) / case when failures > 0 then 2 else 1 end) + answers) as cap
      from receiver left join failing_receivers failing on failing.subscription_id = receiver.subscription_id
     where receiver.failures > 0 or failing.subscription_id is not null
  ), recovered as (
    delete from failing_receivers failing using limited
     where failing.subscription_id = limited.subscription_id and limited.cap = 10
  ), failed as (
    insert into failing_receivers as failing
      (subscription_id, merchant_id, consecutive_failures, failing_since, last_failed_at, cap, slow)
    select limited.subscription_id, limited.merchant_id,
           case when answers > 0 then 0 else least(failed_before + failures, 1000000) end, now(), now(), limited.cap,
           answers = 0 and limited.slow
      from limited where limited.cap < 10
     order by limited.subscription_id
    on conflict (subscription_id) do update
       set consecutive_failures = excluded.consecutive_failures, cap = excluded.cap, slow = excluded.slow,
           last_failed_at = now(),
           -- Since its last answer.
           failing_since = case when failing.consecutive_failures = 0 or excluded.consecutive_failures = 0
                                then now() else failing.failing_since end
  )
  select coalesce(array_agg(held.id), '{}') into written from held;
  return case when cardinality(written) < cardinality(delivery_ids) then written end;
end $function$;

CREATE OR REPLACE FUNCTION public.record_promotion_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' and not old.released then
    insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
    values (old.merchant_id, old.promotion_id, date_bin('15 minutes', old.created_at, timestamptz 'epoch'),
            -1, -old.amount_minor, -old.shipping_minor);
  end if;
  if tg_op <> 'DELETE' and not new.released then
    insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
    values (new.merchant_id, new.promotion_id, date_bin('15 minutes', new.created_at, timestamptz 'epoch'),
            1, new.amount_minor, new.shipping_minor);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_refund_figures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.edit_id is not null or is_in_other_currency(new.merchant_id, new.order_id) then return null; end if;
  insert into sales_changes (merchant_id, hour, refunded_minor, refund_id)
  values (new.merchant_id, quarter_of(new.settled_at), new.amount_minor - coalesce(new.voucher_minor, 0), new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into search_word_changes
    select word, -count(*)
      from old_rows, words_of(search_text(concat_ws(' ', name, product_rest(category, description, brand, tags)))) word
     group by 1;
  elsif tg_op = 'INSERT' then
    insert into search_word_changes
    select word, count(*)
      from new_rows, words_of(search_text(concat_ws(' ', name, product_rest(category, description, brand, tags)))) word
     group by 1;
  else
    -- A reworded product appears twice, with its new text (1) and its old one (-1); unchanged words cancel out.
    insert into search_word_changes
    select word, sum(sign)
      from (select text, sum(sign) as sign
              from (select id, concat_ws(' ', name, product_rest(category, description, brand, tags)) as text, 1 as sign
                      from new_rows
                     union all
                    select id, concat_ws(' ', name, product_rest(category, description, brand, tags)), -1
                      from old_rows) both_rows
             group by id, text having sum(sign) <> 0) changed, words_of(search_text(text)) word
     group by 1 having sum(sign) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reduce_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.compare_at_minor is null or new.price_minor > old.price_minor then
    new.reduced_since := null;
    new.lowest_30d_minor := null;
  elsif new.reduced_since is null and new.price_minor < old.price_minor then
    new.reduced_since := clock_timestamp();
    new.lowest_30d_minor := (
      select min(price_minor) from prices
       where merchant_id = new.merchant_id and product_id = new.id
         and (context = 0 or context in (select price_contexts.context from price_contexts
                                          where merchant_id = new.merchant_id and currency = new.currency))
         and ends_at > new.reduced_since - interval '30 days');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_groups(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  one record;
begin
  perform from product_groups where id = any (changed) order by id for no key update;
  for one in
    select merchant_id, id from product_groups
     where id = any (changed)
       and not exists (select from products
                        where products.merchant_id = product_groups.merchant_id and group_id = product_groups.id)
  loop
    delete from listings where merchant_id = one.merchant_id and card_id = one.id;
    delete from listing_texts where merchant_id = one.merchant_id and card_id = one.id;
  end loop;
  insert into listings (merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys,
                        created_at, stamp)
  select merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys, created_at,
         listing_stamp()
    from group_cards where card_id = any (changed)
  on conflict (merchant_id, context, card_id) do update
     set shown_id = excluded.shown_id, status = excluded.status, active = excluded.active, in_stock = excluded.in_stock,
         price_common = excluded.price_common, category = excluded.category, keys = excluded.keys,
         stamp = excluded.stamp;
  insert into listing_texts as found (merchant_id, card_id, form, active, in_stock, price_common, created_at, category,
                                      name_key, name_words, document)
  select merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name_key, length(words),
         group_document(words, rest, skus)
    from group_cards, to_tsvector('product_text', search_text(name)) words where card_id = any (changed)
  on conflict (merchant_id, language, card_id) do update
     set active = excluded.active, in_stock = excluded.in_stock, price_common = excluded.price_common,
         category = excluded.category, name_key = excluded.name_key, name_words = excluded.name_words,
         document = excluded.document;
  if exists (select from listing_languages
              where merchant_id = any (array(select merchant_id from product_groups where id = any (changed)))) then
    perform write_language_texts(changed);
  end if;
  if exists (select from price_contexts
              where merchant_id = any (array(select merchant_id from product_groups where id = any (changed)))) then
    perform write_priced_groups(changed);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_listings(changed uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
BEGIN ATOMIC
 INSERT INTO listings (merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys, created_at, stamp)  SELECT product_cards.merchant_id,
             product_cards.card_id,
             product_cards.form,
             product_cards.card_id,
             product_cards.status,
             product_cards.active,
             product_cards.in_stock,
             product_cards.price_common,
             product_cards.category,
             product_cards.keys,
             product_cards.created_at,
             listing_stamp() AS listing_stamp
            FROM product_cards
           WHERE (product_cards.card_id = ANY (refresh_listings.changed)) ON CONFLICT(merchant_id, context, card_id) DO UPDATE SET form = excluded.form, status = excluded.status, active = excluded.active, in_stock = excluded.in_stock, price_common = excluded.price_common, category = excluded.category, keys = excluded.keys, stamp = excluded.stamp;
END;

CREATE OR REPLACE FUNCTION public.refunds_elsewhere(shop uuid, own text, begins timestamp with time zone, ends timestamp with time zone)
 RETURNS SETOF refunds
 LANGUAGE sql
 STABLE
AS $function$
  select * from refunds
   where merchant_id = shop and currency <> own and status = 'succeeded' and settled_at >= begins and settled_at < ends
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the audit log takes inserts only' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_order_in_other_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('currency:' || new.merchant_id, 0));
  if has_other_currency(new.merchant_id, new.currency)
     and (new.market_id is null or market_currency(new.merchant_id, new.market_id) <> new.currency) then
    raise exception 'the currency of the shop has changed' using errcode = 'serialization_failure';
  end if;
  if new.market_id is not null then
    new.other_currency := new.currency <> currency_of_shop(new.merchant_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('currency:' || merchant_id, 0))
     from (select distinct merchant_id from new_rows order by merchant_id) added;
  if exists (select from (select distinct merchant_id, currency from new_rows) added
               join merchant_settings setting on setting.merchant_id = added.merchant_id
              where setting.currency <> added.currency) then
    raise exception 'the currency of the shop has changed' using errcode = 'serialization_failure';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.regroup_card()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update collection_cards card set card_id = new.group_id
   where card.merchant_id = new.merchant_id and card.card_id = new.id
     and not exists (select from collection_cards other
                      where other.merchant_id = card.merchant_id and other.collection_id = card.collection_id
                        and other.card_id = new.group_id);
  delete from collection_cards where merchant_id = new.merchant_id and card_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.release_promotions(shop uuid, its_order uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update promotion_uses set released = true where merchant_id = shop and order_id = its_order and not released
$function$;

CREATE OR REPLACE FUNCTION public.request_credit_note(merchant uuid, why text, of_order uuid, of_refund uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into invoice_requests (merchant_id, cause, order_id, refund_id, caused_at)
  select merchant, why, of_order, of_refund, now()
   where exists (select from invoices where invoices.merchant_id = merchant and invoices.order_id = of_order)
      or exists (select from invoice_requests waiting
                  where waiting.merchant_id = merchant and waiting.order_id = of_order)
$function$;

CREATE OR REPLACE FUNCTION public.request_invoice(merchant uuid, why text, of_order uuid, of_refund uuid, of_fulfillment uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into invoice_requests (merchant_id, cause, order_id, refund_id, fulfillment_id, caused_at)
  select merchant, why, of_order, of_refund, of_fulfillment, now()
    from merchant_settings setting
   where setting.merchant_id = merchant
     and case setting.invoices ->> 'issue_on' when 'paid' then why <> 'fulfilled'
                                              when 'fulfilled' then why <> 'paid' end
$function$;

CREATE OR REPLACE FUNCTION public.reserve_units(shop uuid, reserving_order uuid, actor uuid, product_ids uuid[], quantities integer[])
 RETURNS TABLE(product_id uuid, on_hand integer, reserved integer, movement integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  if cardinality(product_ids) > 1 then
    perform from (
      with wanted as materialized (
        select shop as merchant_id, product_id from unnest(product_ids) as wanted (product_id)
      )
      select from wanted
        join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
       order by stock.product_id
         for no key update of stock) locked;
  end if;
  return query
    with wanted as materialized (
      select shop as merchant_id, product_id, quantity
        from unnest(product_ids, quantities) as wanted (product_id, quantity)
    ), changed as (
      update stock
         set reserved = stock.reserved + wanted.quantity, movement_count = stock.movement_count + 1, ordered = true,
             updated_at = now()
        from wanted
       where stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
         and stock.on_hand - stock.reserved >= wanted.quantity
      returning stock.product_id, stock.on_hand, stock.reserved, stock.movement_count, wanted.quantity
    ), movement as (
      insert into stock_movements (merchant_id, product_id, number, type, on_hand_change, reserved_change,
                                   on_hand_after, reserved_after, order_id, actor_id, created_at)
      select shop, product_id, movement_count, 'order_placed', 0, quantity, on_hand, reserved,
             reserving_order, actor, now()
        from changed
    )
    select stock.product_id, coalesce(changed.on_hand, stock.on_hand),
           -- If there are too few: units that are released concurrently do not count.
           coalesce(changed.reserved - changed.quantity,
                    greatest(stock.reserved, stock.on_hand - wanted.quantity + 1)),
           changed.movement_count
      from wanted
      join stock on stock.merchant_id = wanted.merchant_id and stock.product_id = wanted.product_id
      left join changed on changed.product_id = stock.product_id;
end $function$;

CREATE OR REPLACE FUNCTION public.rest_of_order(shop uuid, its_order uuid)
 RETURNS jsonb
 LANGUAGE sql
AS $function$
  select jsonb_agg(jsonb_build_object('line', line, 'product_id', product_id, 'quantity',
                                      quantity - quantity_fulfilled - quantity_cancelled) order by line)
    from order_items
   where merchant_id = shop and order_id = its_order and quantity > quantity_fulfilled + quantity_cancelled
$function$;

CREATE OR REPLACE FUNCTION public.revenue_of_units(voucher text, price bigint, discount bigint, quantity integer, units bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (voucher = 'multi'::text) THEN (0)::bigint ELSE paid_for_units(price, discount, quantity, units) END;

CREATE OR REPLACE FUNCTION public.said_value(options jsonb[], name text, value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (((said.one -> said_value.name) -> 'values'::text) ->> said_value.value) FROM unnest(said_value.options) WITH ORDINALITY said(one, place) WHERE ((((said.one -> said_value.name) -> 'values'::text) ->> said_value.value) IS NOT NULL) ORDER BY said.place LIMIT 1);

CREATE OR REPLACE FUNCTION public.search_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((strpos(text, '-'::text) > 0) OR ((octet_length(text) > length(text)) AND (text ~ '[‐-―−﹣－]'::text))) THEN ((joined_words(fold_text(text)) || ' '::text) || typed_text(text)) ELSE typed_text(text) END;

CREATE OR REPLACE FUNCTION public.searched_languages(shop uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN ARRAY(SELECT listing_languages.language FROM listing_languages WHERE ((listing_languages.merchant_id = searched_languages.shop) AND listing_languages.ready));

CREATE OR REPLACE FUNCTION public.set_quote_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.token := coalesce(new.token, translate(
    encode(uuid_send(new.merchant_id) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'),
    '+/', '-_'));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.sku_query(sku text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((''''::text || replace(replace("left"(('#'::text || fold_text(sku)), 500), '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''''::text))::tsquery;

CREATE OR REPLACE FUNCTION public.stems_in(written text, languages text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stems text[] := '{}';
  one text;
  form text;
  stem text;
begin
  foreach one in array languages loop
    foreach form in array array[written, fold_in(written, languages[1])] loop
      stem := case
        when one in ('ar', 'ca', 'da', 'de', 'el', 'en', 'es', 'et', 'eu', 'fi', 'fr', 'ga', 'hi', 'hu', 'hy', 'id',
                     'it', 'lt', 'nb', 'ne', 'nl', 'nn', 'no', 'pt', 'ro', 'ru', 'sr', 'sv', 'ta', 'tr', 'yi')
        then (ts_lexize(('stem_' || case when one in ('nb', 'nn') then 'no' else one end)::regdictionary, form))[1]
        end;
      stem := fold_in(coalesce(stem, form), languages[1]);
      if not stem = any (stems) then stems := stems || stem; end if;
    end loop;
  end loop;
  return stems;
end $function$;

CREATE OR REPLACE FUNCTION public.tag_keys(tags text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT lower(tag.tag) AS lower FROM unnest(tag_keys.tags) tag(tag));

CREATE OR REPLACE FUNCTION public.take_order_number(shop uuid)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  form jsonb := (select order_number from merchant_settings where merchant_id = shop);
  taken bigint;
begin
  if form is null then
    return null;
  end if;
  delete from order_numbers where merchant_id = shop and number = (
    select number from order_numbers where merchant_id = shop order by number limit 1 for update skip locked)
  returning number into taken;
  if taken is null then
    -- Staff is changing the next number, which holds them all.
    perform from order_numbers where merchant_id = shop order by number for update;
    delete from order_numbers where merchant_id = shop and number = (
      select number from order_numbers where merchant_id = shop order by number limit 1 for update skip locked)
    returning number into strict taken;
  end if;
  if taken % 500 = 0 then
    perform add_order_numbers(shop, taken + 501, taken + 1000);
  end if;
  return (form ->> 'prefix') || lpad(taken::text, greatest((form ->> 'digits')::integer, length(taken::text)), '0');
end $function$;

CREATE OR REPLACE FUNCTION public.take_promotions(shop uuid, its_order uuid, buyer uuid, mail text, wanted uuid[], given text[], amounts bigint[], shippings bigint[])
 RETURNS TABLE(promotion_id uuid, reason text)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  has_limits boolean;
  is_personal boolean;
  has_generated boolean := array_remove(given, null) <> '{}';
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('promotions:' || shop, 0));
  perform from promotion_counters counter
    where counter.merchant_id = shop and counter.promotion_id = any(wanted)
    order by counter.promotion_id for update;
  has_limits := found;
  is_personal := exists (
    select from promotions promotion
     where promotion.merchant_id = shop and promotion.id = any(wanted)
       and (per_customer_limit is not null or (customers ->> 'new_only')::boolean));
  if is_personal or has_generated then
    perform pg_advisory_xact_lock(key)
      from (select distinct hashtextextended('promotion_use:' || shop || ':' || word, 0) as key
              from (select unnest(given)
                    union all
                    select unnest(array['u' || buyer, 'm' || mail]) where is_personal) as one (word)
             where word is not null order by key) keys;
  end if;

  -- Counters without room take back the uses of orders cancelled since.
  if has_limits then
    with full_ones as (
      select counter.promotion_id
        from promotion_counters counter
        join promotions promotion on promotion.merchant_id = shop and promotion.id = counter.promotion_id
       where counter.merchant_id = shop and counter.promotion_id = any(wanted) and counter.used >= usage_limit
    ), back as (
      update promotion_uses returned set given_back = true
        from full_ones
       where returned.merchant_id = shop and returned.promotion_id = full_ones.promotion_id
         and returned.released and not returned.given_back
      returning returned.promotion_id
    )
    update promotion_counters counter set used = counter.used - counted.uses
      from (select back.promotion_id, count(*)::int as uses from back group by 1) counted
     where counter.merchant_id = shop and counter.promotion_id = counted.promotion_id;
  end if;

  -- Nothing can refuse other promotions.
  if has_limits or is_personal or has_generated then
    return query
      select promotion.id,
             case when counter.used >= usage_limit then 'used_up'
                  when use.code is not null then 'used_up'
                  when per_customer_limit <= (
                    select count(*) from promotion_uses earlier
                     where earlier.merchant_id = shop and earlier.promotion_id = promotion.id and not earlier.released
                       and (earlier.user_id = buyer or earlier.email_key = mail)) then 'used_by_customer'
                  else 'new_customers_only' end
        from unnest(wanted, given) as one (id, code)
        join promotions promotion on promotion.merchant_id = shop and promotion.id = one.id
        left join promotion_counters counter on counter.merchant_id = shop and counter.promotion_id = one.id
        left join promotion_uses use on use.merchant_id = shop and use.code = one.code and not use.released
       where counter.used >= usage_limit or use.code is not null
          -- A comparison with null would count all the same.
          or per_customer_limit is not null and per_customer_limit <= (
               select count(*) from promotion_uses earlier
                where earlier.merchant_id = shop and earlier.promotion_id = promotion.id and not earlier.released
                  and (earlier.user_id = buyer or earlier.email_key = mail))
          or coalesce((customers ->> 'new_only')::boolean, false)
             and not is_new_customer(shop, buyer, mail, its_order);
    if found then return; end if;
  end if;

  if has_limits then
    update promotion_counters counter set used = counter.used + 1
     where counter.merchant_id = shop and counter.promotion_id = any(wanted);
  end if;
  insert into promotion_uses (merchant_id, promotion_id, order_id, user_id, email_key, code, amount_minor,
                              shipping_minor, created_at)
  select shop, one.id, its_order, buyer, mail, one.code, one.amount, one.shipping, now()
    from unnest(wanted, given, amounts, shippings) as one (id, code, amount, shipping);
end $function$;

CREATE OR REPLACE FUNCTION public.text_beginning(whole text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (length(whole) <= 10000) THEN whole ELSE rtrim("left"(regexp_replace("left"(whole, 10001), '\s\S{0,100}$'::text, ''::text), 10000)) END;

CREATE OR REPLACE FUNCTION public.text_locales(shop uuid, market uuid, reader text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN (WITH own AS (SELECT COALESCE(locale_of_shop(text_locales.shop), 'en'::text) AS locale), wanted AS (SELECT wanted_1.locale, wanted_1.place FROM (own own_1 CROSS JOIN LATERAL unnest(ARRAY[text_locales.reader, split_part(text_locales.reader, '-'::text, 1), (SELECT CASE WHEN (markets.own AND (own_1.locale <> ALL (markets.locales))) THEN own_1.locale ELSE markets.locales[1] END AS locales FROM markets WHERE ((markets.merchant_id = text_locales.shop) AND (markets.id = text_locales.market)))]) WITH ORDINALITY wanted_1(locale, place)) WHERE (wanted_1.locale IS NOT NULL)), last AS (SELECT min(wanted_1.place) AS place FROM wanted wanted_1, own own_1 WHERE ((wanted_1.locale = own_1.locale) OR (wanted_1.locale = split_part(own_1.locale, '-'::text, 1)))) SELECT COALESCE(array_agg(wanted.locale ORDER BY wanted.place), '{}'::text[]) AS "coalesce" FROM wanted, own, last WHERE ((last.place IS NULL) OR (wanted.place < last.place) OR ((wanted.place = last.place) AND (wanted.locale <> own.locale))));

CREATE OR REPLACE FUNCTION public.texts_in(shop uuid, kind text, subject uuid, locales text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT jsonb_object_agg(field.key, field.value ORDER BY wanted.place DESC) AS jsonb_object_agg FROM ((translations JOIN unnest(texts_in.locales) WITH ORDINALITY wanted(locale, place) ON ((wanted.locale = translations.locale))) CROSS JOIN LATERAL jsonb_each(translations.texts) field(key, value)) WHERE ((translations.merchant_id = texts_in.shop) AND (translations.type = texts_in.kind) AND (translations.subject_id = texts_in.subject)));

CREATE OR REPLACE FUNCTION public.texts_of_shop(shop uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT jsonb_object_agg(shop_texts.language, shop_texts.texts) AS jsonb_object_agg FROM shop_texts WHERE (shop_texts.merchant_id = texts_of_shop.shop));

CREATE OR REPLACE FUNCTION public.touch_merchant_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.updated_at = clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.translatable_payment_methods(shop uuid)
 RETURNS TABLE(merchant_id uuid, id uuid, name text, description text, instructions text, status text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT payment_methods.merchant_id,
     payment_methods.id,
     payment_methods.name,
     NULL::text AS text,
     payment_methods.instructions,
     'active'::text
    FROM payment_methods
   WHERE (payment_methods.merchant_id = translatable_payment_methods.shop);
END;

CREATE OR REPLACE FUNCTION public.translatable_promotions(shop uuid)
 RETURNS TABLE(merchant_id uuid, id uuid, name text, description text, instructions text, status text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT promotions.merchant_id,
     promotions.id,
     promotions.name,
     NULL::text AS text,
     NULL::text AS text,
         CASE
             WHEN (promotions.ends_at <= now()) THEN 'archived'::text
             ELSE 'active'::text
         END AS "case"
    FROM promotions
   WHERE (promotions.merchant_id = translatable_promotions.shop);
END;

CREATE OR REPLACE FUNCTION public.translatable_shipping_methods(shop uuid)
 RETURNS TABLE(merchant_id uuid, id uuid, name text, description text, instructions text, status text)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT shipping_methods.merchant_id,
     shipping_methods.id,
     shipping_methods.name,
     shipping_methods.description,
     NULL::text AS text,
     'active'::text
    FROM shipping_methods
   WHERE (shipping_methods.merchant_id = translatable_shipping_methods.shop);
END;

CREATE OR REPLACE FUNCTION public.typed_text(text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (text IS NULL) THEN ''::text WHEN (octet_length(text) = length(text)) THEN translate((lower((text COLLATE "C")) COLLATE "default"), '-/.@_+~:&<\''`'::text, '           '::text) ELSE regexp_replace(translate(fold_text(text), '''`‘’ʻʼ'::text, ''::text), '[-/:-`{-¿ -⁯−　-〿]+'::text, ' '::text, 'g'::text) END;

CREATE OR REPLACE FUNCTION public.uncount_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into listing_word_changes (merchant_id, language, written, amount)
  select old.merchant_id, old.language, word, -1 from unnest(old.words) word;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.unnumbered_from()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select numbered_until from event_numbering
      where cluster = (select system_identifier from pg_control_system())), '0')
$function$;

CREATE OR REPLACE FUNCTION public.unpaid_units_of(shop uuid, client bytea)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  select coalesce((select units from unpaid_counts where merchant_id = shop and holder = client), 0)
$function$;

CREATE OR REPLACE FUNCTION public.uuid_at(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid;

CREATE OR REPLACE FUNCTION public.uuid_hour(id uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((('x'::text || "left"(replace((id)::text, '-'::text, ''::text), 12)))::bit(48))::bigint / 3600000))::integer;

CREATE OR REPLACE FUNCTION public.waiting_receivers("position" uuid, at_most integer, due_from timestamp with time zone)
 RETURNS TABLE(looked_at timestamp with time zone, own_number bigint, oldest_number bigint, next_retry_ms double precision, subscription_id uuid, due_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  moment timestamptz := clock_timestamp();
  earliest timestamptz := coalesce(due_from, '-infinity');
  -- Read before the query below: a transaction that the query does not see cannot be older.
  own bigint := pg_current_xact_id()::text::bigint;
  oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    with recursive receiver as (
      (select queue.subscription_id, queue.due_at, 1 as number from delivery_queue queue
        where queue.lease_token is null and queue.subscription_id > "position" and queue.due_at >= earliest
        order by queue.subscription_id, queue.due_at limit 1)
      union all
      select next.subscription_id, next.due_at, receiver.number + 1
        from receiver cross join lateral (
          select queue.subscription_id, queue.due_at from delivery_queue queue
           where queue.lease_token is null and queue.subscription_id > receiver.subscription_id
             and queue.due_at >= earliest
           order by queue.subscription_id, queue.due_at limit 1) next
       where receiver.number < at_most
    )
    select moment, own, oldest,
           (select extract(epoch from next.due_at - clock_timestamp())::double precision * 1000 from delivery_queue next
             where next.lease_token is null and next.tries > 0 and next.due_at > moment order by next.due_at limit 1),
           receiver.subscription_id, receiver.due_at
      from (values (1)) always left join receiver on true order by receiver.number;
end $function$;

CREATE OR REPLACE FUNCTION public.words_of(text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT "left"(word.word, 100) AS "left"
    FROM unnest(tsvector_to_array(to_tsvector('simple'::regconfig, words_of.text))) word(word);
END;

CREATE OR REPLACE FUNCTION public.write_language_texts(changed uuid[], chosen text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
BEGIN ATOMIC
 WITH card AS MATERIALIZED (
          SELECT its.merchant_id,
             its.language,
             its.card_id,
             its.form,
             its.active,
             its.in_stock,
             its.price_common,
             its.created_at,
             its.category,
             its.name_key,
             its.name_words,
             its.document,
             its.words
            FROM (unnest(write_language_texts.changed) one(id)
              CROSS JOIN LATERAL ( SELECT language_cards.merchant_id,
                     language_cards.language,
                     language_cards.card_id,
                     language_cards.form,
                     language_cards.active,
                     language_cards.in_stock,
                     language_cards.price_common,
                     language_cards.created_at,
                     language_cards.category,
                     language_cards.name_key,
                     language_cards.name_words,
                     language_cards.document,
                     language_cards.words
                    FROM language_cards
                   WHERE ((language_cards.card_id = one.id) AND ((write_language_texts.chosen IS NULL) OR (language_cards.language = write_language_texts.chosen)))
                  OFFSET 0) its)
         ), before AS (
          SELECT text.merchant_id,
             text.language,
             text.words
            FROM (card
              CROSS JOIN LATERAL ( SELECT listing_texts.merchant_id,
                     listing_texts.language,
                     listing_texts.words
                    FROM listing_texts
                   WHERE ((listing_texts.merchant_id = card.merchant_id) AND (listing_texts.language = card.language) AND (listing_texts.card_id = card.card_id))
                  OFFSET 0) text)
         ), written AS (
          INSERT INTO listing_texts (merchant_id, language, card_id, form, active, in_stock, price_common, created_at, category, name_key, name_words, document, words)  SELECT card.merchant_id,
                     card.language,
                     card.card_id,
                     card.form,
                     card.active,
                     card.in_stock,
                     card.price_common,
                     card.created_at,
                     card.category,
                     card.name_key,
                     card.name_words,
                     card.document,
                     card.words
                    FROM card ON CONFLICT(merchant_id, language, card_id) DO UPDATE SET form = excluded.form, active = excluded.active, in_stock = excluded.in_stock, price_common = excluded.price_common, category = excluded.category, name_key = excluded.name_key, name_words = excluded.name_words, document = excluded.document, words = excluded.words
         )
  INSERT INTO listing_word_changes (merchant_id, language, written, amount)  SELECT counted.merchant_id,
             counted.language,
             counted.word,
             sum(counted.sign) AS sum
            FROM ( SELECT card.merchant_id,
                     card.language,
                     word.word,
                     1 AS sign
                    FROM card,
                     LATERAL unnest(card.words) word(word)
                 UNION ALL
                  SELECT before.merchant_id,
                     before.language,
                     word.word,
                     '-1'::integer
                    FROM before,
                     LATERAL unnest(before.words) word(word)) counted
           GROUP BY counted.merchant_id, counted.language, counted.word
          HAVING (sum(counted.sign) <> 0);
END;

CREATE OR REPLACE FUNCTION public.write_noted_groups()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  noted uuid[] := coalesce(nullif(current_setting('commerce.changed_groups', true), ''), '{}');
begin
  if noted <> '{}' then
    perform set_config('commerce.changed_groups', '', true);
    perform refresh_groups(noted);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.write_payment_parts(shop uuid, paid_order uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into payment_parts (merchant_id, order_id, payment_id, amount_minor, refunded_minor)
  select merchant_id, order_id, id, amount_minor,
         (select coalesce(sum(refunds.amount_minor), 0) from refunds
           where refunds.merchant_id = shop and refunds.order_id = paid_order and refunds.payment_id = payments.id
             and refunds.status <> 'failed')
    from payments
   where merchant_id = shop and order_id = paid_order and status = 'succeeded'
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.write_priced_cards(changed uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  one record;
  known record;
  repriced uuid[] := '{}';
begin
  for one in
    select card.*, context.context, context.common_scale, its.price_minor, its.compare_at_minor
      from unnest(changed) wanted (id)
     cross join lateral (select * from product_cards where card_id = wanted.id offset 0) card
     cross join lateral (select * from price_contexts where merchant_id = card.merchant_id and used offset 0) context
      left join lateral price_of(card.merchant_id, card.card_id, context.context, 1, '{}', clock_timestamp()) its
        on true
  loop
    if one.price_minor is null then
      delete from listings where merchant_id = one.merchant_id and context = one.context and card_id = one.card_id;
    else
      insert into listings as listed (merchant_id, context, card_id, form, shown_id, status, active, in_stock,
                                      price_common, category, keys, created_at, stamp)
      values (one.merchant_id, one.context, one.card_id, one.form, one.card_id, one.status, one.active, one.in_stock,
              (one.price_minor * one.common_scale)::bigint, one.category, one.keys, one.created_at, listing_stamp())
      on conflict (merchant_id, context, card_id) do update
         set form = excluded.form, status = excluded.status, active = excluded.active, in_stock = excluded.in_stock,
             price_common = excluded.price_common, category = excluded.category, keys = excluded.keys,
             stamp = excluded.stamp
       where (listed.form, listed.status, listed.active, listed.in_stock, listed.price_common, listed.category,
              listed.keys)
             is distinct from (excluded.form, excluded.status, excluded.active, excluded.in_stock,
                               excluded.price_common, excluded.category, excluded.keys);
    end if;
    select price_minor, compare_at_minor into known from prices
     where merchant_id = one.merchant_id and product_id = one.card_id and context = one.context
       and ends_at = 'infinity';
    if one.status <> 'active' then one.price_minor := null; one.compare_at_minor := null; end if;
    if (known.price_minor, known.compare_at_minor) is distinct from (one.price_minor, one.compare_at_minor) then
      repriced := repriced || one.card_id;
      update prices set ends_at = clock_timestamp()
       where merchant_id = one.merchant_id and product_id = one.card_id and context = one.context
         and ends_at = 'infinity';
      if one.price_minor is not null then
        insert into prices (merchant_id, product_id, context, starts_at, price_minor, compare_at_minor)
        values (one.merchant_id, one.card_id, one.context, clock_timestamp(), one.price_minor, one.compare_at_minor);
      end if;
    end if;
  end loop;
  return repriced;
end $function$;

CREATE OR REPLACE FUNCTION public.write_priced_groups(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  one record;
begin
  for one in
    select card.*, context.context, context.common_scale, variant.id as priced_id, variant.price_minor,
           coalesce(card.status = 'active' and variant.status = 'active', false) as is_active,
           variant.in_stock as is_in_stock
      from unnest(changed) wanted (id)
     cross join lateral (select * from group_cards where card_id = wanted.id offset 0) card
     cross join lateral (select * from price_contexts where merchant_id = card.merchant_id and used offset 0) context
      left join lateral (
        select product.id, product.status, product.in_stock, its.price_minor
          from products product
         cross join lateral
               price_of(product.merchant_id, product.id, context.context, 1, '{}', clock_timestamp()) its
         where product.merchant_id = card.merchant_id and product.group_id = card.card_id
         order by product.status = 'active' desc, product.in_stock desc, its.price_minor, product.position, product.id
         limit 1) variant on true
  loop
    if one.price_minor is null then
      delete from listings where merchant_id = one.merchant_id and context = one.context and card_id = one.card_id;
      continue;
    end if;
    insert into listings as listed (merchant_id, context, card_id, form, shown_id, status, active, in_stock,
                                    price_common, category, keys, created_at, stamp)
    values (one.merchant_id, one.context, one.card_id, one.form, one.priced_id, one.status, one.is_active,
            one.is_in_stock, (one.price_minor * one.common_scale)::bigint, one.category, one.keys, one.created_at,
            listing_stamp())
    on conflict (merchant_id, context, card_id) do update
       set shown_id = excluded.shown_id, status = excluded.status, active = excluded.active,
           in_stock = excluded.in_stock, price_common = excluded.price_common, category = excluded.category,
           keys = excluded.keys, stamp = excluded.stamp
     where (listed.shown_id, listed.status, listed.active, listed.in_stock, listed.price_common, listed.category,
            listed.keys)
           is distinct from (excluded.shown_id, excluded.status, excluded.active, excluded.in_stock,
                             excluded.price_common, excluded.category, excluded.keys);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.write_translated_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one record;
  cards uuid[] := '{}';
begin
  for one in
    select distinct merchant_id, type, subject_id from changed_rows
     where type <> 'collection'
       and exists (select from listing_languages where merchant_id = changed_rows.merchant_id)
  loop
    cards := cards || one.subject_id;
    if one.type = 'product_group' then
      cards := cards || array(
        select id from products where merchant_id = one.merchant_id and group_id = one.subject_id);
    end if;
  end loop;
  if cards <> '{}' then
    perform write_language_texts(cards);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.written_words(text text, language text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT "left"(one.gram, 100) AS "left" FROM (regexp_matches(lower(CASE WHEN (written_words.language = ANY (ARRAY['tr'::text, 'az'::text])) THEN translate(NORMALIZE(written_words.text, NFKC), 'Iİ'::text, 'ıi'::text) ELSE NORMALIZE(written_words.text, NFKC) END), '[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\u3007\u3041-\u3096\u30A1-\u30FA\u30FC-\u30FE\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF]+|[^\u0001-/:-@\[-`{-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u2000-\u206F\u2190-\u2BFF\u3000-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uF900-\uFAFF\uFE0F]+'::text, 'g'::text) WITH ORDINALITY run(matched, place) CROSS JOIN LATERAL (SELECT run.matched[1] AS gram, 1 AS n WHERE (run.matched[1] !~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\uFAFF]'::text) UNION ALL SELECT substr(run.matched[1], n.n, 2) AS substr, n.n FROM generate_series(1, length(run.matched[1])) n(n) WHERE (run.matched[1] ~ '^[\u0E01-\u0EFF\u1000-\u109F\u1780-\u17D3\u3005-\uFAFF]'::text)) one) ORDER BY run.place, one.n);

CREATE TRIGGER audit_entries_inserts_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER carts_changed_figures AFTER UPDATE OF abandoned_at ON public.carts FOR EACH ROW WHEN ((old.abandoned_at IS DISTINCT FROM new.abandoned_at)) EXECUTE FUNCTION record_cart_figures();

CREATE TRIGGER carts_deleted_figures AFTER DELETE ON public.carts FOR EACH ROW WHEN ((old.abandoned_at IS NOT NULL)) EXECUTE FUNCTION record_cart_figures();

CREATE TRIGGER collections_rewritten BEFORE UPDATE OF description ON public.collections FOR EACH ROW WHEN (((new.description IS DISTINCT FROM old.description) AND (new.description_html = old.description_html))) EXECUTE FUNCTION forget_description_html();

CREATE TRIGGER collections_untranslated AFTER DELETE ON public.collections REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_translations('collection');

CREATE TRIGGER customers_alias AFTER INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION free_alias();

CREATE TRIGGER customers_figures AFTER INSERT OR DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION record_customer_figures();

CREATE TRIGGER customers_join_changed AFTER UPDATE OF email_key ON public.customers FOR EACH ROW WHEN (((new.email_key <> ''::text) AND (new.email_key <> old.email_key))) EXECUTE FUNCTION queue_join_guests();

CREATE TRIGGER customers_join_guests AFTER INSERT ON public.customers FOR EACH ROW WHEN ((new.email_key <> ''::text)) EXECUTE FUNCTION queue_join_guests();

CREATE TRIGGER customers_keys BEFORE UPDATE OF name_key, email_key, phone_key ON public.customers FOR EACH ROW WHEN ((old.told AND new.told)) EXECUTE FUNCTION keep_customer_keys();

CREATE TRIGGER deliveries_figures AFTER UPDATE ON public.deliveries REFERENCING OLD TABLE AS changed_before NEW TABLE AS changed_after FOR EACH STATEMENT EXECUTE FUNCTION record_delivery_figures();

CREATE TRIGGER events_user BEFORE INSERT ON public.events FOR EACH ROW WHEN (((new.user_id IS NULL) AND (NOT new.is_test) AND ((new.name ~~ 'order.%'::text) OR (new.name ~~ 'user.%'::text)))) EXECUTE FUNCTION read_event_user();

CREATE TRIGGER fulfillments_invoice AFTER INSERT ON public.fulfillments FOR EACH ROW EXECUTE FUNCTION invoice_fulfillment();

CREATE TRIGGER groups_collected_anew AFTER UPDATE ON public.product_groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collection_change();

CREATE TRIGGER groups_rewritten BEFORE UPDATE OF description ON public.product_groups FOR EACH ROW WHEN (((new.description IS DISTINCT FROM old.description) AND (new.description_html = old.description_html))) EXECUTE FUNCTION forget_description_html();

CREATE TRIGGER groups_uncollected AFTER DELETE ON public.product_groups REFERENCING OLD TABLE AS gone_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_cards();

CREATE TRIGGER listing_texts_forgotten AFTER DELETE ON public.listing_texts FOR EACH ROW WHEN ((old.language <> ''::text)) EXECUTE FUNCTION uncount_words();

CREATE TRIGGER markets_priced AFTER INSERT OR DELETE ON public.markets FOR EACH ROW EXECUTE FUNCTION follow_markets();

CREATE TRIGGER markets_repriced AFTER UPDATE OF currency, price_rounding_minor, active ON public.markets FOR EACH ROW WHEN ((((old.currency IS DISTINCT FROM new.currency) OR (old.price_rounding_minor IS DISTINCT FROM new.price_rounding_minor)) OR (old.active IS DISTINCT FROM new.active))) EXECUTE FUNCTION follow_markets();

CREATE TRIGGER markets_spoken AFTER INSERT OR DELETE OR UPDATE OF locales, active ON public.markets FOR EACH ROW EXECUTE FUNCTION queue_languages();

CREATE TRIGGER merchant_settings_spoken AFTER UPDATE OF locale ON public.merchant_settings FOR EACH ROW WHEN ((old.has_markets AND (new.locale <> old.locale))) EXECUTE FUNCTION queue_languages();

CREATE TRIGGER merchant_settings_touched BEFORE INSERT OR UPDATE ON public.merchant_settings FOR EACH ROW EXECUTE FUNCTION touch_merchant_settings();

CREATE TRIGGER order_drafts_token BEFORE INSERT ON public.order_drafts FOR EACH ROW EXECUTE FUNCTION set_quote_token();

CREATE TRIGGER order_edits_figures AFTER INSERT ON public.order_edits FOR EACH ROW EXECUTE FUNCTION record_edit_figures();

CREATE TRIGGER order_edits_invoice AFTER INSERT ON public.order_edits FOR EACH ROW EXECUTE FUNCTION correct_edited_invoice();

CREATE TRIGGER orders_cancelled AFTER UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION follow_cancellation();

CREATE TRIGGER orders_cancelled_invoice AFTER UPDATE OF cancelled_at ON public.orders FOR EACH ROW WHEN (((old.cancelled_at IS NULL) AND (new.cancelled_at IS NOT NULL) AND (new.paid_at IS NULL))) EXECUTE FUNCTION credit_cancelled_order();

CREATE TRIGGER orders_changed_figures AFTER UPDATE OF status, payment_status ON public.orders FOR EACH ROW EXECUTE FUNCTION record_order_figures();

CREATE TRIGGER orders_created_figures AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION record_order_figures();

CREATE TRIGGER orders_lowered_figures AFTER UPDATE OF untaxed_minor ON public.orders FOR EACH ROW EXECUTE FUNCTION record_lowered_total();

CREATE TRIGGER orders_of_one_currency BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION refuse_order_in_other_currency();

CREATE TRIGGER orders_paid_invoice AFTER UPDATE OF paid_at ON public.orders FOR EACH ROW WHEN (((old.paid_at IS NULL) AND (new.paid_at IS NOT NULL))) EXECUTE FUNCTION invoice_paid_order();

CREATE TRIGGER orders_placed_paid_invoice AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.paid_at IS NOT NULL)) EXECUTE FUNCTION invoice_paid_order();

CREATE TRIGGER orders_unpaid_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.status = 'pending'::text) AND ((new.status <> 'pending'::text) OR (new.user_id <> old.user_id) OR (new.client_hash IS DISTINCT FROM old.client_hash)))) EXECUTE FUNCTION count_unpaid();

CREATE TRIGGER orders_unpaid_placed AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.status = 'pending'::text)) EXECUTE FUNCTION count_unpaid();

CREATE TRIGGER orders_version BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION count_order();

CREATE TRIGGER payment_methods_untranslated AFTER DELETE ON public.payment_methods REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_translations('payment_method');

CREATE TRIGGER payments_failed AFTER UPDATE OF status ON public.payments FOR EACH ROW EXECUTE FUNCTION follow_failed_payment();

CREATE TRIGGER price_lists_followed AFTER INSERT OR DELETE ON public.price_lists FOR EACH ROW EXECUTE FUNCTION follow_markets();

CREATE TRIGGER price_lists_moved AFTER UPDATE OF currency ON public.price_lists FOR EACH ROW WHEN ((old.currency <> new.currency)) EXECUTE FUNCTION follow_markets();

CREATE TRIGGER product_groups_changed AFTER INSERT OR DELETE OR UPDATE ON public.product_groups FOR EACH ROW EXECUTE FUNCTION record_group();

CREATE CONSTRAINT TRIGGER product_groups_listed AFTER INSERT OR UPDATE ON public.product_groups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_noted_groups();

CREATE TRIGGER product_groups_untranslated AFTER DELETE ON public.product_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_translations('product_group');

CREATE TRIGGER products_collected AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collection_change();

CREATE TRIGGER products_collected_anew AFTER UPDATE ON public.products REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_collection_change();

CREATE TRIGGER products_listed AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_listings();

CREATE TRIGGER products_listed_anew AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_listings();

CREATE TRIGGER products_low_stock AFTER UPDATE OF status, withheld ON public.products FOR EACH ROW WHEN ((((old.status = 'active'::text) AND (old.withheld IS NULL)) <> ((new.status = 'active'::text) AND (new.withheld IS NULL)))) EXECUTE FUNCTION record_low_stock_sale();

CREATE TRIGGER products_name_key BEFORE INSERT OR UPDATE OF name ON public.products FOR EACH ROW EXECUTE FUNCTION fold_product_name();

CREATE TRIGGER products_of_one_currency AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_currency();

CREATE TRIGGER products_price_reduced BEFORE UPDATE OF price_minor, compare_at_minor ON public.products FOR EACH ROW EXECUTE FUNCTION reduce_price();

CREATE TRIGGER products_recollected AFTER UPDATE OF group_id ON public.products FOR EACH ROW WHEN (((new.group_id IS NOT NULL) AND (new.group_id IS DISTINCT FROM old.group_id))) EXECUTE FUNCTION regroup_card();

CREATE CONSTRAINT TRIGGER products_regrouped AFTER INSERT OR UPDATE ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.group_id IS NOT NULL)) EXECUTE FUNCTION write_noted_groups();

CREATE TRIGGER products_reworded AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_words();

CREATE TRIGGER products_rewritten BEFORE UPDATE OF description ON public.products FOR EACH ROW WHEN (((new.description IS DISTINCT FROM old.description) AND (new.description_html = old.description_html))) EXECUTE FUNCTION forget_description_html();

CREATE TRIGGER products_uncollected AFTER DELETE ON public.products REFERENCING OLD TABLE AS gone_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_cards();

CREATE CONSTRAINT TRIGGER products_ungrouped AFTER DELETE OR UPDATE ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.group_id IS NOT NULL)) EXECUTE FUNCTION write_noted_groups();

CREATE TRIGGER products_unlisted AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_listings();

CREATE TRIGGER products_untranslated AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_translations('product');

CREATE TRIGGER products_unworded AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_words();

CREATE TRIGGER products_version BEFORE UPDATE OF sku, name, description, description_html, category, price_minor, price_common, currency, status, image_url, media, requires_shipping, weight_grams, tax_class, brand, gtin, tags, compare_at_minor, unit_cost_minor, other_prices, seo_title, seo_description, unit_pricing, metadata, slug, group_id, group_name, withheld, options, "position", withdrawal, gift_card, voucher, voucher_country ON public.products FOR EACH ROW EXECUTE FUNCTION count_version();

CREATE TRIGGER products_worded AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_words();

CREATE TRIGGER promotion_uses_counted AFTER INSERT OR DELETE OR UPDATE OF released, amount_minor, shipping_minor ON public.promotion_uses FOR EACH ROW EXECUTE FUNCTION record_promotion_use();

CREATE TRIGGER promotions_untranslated AFTER DELETE ON public.promotions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_translations('promotion');

CREATE TRIGGER refunds_failed_late AFTER UPDATE OF status ON public.refunds FOR EACH ROW WHEN (((old.status = 'succeeded'::text) AND (new.status <> 'succeeded'::text))) EXECUTE FUNCTION record_late_failure();

CREATE TRIGGER refunds_figures AFTER UPDATE OF status ON public.refunds FOR EACH ROW WHEN (((new.status = 'succeeded'::text) AND (old.status <> 'succeeded'::text))) EXECUTE FUNCTION record_refund_figures();

CREATE TRIGGER refunds_given_invoice AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.status = 'succeeded'::text)) EXECUTE FUNCTION credit_refund();

CREATE TRIGGER refunds_refunded_to BEFORE INSERT ON public.refunds FOR EACH ROW WHEN ((new.store_credit AND (new.refunded_to = 'as_paid'::text))) EXECUTE FUNCTION name_refunded_to();

CREATE TRIGGER refunds_settled_invoice AFTER UPDATE OF status ON public.refunds FOR EACH ROW WHEN (((new.status = 'succeeded'::text) <> (old.status = 'succeeded'::text))) EXECUTE FUNCTION credit_refund();

CREATE TRIGGER returns_version BEFORE UPDATE ON public.returns FOR EACH ROW EXECUTE FUNCTION count_version();

CREATE TRIGGER shipping_methods_untranslated AFTER DELETE ON public.shipping_methods REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_translations('shipping_method');

CREATE TRIGGER stock_added_low AFTER INSERT ON public.stock REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_low_stock_rows();

CREATE TRIGGER stock_changed AFTER UPDATE OF on_hand, reserved ON public.stock FOR EACH ROW EXECUTE FUNCTION follow_stock();

CREATE TRIGGER stock_deleted_low AFTER DELETE ON public.stock FOR EACH ROW WHEN (((old.on_hand - old.reserved) <= 5)) EXECUTE FUNCTION forget_low_stock();

CREATE TRIGGER stock_opened AFTER INSERT ON public.stock REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION open_availability();

CREATE TRIGGER translations_listed AFTER INSERT ON public.translations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_translated_texts();

CREATE TRIGGER translations_listed_anew AFTER UPDATE ON public.translations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_translated_texts();

CREATE TRIGGER translations_unlisted AFTER DELETE ON public.translations REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION write_translated_texts();

CREATE TRIGGER users_verified_address BEFORE INSERT OR UPDATE OF is_verified, email_key ON public.users FOR EACH ROW EXECUTE FUNCTION note_verified_address();
