-- What the search reads: one row per product with the words it is found by, and a dictionary of those words.

-- English stems, without stop words: "The Who" are found, and rare words outweigh them anyway.
create text search dictionary product_stem (template = snowball, language = english);
create text search configuration product_text (copy = simple);
alter text search configuration product_text
  alter mapping for asciiword, word, numword with product_stem;

-- Narrow on purpose: a search for common words visits a row for each match. Nothing but the words is indexed, so that
-- a change of price or stock stays within the page.
create table product_documents (
  product_id uuid primary key,
  merchant_id uuid not null,
  price_common bigint not null,
  created_at timestamptz(3) not null,
  name_words smallint not null,
  active boolean not null,
  in_stock boolean not null,
  category text collate "C",
  name_key text collate "C" not null,
  document tsvector not null
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create index product_documents_words on product_documents using gin (document) with (gin_pending_list_limit = 512);

-- Every word, unstemmed, with the number of products it is in: what a misspelt word is corrected to.
create table search_words (
  word text collate "C" primary key,
  lexeme text collate "C" not null,
  products integer not null
);
create index search_words_of_lexeme on search_words (lexeme);
-- The most frequent words with the same first two letters.
create index search_words_begun on search_words ("left"(word, 2), products desc) where products > 0;

-- The word, and all that is left of it with one letter gone: two words one slip apart (a letter wrong, missing, too
-- many, or two changed places) have one of these in common. The function stands here and not among the repeatable files
-- because the index stores what it answers: a change of it is a numbered file that also builds the index again.
create function one_letter_less(word text) returns text[]
  language sql immutable strict parallel safe
  return array(select word union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n);
create index search_words_slips on search_words using gin (one_letter_less(word))
  where products > 0 and length(word) between 3 and 40;
create index search_words_similar on search_words using gin (word gin_trgm_ops)
  where products > 0 and length(word) between 3 and 40;

-- Appended to by whoever changes products and folded by a sweep, as the counts are.
create table search_word_changes (
  word text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
