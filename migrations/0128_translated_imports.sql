-- Imports count the texts that they write, by language.
alter table product_imports add column translated jsonb not null default '{}';
