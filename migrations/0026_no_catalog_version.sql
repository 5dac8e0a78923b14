-- Lists and searches no longer remember pages, so nobody asks for the version of the catalog, and nobody writes it.
-- Processes of the release before do ask, for as long as they run: for them it is another with each statement, so that
-- they find no page that they remember still valid. What they write there is ignored.
drop trigger if exists merchants_renamed on merchants;
drop function if exists record_catalog_change();
drop table catalog_changes;

create view catalog_changes as select (random() * 1e15)::bigint as amount;

create function ignore_catalog_change() returns trigger language plpgsql as $$
begin
  return null;
end $$;

create trigger catalog_changes_ignored instead of insert or delete on catalog_changes
  for each row execute function ignore_catalog_change();
