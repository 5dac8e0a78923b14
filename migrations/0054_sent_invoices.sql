-- What became of a paper after it was issued: whether receivers of events know, and its way to the buyer. Papers of the
-- release before have no row: they are not sent by themselves.
create table invoice_sendings (
  merchant_id uuid not null,
  invoice_id uuid not null,
  -- order.updated was emitted.
  told_at timestamptz(3),
  -- Null: the shop sends none by itself.
  sender text collate "C",
  status text collate "C",
  -- How often it was asked to be sent, and the attempts of the last time.
  round integer not null default 1,
  attempts integer not null default 0,
  -- A code of the last attempt that failed.
  failure text collate "C",
  -- The sender's name for what it sent.
  reference text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (merchant_id, invoice_id),
  constraint invoice_sendings_status check (status in ('pending', 'sent', 'failed')),
  constraint invoice_sendings_sender check ((sender is null) = (status is null)),
  constraint invoice_sendings_sent check ((status = 'sent') is true = (sent_at is not null))
);
