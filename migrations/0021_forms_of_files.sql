-- How the file of an import was written: encoding, separator, columns that were left out.

alter table product_imports add column file jsonb;
