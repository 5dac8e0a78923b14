-- The read model of lists and searches (listings, listing_texts, prices), kept by triggers on products and groups.
--
-- Lock order, everywhere: stock, products, groups, each by id, and cards last.

-- Writes the cards of products anew. Their texts are written by the trigger, which knows what was reworded.
create or replace function refresh_listings(changed uuid[]) returns void
  language sql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  begin atomic
    insert into listings (merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys,
                          created_at, stamp)
    select merchant_id, card_id, form, card_id, status, active, in_stock, price_common, category, keys, created_at,
           listing_stamp()
      from product_cards where card_id = any (changed)
    on conflict (merchant_id, context, card_id) do update
       set form = excluded.form, status = excluded.status, active = excluded.active, in_stock = excluded.in_stock,
           price_common = excluded.price_common, category = excluded.category, keys = excluded.keys,
           stamp = excluded.stamp;
  end;

-- Refreshes the cards of groups. It locks the group first and reads its variants in the next statement, so that the
-- later of two concurrent changes sees both.
create or replace function refresh_groups(changed uuid[]) returns void
  language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  one record;
begin
  perform from product_groups where id = any (changed) order by id for no key update;
  for one in
    select merchant_id, id from product_groups
     where id = any (changed)
       and not exists (select from products
                        where products.merchant_id = product_groups.merchant_id and group_id = product_groups.id)
  loop
    delete from listings where merchant_id = one.merchant_id and card_id = one.id;
    delete from listing_texts where merchant_id = one.merchant_id and card_id = one.id;
  end loop;
  insert into listings (merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys,
                        created_at, stamp)
  select merchant_id, card_id, form, shown_id, status, active, in_stock, price_common, category, keys, created_at,
         listing_stamp()
    from group_cards where card_id = any (changed)
  on conflict (merchant_id, context, card_id) do update
     set shown_id = excluded.shown_id, status = excluded.status, active = excluded.active, in_stock = excluded.in_stock,
         price_common = excluded.price_common, category = excluded.category, keys = excluded.keys,
         stamp = excluded.stamp;
  insert into listing_texts as found (merchant_id, card_id, form, active, in_stock, price_common, created_at, category,
                                      name_key, name_words, document)
  select merchant_id, card_id, form, active, in_stock, price_common, created_at, category, name_key, length(words),
         group_document(words, rest, skus)
    from group_cards, to_tsvector('product_text', search_text(name)) words where card_id = any (changed)
  on conflict (merchant_id, language, card_id) do update
     set active = excluded.active, in_stock = excluded.in_stock, price_common = excluded.price_common,
         category = excluded.category, name_key = excluded.name_key, name_words = excluded.name_words,
         document = excluded.document;
  if exists (select from listing_languages
              where merchant_id = any (array(select merchant_id from product_groups where id = any (changed)))) then
    perform write_language_texts(changed);
  end if;
  if exists (select from price_contexts
              where merchant_id = any (array(select merchant_id from product_groups where id = any (changed)))) then
    perform write_priced_groups(changed);
  end if;
end $$;

-- Groups changed in this transaction: their cards are written at its end, each once, in id order.
create or replace function note_groups(changed uuid[]) returns void language plpgsql as $$
declare
  noted uuid[] := coalesce(nullif(current_setting('commerce.changed_groups', true), ''), '{}');
begin
  if changed <@ noted then return; end if;
  perform set_config('commerce.changed_groups',
                     array(select distinct id from unnest(noted || changed) id where id is not null)::text, true);
end $$;

create or replace function write_noted_groups() returns trigger language plpgsql set search_path from current as $$
declare
  noted uuid[] := coalesce(nullif(current_setting('commerce.changed_groups', true), ''), '{}');
begin
  if noted <> '{}' then
    perform set_config('commerce.changed_groups', '', true);
    perform refresh_groups(noted);
  end if;
  return null;
end $$;

