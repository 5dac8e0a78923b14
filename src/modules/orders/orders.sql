-- An order's version, one more with each change.
create or replace trigger orders_version before update on orders
  for each row execute function count_version();
