-- A session or an API key that wrote reads at the primary for some seconds (docs/decisions/0040). Unlogged: after a
-- crash it is empty.
alter table recent_writes drop column position;
