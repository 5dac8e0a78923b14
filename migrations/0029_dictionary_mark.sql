-- A number that is another whenever a word enters or leaves the dictionary: processes know words of it for as long as
-- the number stays. It is drawn, not counted: after a restore no number comes again. Kept by triggers on search_words,
-- which also notice what processes of the release before learn.
create table search_dictionary (
  mark bigint not null
) with (fillfactor = 10, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);
insert into search_dictionary values (0);
