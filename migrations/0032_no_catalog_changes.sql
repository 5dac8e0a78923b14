-- Only processes of releases before the last one looked at it.
drop view catalog_changes;
drop function ignore_catalog_change();