-- One cached plan serves statements of one row and of a million: an index look-up per row, by the id alone
-- (docs/decisions/0127). Rows are changed one by one: joined with the statement's rows, a table that was believed empty
-- is read whole, and all of the statement's rows again for each of its own.
create or replace function record_listings() returns trigger language plpgsql set search_path from current
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  one record;
  shops uuid[];
  spoken boolean := false;
begin
  if tg_op <> 'DELETE' then
    shops := array(select distinct merchant_id from new_rows);
    spoken := exists (select from listing_languages where merchant_id = any (shops));
  end if;
  if tg_op = 'DELETE' then
    for one in select merchant_id, id from old_rows loop
      delete from listings where merchant_id = one.merchant_id and card_id = one.id;
      delete from listing_texts where merchant_id = one.merchant_id and card_id = one.id;
      delete from prices where merchant_id = one.merchant_id and product_id = one.id;
    end loop;
    perform note_groups(array_agg(distinct group_id)) from old_rows where group_id is not null having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform refresh_listings(array_agg(id)) from new_rows;
    insert into listing_texts (merchant_id, card_id, form, active, in_stock, price_common, created_at, category,
                               name_key, name_words, document)
    select card.merchant_id, card_id, form, active, card.in_stock, card.price_common, card.created_at, card.category,
           card.name_key, length(words), product_document(words, search_text(rest), card.sku)
      from new_rows
     cross join lateral (select * from product_cards where card_id = new_rows.id offset 0) card,
           to_tsvector('product_text', search_text(card.name)) words;
    if spoken then perform write_language_texts(array_agg(id)) from new_rows; end if;
    insert into prices (merchant_id, product_id, starts_at, price_minor, compare_at_minor)
    select merchant_id, id, clock_timestamp(), price_minor, compare_at_minor from new_rows where status = 'active';
    perform note_groups(array_agg(distinct group_id)) from new_rows where group_id is not null having count(*) > 0;
  else
    perform refresh_listings(array_agg(id)) from new_rows;
    for one in
      select its.* from new_rows
       cross join lateral (select * from product_cards where card_id = new_rows.id offset 0) its
       cross join lateral (
         select * from listing_texts
          where merchant_id = its.merchant_id and card_id = its.card_id and language = '' offset 0) text
       where (text.form, text.active, text.in_stock, text.price_common, text.category)
             is distinct from (its.form, its.active, its.in_stock, its.price_common, its.category)
    loop
      update listing_texts
         set form = one.form, active = one.active, in_stock = one.in_stock, price_common = one.price_common,
             category = one.category
       where merchant_id = one.merchant_id and card_id = one.card_id and language = '';
      if spoken then
        update listing_texts
           set form = one.form, active = one.active, in_stock = one.in_stock, price_common = one.price_common,
               category = one.category
         where merchant_id = one.merchant_id and card_id = one.card_id
           and language = any (array(select language from listing_languages where merchant_id = one.merchant_id));
      end if;
    end loop;
    insert into listing_texts (merchant_id, card_id, form, active, in_stock, price_common, created_at, category,
                               name_key, name_words, document)
    select card.merchant_id, card_id, form, active, card.in_stock, card.price_common, card.created_at, card.category,
           card.name_key, length(words), product_document(words, search_text(rest), card.sku)
      from (select id, sku, name, product_rest(category, description, brand, tags) from new_rows
            except
            select id, sku, name, product_rest(category, description, brand, tags) from old_rows) fresh
     cross join lateral (select * from product_cards where card_id = fresh.id offset 0) card,
           to_tsvector('product_text', search_text(card.name)) words
    on conflict (merchant_id, language, card_id) do update
       set name_key = excluded.name_key, name_words = excluded.name_words, document = excluded.document;
    if spoken then
      perform write_language_texts(array_agg(id))
         from (select id, group_id, sku, name, product_rest(category, description, brand, tags), options from new_rows
               except
               select id, group_id, sku, name, product_rest(category, description, brand, tags), options from old_rows
              ) fresh having count(*) > 0;
    end if;
    for one in
      select merchant_id, id, price_minor, compare_at_minor, status = 'active' from old_rows
      except
      select merchant_id, id, price_minor, compare_at_minor, status = 'active' from new_rows
    loop
      update prices set ends_at = clock_timestamp()
       where merchant_id = one.merchant_id and product_id = one.id and context = 0 and ends_at = 'infinity';
    end loop;
    insert into prices (merchant_id, product_id, starts_at, price_minor, compare_at_minor)
    select merchant_id, id, clock_timestamp(), price_minor, compare_at_minor
      from (select merchant_id, id, price_minor, compare_at_minor, status = 'active' as active from new_rows
            except
            select merchant_id, id, price_minor, compare_at_minor, status = 'active' from old_rows) fresh
     where active;
    perform note_groups(array_agg(distinct group_id)) from (
      select group_id from new_rows where group_id is not null
       union select group_id from old_rows where group_id is not null) changed having count(*) > 0;
  end if;
  if exists (select from price_contexts where merchant_id = any (shops)) then
    perform write_priced_cards(array_agg(id)) from new_rows;
  end if;
  return null;
