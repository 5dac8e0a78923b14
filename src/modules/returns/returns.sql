-- A return's version, one more with each change.
create or replace trigger returns_version before update on returns
  for each row execute function count_version();
