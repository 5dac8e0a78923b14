-- One folding for all that is searched or sorted (docs/decisions/0062). These functions are here and not with their
-- modules because rows store their results: to change one, a new numbered file replaces it and writes the rows anew.

-- Text without what UTS 10 compares after its first strength: without case, accents and what is not seen, and with the
-- base of Latin letters that Unicode does not decompose. The same as `foldText` (src/platform/lib/folding.ts).
create function fold_text(text text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(text) = length(text) then lower(text collate "C") collate "default"
    else normalize(
      translate(
        replace(replace(replace(replace(replace(
          lower(regexp_replace(normalize(text, nfkd),
            U&'[\00ad\0300-\036f\0483-\0487\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7\0610-\061a'
            '\061c\0640\064b-\065f\0670\06d6-\06dc\06df-\06e4\06e7\06e8\06ea-\06ed\180e'
            '\1ab0-\1aff\1dc0-\1dff\200b-\200f\202a-\202e\2060-\206f\20d0-\20ff'
            '\fe00-\fe0f\fe20-\fe2f\feff]', '', 'g') collate "default"),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'l·l', 'll'),
        'øłđðħıĸŋŧςƀƃɓƈȼɖɗƌɛəǝɇƒɠǥɨɩɉȷƙƚⱡɲƞɔɵƥɍⱦƭʈʉʋɏƴƶȥⱥ',
        'olddhikntσbbbccdddeeeefggiijjkllnnooprtttuvyyzza'),
      nfc) end;

-- A key or a name as it is kept: composed, without blanks around it, also those that are not seen. The same as
-- `cleanText` (src/platform/lib/clean-text.ts).
create function clean_text(text text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(text) = length(text) then btrim(text, ' ')
    else btrim(normalize(text, nfc),
      U&' \00a0\00ad\1680\180e\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a'
      '\200b\200e\200f\2028\2029\202f\205f\2060\3000\feff') end;

-- Words with a hyphen and a short part, written as one: `T-Shirt` tshirt, `Wi-Fi` wifi.
create function joined_words(text text) returns text
  language sql immutable parallel safe
  return case
    when text !~ U&'[0-9a-z\0080-\ffff][-\2010-\2015\2212][0-9a-z\0080-\ffff]' then ''
    else (
      select coalesce(string_agg(distinct pair.word, ' '), '')
        from regexp_matches(text, U&'[[:alnum:]]+(?:[-\2010-\2015\2212][[:alnum:]]+)+', 'g') as compound (words)
       cross join lateral regexp_split_to_array(words[1], U&'[-\2010-\2015\2212]') parts
       cross join lateral (
         select parts[at] || parts[at + 1] from generate_series(1, cardinality(parts) - 1) at
          where least(length(parts[at]), length(parts[at + 1])) <= 3
         union all
         select array_to_string(parts, '') where cardinality(parts) = 3) pair (word)
       where pair.word ~ '[[:alpha:]]' and length(pair.word) <= 40) end;

-- What somebody types, as words: folded, without apostrophes, and without what the parser would take for a host, a
-- path, a tag or a compound. Most text is ASCII and takes the cheaper path.
create function typed_text(text text) returns text
  language sql immutable parallel safe
  return case
    when text is null then ''
    when octet_length(text) = length(text)
      then translate(lower(text collate "C") collate "default", E'-/.@_+~:&<\\''`', '           ')
    else regexp_replace(translate(fold_text(text), U&'''`\2018\2019\02bb\02bc', ''),
      U&'[\0001-\002f\003a-\0060\007b-\00bf\2000-\206f\2212\3000-\303f]+', ' ', 'g') end;

-- The words of a product's text. Before them stand those that are joined: the last word stays the last.
create or replace function search_text(text text) returns text
  language sql immutable parallel safe
  return case
    when strpos(text, '-') > 0 or octet_length(text) > length(text) and text ~ U&'[\2010-\2015\2212\fe63\ff0d]'
      then joined_words(fold_text(text)) || ' ' || typed_text(text)
    else typed_text(text) end;

-- A product's words: those of the name with their positions, and once more marked `=`, so that the index alone knows
-- what is in a name, the last that has no digit marked `$`; those of category and description; and the SKU as one
-- word marked `#`.
create or replace function product_document(name tsvector, rest text, sku text) returns tsvector
  language sql stable parallel safe
  return name
      || array_to_tsvector(
           array(select '=' || lexeme from unnest(tsvector_to_array(name)) lexeme)
           || array(select '$' || lexeme from unnest(name) where lexeme !~ '\d' order by positions[1] desc limit 1)
           || ('#' || fold_text(sku)))
      || strip(to_tsvector('product_text', rest));

create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return fold_text(coalesce(name, ''));

-- The sort key of a product's name was a generated column; now a trigger sets it, since its rule can change so without
-- writing the table anew.
alter table products alter column name_key drop expression, alter column name_key set default '';

create function fold_product_name() returns trigger
  language plpgsql set search_path from current as $$
begin
  new.name_key := fold_text(new.name);
  return new;
end $$;

create trigger products_name_key before insert or update of name on products
  for each row execute function fold_product_name();
