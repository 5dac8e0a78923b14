-- Uses of promotions by orders.

-- An e-mail address as limits for customers compare it: without case and +tag. Stored addresses have readable domains.
create or replace function folded_email(email text) returns text language sql immutable as $$
  select lower(regexp_replace(email, '\+[^@]*@', '@'))
$$;

-- Whether somebody has no order at the shop that is paid or waits for payment, by account and by e-mail address. The
-- pattern uses orders_found_by_email; lower(email) in it may have a +tag.
create or replace function is_new_customer(shop uuid, buyer uuid, mail text, but_order uuid) returns boolean
  language sql stable as $$
  select not exists (
           select from orders
            where merchant_id = shop and user_id = buyer and status <> 'cancelled' and id is distinct from but_order)
     and (mail is null
          or not exists (
               select from promotion_uses
                where merchant_id = shop and email_key = mail and not released and order_id is distinct from but_order)
         and not exists (
               select from orders
                where merchant_id = shop and status <> 'cancelled' and id is distinct from but_order
                  and (' ' || lower(email))
                      like ' ' || replace(replace(replace(split_part(mail, '@', 1), '\', '\\'), '%', '\%'), '_', '\_')
                           || '%@%'
                  and folded_email(email) = mail))
$$;

-- Uses promotions for an order that is being placed: all of them, or none and why. Its order of locks is the same
-- everywhere: the shop's promotions (shared: a change of them waits), counters by promotion, customers and codes; then
-- stock. In a function, because a statement does not see commits during its own wait for a lock; the next one does.
create or replace function take_promotions(
  shop uuid, its_order uuid, buyer uuid, mail text, wanted uuid[], given text[], amounts bigint[], shippings bigint[]
) returns table (promotion_id uuid, reason text) language plpgsql set search_path from current as $$
#variable_conflict use_column
declare
  has_limits boolean;
  is_personal boolean;
  has_generated boolean := array_remove(given, null) <> '{}';
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('promotions:' || shop, 0));
  perform from promotion_counters counter
    where counter.merchant_id = shop and counter.promotion_id = any(wanted)
    order by counter.promotion_id for update;
  has_limits := found;
  is_personal := exists (
    select from promotions promotion
     where promotion.merchant_id = shop and promotion.id = any(wanted)
       and (per_customer_limit is not null or (customers ->> 'new_only')::boolean));
  if is_personal or has_generated then
    perform pg_advisory_xact_lock(key)
      from (select distinct hashtextextended('promotion_use:' || shop || ':' || word, 0) as key
              from (select unnest(given)
                    union all
                    select unnest(array['u' || buyer, 'm' || mail]) where is_personal) as one (word)
             where word is not null order by key) keys;
  end if;

  -- Counters without room take back the uses of orders cancelled since.
  if has_limits then
    with full_ones as (
      select counter.promotion_id
        from promotion_counters counter
        join promotions promotion on promotion.merchant_id = shop and promotion.id = counter.promotion_id
       where counter.merchant_id = shop and counter.promotion_id = any(wanted) and counter.used >= usage_limit
    ), back as (
      update promotion_uses returned set given_back = true
        from full_ones
       where returned.merchant_id = shop and returned.promotion_id = full_ones.promotion_id
         and returned.released and not returned.given_back
      returning returned.promotion_id
    )
    update promotion_counters counter set used = counter.used - counted.uses
      from (select back.promotion_id, count(*)::int as uses from back group by 1) counted
     where counter.merchant_id = shop and counter.promotion_id = counted.promotion_id;
  end if;

  -- Nothing can refuse other promotions.
  if has_limits or is_personal or has_generated then
    return query
      select promotion.id,
             case when counter.used >= usage_limit then 'used_up'
                  when use.code is not null then 'used_up'
                  when per_customer_limit <= (
                    select count(*) from promotion_uses earlier
                     where earlier.merchant_id = shop and earlier.promotion_id = promotion.id and not earlier.released
                       and (earlier.user_id = buyer or earlier.email_key = mail)) then 'used_by_customer'
                  else 'new_customers_only' end
        from unnest(wanted, given) as one (id, code)
        join promotions promotion on promotion.merchant_id = shop and promotion.id = one.id
        left join promotion_counters counter on counter.merchant_id = shop and counter.promotion_id = one.id
        left join promotion_uses use on use.merchant_id = shop and use.code = one.code and not use.released
       where counter.used >= usage_limit or use.code is not null
          -- A comparison with null would count all the same.
          or per_customer_limit is not null and per_customer_limit <= (
               select count(*) from promotion_uses earlier
                where earlier.merchant_id = shop and earlier.promotion_id = promotion.id and not earlier.released
                  and (earlier.user_id = buyer or earlier.email_key = mail))
          or coalesce((customers ->> 'new_only')::boolean, false)
             and not is_new_customer(shop, buyer, mail, its_order);
    if found then return; end if;
  end if;

  if has_limits then
    update promotion_counters counter set used = counter.used + 1
     where counter.merchant_id = shop and counter.promotion_id = any(wanted);
  end if;
  insert into promotion_uses (merchant_id, promotion_id, order_id, user_id, email_key, code, amount_minor,
                              shipping_minor, created_at)
  select shop, one.id, its_order, buyer, mail, one.code, one.amount, one.shipping, now()
    from unnest(wanted, given, amounts, shippings) as one (id, code, amount, shipping);
end $$;

-- Locks as `take_promotions` does: the shop's promotions, then the counters of those that an order has or is to take.
create or replace function lock_promotions(shop uuid, its_order uuid, wanted uuid[]) returns void
  language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('promotions:' || shop, 0));
  perform from promotion_counters counter
    where counter.merchant_id = shop
      and (counter.promotion_id = any(wanted)
           or counter.promotion_id in (
                select own.promotion_id from promotion_uses own
                 where own.merchant_id = shop and own.order_id = its_order))
    order by counter.promotion_id for update;
end $$;

-- Writes what promotions give an edited order. Its uses of others are given back.
create or replace function keep_promotions(
  shop uuid, its_order uuid, kept uuid[], amounts bigint[], shippings bigint[]
) returns void language plpgsql set search_path from current as $$
begin
  update promotion_uses used set amount_minor = given.amount, shipping_minor = given.shipping
    from unnest(kept, amounts, shippings) given (id, amount, shipping)
   where used.merchant_id = shop and used.order_id = its_order and used.promotion_id = given.id;
  if not exists (select from promotion_uses used
                  where used.merchant_id = shop and used.order_id = its_order and not used.released
                    and used.promotion_id <> all(kept)) then
    return;
  end if;
  perform lock_promotions(shop, its_order, '{}');
  with gone as (
    delete from promotion_uses used
     where used.merchant_id = shop and used.order_id = its_order and not used.released
       and used.promotion_id <> all(kept)
    returning used.promotion_id
  )
  update promotion_counters counter set used = counter.used - 1 from gone
   where counter.merchant_id = shop and counter.promotion_id = gone.promotion_id;
end $$;

-- The uses of a cancelled order become free again.
create or replace function release_promotions(shop uuid, its_order uuid) returns void
  language sql set search_path from current as $$
  update promotion_uses set released = true where merchant_id = shop and order_id = its_order and not released
$$;

-- What was used and taken off, by the quarter of an hour in which the order was placed. Orders append rows, and wait
-- for nobody.
create or replace function record_promotion_use() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' and not old.released then
    insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
    values (old.merchant_id, old.promotion_id, date_bin('15 minutes', old.created_at, timestamptz 'epoch'),
            -1, -old.amount_minor, -old.shipping_minor);
  end if;
  if tg_op <> 'DELETE' and not new.released then
    insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
    values (new.merchant_id, new.promotion_id, date_bin('15 minutes', new.created_at, timestamptz 'epoch'),
            1, new.amount_minor, new.shipping_minor);
  end if;
  return null;
end $$;

create or replace trigger promotion_uses_counted
  after insert or delete or update of released, amount_minor, shipping_minor on promotion_uses
  for each row execute function record_promotion_use();

-- What promotions give an order.
create or replace function promotions_of_order(shop uuid, its_order uuid)
  returns table (promotion_id uuid, name text, amount_minor bigint, shipping_minor bigint, used_at timestamptz)
  language sql stable as $$
  select used.promotion_id, promotion.name, used.amount_minor, used.shipping_minor, used.created_at
    from promotion_uses used
    left join promotions promotion on promotion.merchant_id = shop and promotion.id = used.promotion_id
   where used.merchant_id = shop and used.order_id = its_order and not used.released
$$;

-- What can be translated of promotions: nobody reads the names of those that are over.
create or replace function translatable_promotions(shop uuid)
  returns table (merchant_id uuid, id uuid, name text, description text, instructions text, status text)
  language sql stable
  begin atomic
    select merchant_id, id, name, null::text, null::text, case when ends_at <= now() then 'archived' else 'active' end
      from promotions where merchant_id = shop;
  end;
