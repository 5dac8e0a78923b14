-- Versions start at 1 and grow by one with each change, under the row's lock; a value in the statement is ignored.
-- Events carry the version, so that a receiver can order two of them.

create or replace function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
