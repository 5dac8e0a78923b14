-- Sort keys of a shop's customers.

-- Sort key of names, in an index per shop: folded and compared by bytes, like those of products. Rows store its result:
-- 0015_letters.sql defines it, too.
create or replace function customer_name_key(name text) returns text language sql immutable parallel safe
  return fold_text(coalesce(name, ''));

-- The id that a shop's customer has now: of a record that became an account's, that of the account.
create or replace function customer_id(shop uuid, id uuid) returns uuid language sql stable
  return coalesce((select alias.user_id from customer_aliases alias
                    where alias.merchant_id = shop and alias.id = customer_id.id), id);

-- The record that staff of a shop made for the confirmed address of an account, and that is not the account's yet.
create or replace function record_for(shop uuid, account uuid) returns uuid language sql stable
  return (select record.user_id
            from users owner
            join customers record on record.merchant_id = shop and record.email_key = owner.email_key
                                     and record.by_staff and record.email_key <> ''
            -- Not that of another account, which had the address before.
            join users person on person.id = record.user_id and person.is_guest
           where owner.id = account and owner.is_verified and not owner.is_guest and owner.deleted_at is null);

-- All ids under which a shop has orders of a shopper: an account sees what staff ordered for its confirmed address, and
-- the orders of customers that staff merged into it once its address is confirmed.
create or replace function own_customers(shop uuid, shopper uuid) returns uuid[] language sql stable
  return array_remove(array[shopper, record_for(shop, shopper)], null)
         || array(select alias.id from customer_aliases alias
                    join users owner on owner.id = shopper and owner.is_verified and not owner.is_guest
                   where alias.user_id = shopper and alias.merchant_id = shop);

-- Makes two customers of a shop one: what it has of the first is of the other then, and the old id leads on. It writes
-- rows of other modules, as the one moment at which a customer gets another id. Papers keep theirs. What the second
-- lacks is filled from the first. Where both have store credit, nothing is done. Staff who order for one of them wait.
create or replace function join_customers(shop uuid, gone uuid, stays uuid) returns boolean
language plpgsql set search_path from current as $$
begin
  perform from customers where merchant_id = shop and user_id in (gone, stays) order by user_id for update;
  if (select count(*) from customers where merchant_id = shop and user_id in (gone, stays)) < 2
     or (select count(*) from stored_value_accounts credit
          where credit.merchant_id = shop and credit.user_id in (gone, stays)) > 1 then
    return false;
  end if;
  insert into figure_changes (merchant_id, hour, user_id, order_count, order_total_minor)
  -- As quarter_of(now()), which a later file defines.
  select shop, date_bin('15 minutes', now(), timestamptz 'epoch'), side.id,
         side.sign * sold.orders, side.sign * sold.total
    from (select count(*) as orders, coalesce(sum(total_minor) filter (where not other_currency), 0) as total
            from orders where merchant_id = shop and user_id = gone and status <> 'cancelled') sold,
         (values (gone, -1), (stays, 1)) side (id, sign)
   where sold.orders > 0;
  update orders set user_id = stays where merchant_id = shop and user_id = gone;
  update returns set user_id = stays where merchant_id = shop and user_id = gone;
  update promotion_uses set user_id = stays where merchant_id = shop and user_id = gone;
  update stored_value_accounts set user_id = stays where merchant_id = shop and user_id = gone;
  update order_drafts set user_id = stays where user_id = gone and merchant_id = shop;
  update comments set subject_id = stays where merchant_id = shop and subject = 'customer' and subject_id = gone;
  insert into customer_group_members (merchant_id, group_id, user_id)
  select merchant_id, group_id, stays from customer_group_members where merchant_id = shop and user_id = gone
  on conflict do nothing;
  delete from customer_group_members where merchant_id = shop and user_id = gone;
  update customer_aliases set user_id = stays where merchant_id = shop and user_id = gone;
  update customers known
     set name = coalesce(known.name, former.name), phone = coalesce(known.phone, former.phone),
         name_key = customer_name_key(coalesce(known.name, former.name)),
         phone_key = regexp_replace(coalesce(known.phone, former.phone, ''), '\D', '', 'g'),
         company = coalesce(known.company, former.company), vat_number = coalesce(known.vat_number, former.vat_number),
         note = nullif(concat_ws(e'\n', known.note, former.note), ''),
         locale = coalesce(known.locale, former.locale), tax_exempt = known.tax_exempt or former.tax_exempt,
         send_before_paid = known.send_before_paid or former.send_before_paid,
         tags = array(select tag from (
                        select distinct on (lower(tag)) tag, place
                          from unnest(known.tags || former.tags) with ordinality of (tag, place)
                         order by lower(tag), place) each_tag order by place),
         addresses = known.addresses || former.addresses,
         addresses_at = case when known.addresses_at is not null and former.addresses_at is not null
                             then least(known.addresses_at, former.addresses_at) end,
         -- A consent is of one address: that of the other customer is another one's.
         version = known.version + 1
    from customers former
   where known.merchant_id = shop and known.user_id = stays
     and former.merchant_id = shop and former.user_id = gone;
  delete from customers where merchant_id = shop and user_id = gone;
  insert into customer_aliases (merchant_id, id, user_id) values (shop, gone, stays);
  return true;
end $$;

-- Merges two customers as staff says. Orders keep under whose id they were placed: whoever placed them sees them as
-- before, and another account not before its address is confirmed. A withdrawn consent stays withdrawn.
create or replace function merge_customers(shop uuid, gone uuid, stays uuid) returns boolean
language plpgsql set search_path from current as $$
declare
  former customers%rowtype;
