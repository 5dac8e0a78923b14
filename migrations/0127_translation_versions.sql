-- Two translators do not overwrite each other. Texts that are taken away stay as a row without any: the version goes on.
alter table translations add column version integer not null default 1;
