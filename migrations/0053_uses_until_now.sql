-- no transaction
-- Uses from before the trigger of the file before. A statement sees a use with its change or neither, so that uses of
-- this moment are neither missed nor counted twice. Repeated, it finds nothing.
insert into promotion_use_changes (merchant_id, promotion_id, hour, orders, amount_minor, shipping_minor)
select merchant_id, promotion_id, hour, sum(orders), sum(amount_minor), sum(shipping_minor)
  from (select merchant_id, promotion_id, date_bin('15 minutes', created_at, timestamptz 'epoch') as hour,
               1 as orders, amount_minor, shipping_minor
          from promotion_uses where not released
        union all
        select merchant_id, promotion_id, hour, -orders, -amount_minor, -shipping_minor from promotion_use_hours
        union all
        select merchant_id, promotion_id, hour, -orders, -amount_minor, -shipping_minor from promotion_use_changes
       ) counted
 group by 1, 2, 3 having (sum(orders), sum(amount_minor), sum(shipping_minor)) <> (0, 0, 0);
