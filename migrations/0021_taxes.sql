-- Several taxes at a place, by patterns of postal codes too; the VAT number of a buyer; the tax of a refund.

-- Patterns of postal codes, sorted; null: all of the region, or of the country.
alter table tax_rates add column postal_codes text[];
-- Whether the tax is also taken of the others; null: written by a release with one row for each place and class.
alter table tax_rates add column compound boolean;
create unique index tax_rates_of_tax on tax_rates (merchant_id, country, region_key, postal_codes, tax_class, name)
  nulls not distinct;
drop index tax_rates_of_place;

-- How shipping is taxed; null: by the rows of its class where the table has some, else as the goods. The shops that
-- were there before go on as they were.
alter table merchant_settings add column shipping_tax text
  constraint merchant_settings_shipping_tax check (shipping_tax in ('goods', 'class'));
insert into merchant_settings (merchant_id, shipping_tax) select id, 'class' from merchants
  on conflict (merchant_id) do update set shipping_tax = excluded.shipping_tax;
-- The shop's own, with the letters of its member state; null: no reverse charge.
alter table merchant_settings add column vat_number text;

-- {number, country, reverse_charge, check: {status, checked_at, reference} | null}; null: none was given.
alter table orders add column buyer_vat jsonb;

-- What of the order's tax lines a refund gives back, in their order; null: from before it was written.
alter table refunds add column tax_lines jsonb;

-- What a register of VAT numbers answered last, for a shop that asked. Its answer is good for a day.
create table vat_checks (
  merchant_id uuid not null,
  number text not null,
  status text not null constraint vat_checks_status check (status in ('valid', 'invalid')),
  -- The register's own proof of the question.
  reference text,
  checked_at timestamptz not null,
  primary key (merchant_id, number)
);
create index vat_checks_end on vat_checks (checked_at);
