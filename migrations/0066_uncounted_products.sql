-- How many products an import made whose stock its file does not say.
alter table product_imports
  add column uncounted integer not null default 0,
  add constraint product_imports_uncounted_not_negative check (uncounted >= 0);
