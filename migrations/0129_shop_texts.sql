-- What a shop says in its own words in its mails, papers and pages: a row for each language.
create table shop_texts (
  merchant_id uuid not null,
  language text not null,
  -- By the key of a text; only what the shop has changed. Without any the row stays, so that its version goes on.
  texts jsonb not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  constraint shop_texts_pkey primary key (merchant_id, language)
);

-- Whether mails, papers and pages look for them.
alter table merchant_settings add column has_texts boolean not null default false;
