-- Menus and home pages count their changes, so that of two people who edit one nobody overwrites the other.
alter table menus add column version integer not null default 1;
alter table homes add column version integer not null default 1;
