-- Versions: 1 at first, one more with each change, in the order in which the changes took effect (under the row's
-- lock), whatever the statement says. Events carry them, so that a receiver can tell the later of two.

create or replace function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
