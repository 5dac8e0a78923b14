-- What a mail to a shop's customers says in the shop's own words: by language its subject and its first words.
create table mail_texts (
  merchant_id uuid not null,
  kind text not null,
  texts jsonb not null,
  updated_at timestamptz not null default now(),
  constraint mail_texts_pkey primary key (merchant_id, kind)
);
