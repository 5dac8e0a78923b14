-- The accounts of a shop for DATEV. Without a row: those of the standard chart.
create table datev_settings (
  merchant_id uuid not null,
  settings jsonb not null,
  updated_at timestamptz not null,
  constraint datev_settings_pkey primary key (merchant_id)
);
