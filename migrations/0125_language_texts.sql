-- Cards in the languages of a shop's markets: their words, and the languages that are written.
alter table listing_texts add column words text[];

create table listing_languages (
  merchant_id uuid not null references merchants (id),
  language text not null,
  ready boolean not null default false,
  since xid8 not null default pg_current_xact_id(),
  written_to uuid,
  primary key (merchant_id, language)
);

create table listing_words (
  merchant_id uuid not null,
  language text not null,
  written text collate "C" not null,
  word text collate "C" not null,
  stems text[] not null,
  products integer not null,
  primary key (merchant_id, language, written)
);
create index listing_words_begun on listing_words (merchant_id, language, word);
create index listing_words_ended on listing_words (merchant_id, language, reverse(stems[1]) collate "C");
create index listing_words_of_stem on listing_words using gin (merchant_id, language, stems);
create index listing_words_slips on listing_words using gin (merchant_id, language, one_letter_less(word))
  where length(word) between 3 and 40;

create table listing_word_changes (
  merchant_id uuid not null,
  language text not null,
  written text collate "C" not null,
  amount integer not null
);

-- Stop words are kept.
do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('ar', 'arabic'), ('ca', 'catalan'), ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('en', 'english'),
      ('es', 'spanish'), ('et', 'estonian'), ('eu', 'basque'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'),
      ('hi', 'hindi'), ('hu', 'hungarian'), ('hy', 'armenian'), ('id', 'indonesian'), ('it', 'italian'),
      ('lt', 'lithuanian'), ('ne', 'nepali'), ('nl', 'dutch'), ('no', 'norwegian'), ('pt', 'portuguese'),
      ('ro', 'romanian'), ('ru', 'russian'), ('sr', 'serbian'), ('sv', 'swedish'), ('ta', 'tamil'), ('tr', 'turkish'),
      ('yi', 'yiddish')) its (language, name)
  loop
    execute format('create text search dictionary stem_%s (template = snowball, language = %s)', one.language,
                   one.name);
  end loop;
end $$;
