-- Carriers of a shop: [{"name", "tracking_pattern"}], an address with {tracking_number} in it.
alter table merchant_settings add column carriers jsonb not null default '[]';