begin
  select * into former from customers where merchant_id = shop and user_id = gone for update;
  update orders set placed_as = user_id where merchant_id = shop and user_id = gone and placed_as is null;
  if not join_customers(shop, gone, stays) then return false; end if;
  update customers known
     set email = case when takes.address then former.email else known.email end,
         email_key = case when takes.address then former.email_key else known.email_key end,
         consent_at = coalesce(known.consent_at, case when takes.consent then former.consent_at end),
         consent_source = coalesce(known.consent_source, case when takes.consent then former.consent_source end),
         consent_withdrawn_at = coalesce(known.consent_withdrawn_at,
                                         greatest(former.consent_withdrawn_at,
                                                  case when former.consent_withdrawn_at is not null
                                                       then known.consent_at end))
    from (select stay.email_key = '' and stay.email is null as address,
                 former.consent_withdrawn_at is not null or stay.email_key in ('', former.email_key) as consent
            from customers stay where stay.merchant_id = shop and stay.user_id = stays) takes
   where known.merchant_id = shop and known.user_id = stays;
  return true;
end $$;

-- Locks the guests of an address at a shop and the record that staff made for it, the oldest first. Those to whom staff
-- gave terms, a group or store credit are left out: anybody can type an address.
create or replace function lock_joinable(shop uuid, address text, most int)
returns table (user_id uuid, by_staff boolean, created_at timestamptz) language sql
begin atomic
  select locked.user_id, locked.by_staff, locked.created_at from (
    select known.user_id, known.by_staff, known.created_at
      from customers known
      join users person on person.id = known.user_id and person.is_guest and person.deleted_at is null
     where known.merchant_id = shop and known.email_key = address and address <> ''
       and not known.send_before_paid and not known.tax_exempt
       and not exists (select from customer_group_members member
                        where member.merchant_id = shop and member.user_id = known.user_id)
       and not exists (select from stored_value_accounts credit
                        where credit.merchant_id = shop and credit.user_id = known.user_id)
     order by known.user_id limit most for update of known) locked
   order by locked.created_at, locked.user_id;
end;

-- Queues that the guests of one address become one customer (join-guests.ts). After the purchase, so that guests of one
-- address do not wait for each other.
create or replace function queue_join_guests() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from customers other
              where other.merchant_id = new.merchant_id and other.email_key = new.email_key
                and other.user_id <> new.user_id) then
    insert into jobs (id, name, payload, key, max_attempts)
    values (gen_random_uuid(), 'merchants.join_guests',
            jsonb_build_object('merchant_id', new.merchant_id, 'user_id', new.user_id),
            'merchants.join_guests:' || new.merchant_id || ':' || new.user_id, 13)
    on conflict (key) do update set id = excluded.id, attempts = 0, due_at = excluded.due_at;
  end if;
  return null;
end $$;

create or replace trigger customers_join_guests after insert on customers
  for each row when (new.email_key <> '') execute function queue_join_guests();

create or replace trigger customers_join_changed after update of email_key on customers
  for each row when (new.email_key <> '' and new.email_key <> old.email_key) execute function queue_join_guests();

-- A guest who was merged, and orders again on the same device, or registers, is a customer of their own again.
create or replace function free_alias() returns trigger language plpgsql set search_path from current as $$
begin
  delete from customer_aliases where merchant_id = new.merchant_id and id = new.user_id;
  return null;
end $$;

create or replace trigger customers_alias after insert on customers for each row execute function free_alias();

-- Makes a record of staff the account's that orders at the shop itself, with the consent to its address.
create or replace function join_record(shop uuid, record uuid, account uuid) returns boolean
language plpgsql set search_path from current as $$
declare
  former customers%rowtype;
begin
  select * into former from customers where merchant_id = shop and user_id = record and by_staff for update;
  if not found or not join_customers(shop, record, account) then return false; end if;
  update customers
     set consent_at = former.consent_at, consent_source = former.consent_source,
         consent_withdrawn_at = former.consent_withdrawn_at
   where merchant_id = shop and user_id = account and consent_at is null and former.consent_at is not null
     and email_key = former.email_key;
  return true;
end $$;

-- The release before changes the keys of customers alone: when an account is erased, or its profile changes.
create or replace function keep_customer_keys() returns trigger language plpgsql set search_path from current as $$
begin
  if new.email_key = '' and new.email is not null then
    new.name := null; new.email := null; new.phone := null; new.company := null; new.vat_number := null;
    new.note := null; new.addresses := '[]'; new.tags := '{}';
    new.name_key := ''; new.phone_key := '';
  elsif (new.name, new.email, new.phone) is not distinct from (old.name, old.email, old.phone) then
    new.name_key := old.name_key; new.email_key := old.email_key; new.phone_key := old.phone_key;
  end if;
  return new;
end $$;

create or replace trigger customers_keys before update of name_key, email_key, phone_key on customers
  for each row when (old.told and new.told) execute function keep_customer_keys();

-- The customer groups of a user at a shop: also by an id that is of before a merge, and those into which staff put the
-- record of their confirmed address.
create or replace function groups_of_customer(shop uuid, buyer uuid) returns uuid[] language sql stable
  return array(select distinct group_id from customer_group_members
                where merchant_id = shop and user_id in (customer_id(shop, buyer), record_for(shop, buyer)));