end $$;

create or replace trigger products_listed after insert on products
  referencing new table as new_rows for each statement execute function record_listings();
create or replace trigger products_unlisted after delete on products
  referencing old table as old_rows for each statement execute function record_listings();
create or replace trigger products_listed_anew after update on products
  referencing old table as old_rows new table as new_rows for each statement execute function record_listings();

-- Only a constraint trigger can run at the end of the transaction. The first one to fire does all the work.
do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'products'::regclass and tgname = 'products_regrouped') then
    create constraint trigger products_regrouped after insert or update on products
      deferrable initially deferred for each row when (new.group_id is not null)
      execute function write_noted_groups();
    create constraint trigger products_ungrouped after update or delete on products
      deferrable initially deferred for each row when (old.group_id is not null)
      execute function write_noted_groups();
    create constraint trigger product_groups_listed after insert or update on product_groups
      deferrable initially deferred for each row execute function write_noted_groups();
  end if;
end $$;

create or replace function record_group() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    delete from listings where merchant_id = old.merchant_id and card_id = old.id;
    delete from listing_texts where merchant_id = old.merchant_id and card_id = old.id;
    return null;
  end if;
  perform note_groups(array[new.id]);
  return null;
end $$;

create or replace trigger product_groups_changed after insert or update or delete on product_groups
  for each row execute function record_group();

-- An announced price reduction begins when the price falls while `compare_at_minor` is set, and ends when the price
-- rises or `compare_at_minor` is cleared. Its base is the lowest price in force in the 30 days before, computed once
-- (Directive 98/6/EC article 6a, C-330/23).
create or replace function reduce_price() returns trigger language plpgsql set search_path from current as $$
begin
  if new.compare_at_minor is null or new.price_minor > old.price_minor then
    new.reduced_since := null;
    new.lowest_30d_minor := null;
  elsif new.reduced_since is null and new.price_minor < old.price_minor then
    new.reduced_since := clock_timestamp();
    new.lowest_30d_minor := (
      select min(price_minor) from prices
       where merchant_id = new.merchant_id and product_id = new.id
         and (context = 0 or context in (select price_contexts.context from price_contexts
                                          where merchant_id = new.merchant_id and currency = new.currency))
         and ends_at > new.reduced_since - interval '30 days');
  end if;
  return new;
end $$;

create or replace trigger products_price_reduced before update of price_minor, compare_at_minor on products
  for each row execute function reduce_price();

-- Key of a card in a page: id, available units, stamp, and for a group the shown product.
create or replace function card_key(card_id uuid, form "char", shown_id uuid, available int, stamp bigint)
returns text language sql stable
return card_id || ' ' || coalesce(available, 0) || ' ' || stamp
         || case when form = 'g' then ' ' || shown_id else '' end;

create or replace view card_keys as
  select listing.merchant_id, card_id, form,
         card_key(card_id, form, shown_id, stock.on_hand - stock.reserved, stamp) as key
    from listings listing
    left join lateral (
      -- By its key: a merge would read all stock of the shop.
      select on_hand, reserved from stock
       where stock.merchant_id = listing.merchant_id and stock.product_id = listing.shown_id offset 0) stock on true
   where context = 0;
