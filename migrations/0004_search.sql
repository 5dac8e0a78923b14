-- Search: one row per product with its words, and a dictionary of all words.

-- English stems, no stop words: "The Who" can be found, and ranking favours rare words anyway.
create text search dictionary product_stem (template = snowball, language = english);
create text search configuration product_text (copy = simple);
alter text search configuration product_text
  alter mapping for asciiword, word, numword with product_stem;

-- Narrow on purpose: a search for common words reads a row for each match. Only the words are indexed, so that changes
-- of price or stock are HOT updates.
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

-- Every unstemmed word with the number of products that have it; misspelt words are corrected to these.
create table search_words (
  word text collate "C" primary key,
  lexeme text collate "C" not null,
  products integer not null
);
create index search_words_of_lexeme on search_words (lexeme);
-- The most frequent words with the same first two letters.
create index search_words_begun on search_words ("left"(word, 2), products desc) where products > 0;

-- The word, and the word with each one of its letters removed: two words within one edit (substitution, deletion,
-- insertion, transposition) share one of these. The function is here and not in a repeatable file because the index
-- stores its results: to change it, a new numbered file replaces the function and rebuilds the index.
create function one_letter_less(word text) returns text[]
  language sql immutable strict parallel safe
  return array(select word union select overlay(word placing '' from n for 1) from generate_series(1, length(word)) n);
create index search_words_slips on search_words using gin (one_letter_less(word))
  where products > 0 and length(word) between 3 and 40;
create index search_words_similar on search_words using gin (word gin_trgm_ops)
  where products > 0 and length(word) between 3 and 40;

-- Changes not yet folded into search_words, as product_count_changes for product_counts.
create table search_word_changes (
  word text collate "C" not null,
  amount integer not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
