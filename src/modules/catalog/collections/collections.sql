-- What collections hold follows the products: a trigger notes the shop, and a sweep brings its collections up to date.

-- Shops with collections, of which products or groups have changed. Each statement adds a row for a shop.
create or replace function note_collection_change() returns trigger language plpgsql set search_path from current as $$
begin
  insert into collection_changes (merchant_id)
  select distinct merchant_id from changed_rows
   where exists (select from collections where collections.merchant_id = changed_rows.merchant_id);
  return null;
end $$;

create or replace trigger products_collected after insert on products
  referencing new table as changed_rows for each statement execute function note_collection_change();
create or replace trigger products_collected_anew after update on products
  referencing new table as changed_rows for each statement execute function note_collection_change();

create or replace trigger groups_collected_anew after update on product_groups
  referencing new table as changed_rows for each statement execute function note_collection_change();

-- What is deleted leaves the collections at once, with the deletion: no row of a collection leads nowhere.
create or replace function forget_cards() returns trigger language plpgsql set search_path from current as $$
declare
  gone record;
begin
  for gone in select merchant_id, id from gone_rows loop
    delete from collection_cards where merchant_id = gone.merchant_id and card_id = gone.id;
  end loop;
  insert into collection_changes (merchant_id)
  select distinct merchant_id from gone_rows
   where exists (select from collections where collections.merchant_id = gone_rows.merchant_id);
  return null;
end $$;

create or replace trigger products_uncollected after delete on products
  referencing old table as gone_rows for each statement execute function forget_cards();
create or replace trigger groups_uncollected after delete on product_groups
  referencing old table as gone_rows for each statement execute function forget_cards();

-- A product that joins a group is shown by the card of the group: it takes the product's place, if it has none.
create or replace function regroup_card() returns trigger language plpgsql set search_path from current as $$
begin
  update collection_cards card set card_id = new.group_id
   where card.merchant_id = new.merchant_id and card.card_id = new.id
     and not exists (select from collection_cards other
                      where other.merchant_id = card.merchant_id and other.collection_id = card.collection_id
                        and other.card_id = new.group_id);
  delete from collection_cards where merchant_id = new.merchant_id and card_id = new.id;
  return null;
end $$;

create or replace trigger products_recollected after update of group_id on products
  for each row when (new.group_id is not null and new.group_id is distinct from old.group_id)
  execute function regroup_card();
