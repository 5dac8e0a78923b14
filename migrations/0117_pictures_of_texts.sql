-- The pictures that a text shows, as they are named in addresses; the indexes of the next file are of it.
create or replace function pictures_in_html(html text) returns text[]
  language sql immutable parallel safe
  return (select coalesce(array_agg(distinct found[1]), '{}')
            from regexp_matches(html, '<img src="[^"]*/([0-9a-f]{32})[-"]', 'g') found);
-- What shows a picture that an import asks for, where that is no gallery.
alter table media add column import_field text;
