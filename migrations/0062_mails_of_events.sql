-- The mail that an event causes; 'none' for none, and null for events of releases before this column.
alter table events add column mail text;
