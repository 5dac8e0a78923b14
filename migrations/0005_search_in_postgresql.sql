-- Searches are found by PostgreSQL alone: no process keeps words of products, so nobody asks which have changed.
drop trigger if exists search_words_learned on search_words;
drop trigger if exists search_words_counted on search_words;
drop function if exists note_listed_words();
drop function if exists product_changes_since(xid8, xid8[]);
drop table search_dictionary;
drop table product_changes;
drop table product_change_horizons;
