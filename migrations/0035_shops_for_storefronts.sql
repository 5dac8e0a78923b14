-- What a storefront shows of its shop: a name for addresses, its picture and its language.
alter table merchants add column slug text collate "C";
update merchants shop set slug = made.slug
  from (select id, case when word = '' or row_number() over (partition by word order by created_at, id) > 1
                        then concat_ws('-', nullif(word, ''), id) else word end as slug
          from merchants,
               lateral (select left(trim(both '-' from regexp_replace(lower(name), '[^[:alnum:]]+', '-', 'g')), 100))
                 as named (word)) made
 where shop.id = made.id;
-- Null of a shop that the release before makes.
alter table merchants add constraint merchants_slug_key unique (slug);

alter table merchant_settings
  add column logo uuid,
  add column locale text not null default 'en';
