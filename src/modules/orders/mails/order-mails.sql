-- Mails to the customers of a shop, queued for its committed events (src/modules/orders/README.md). Before
-- 50_events.sql, which calls it: each file is applied for itself, while other processes number events.

-- The mail of an event of a release that did not say it; null: none. Events say theirs since `events.mail`.
create or replace function mail_of_event(event_name text, body bytea) returns text
  language sql stable strict parallel safe
  return case event_name
    when 'order.created' then 'order_confirmation'
    when 'order.cancelled' then 'cancellation'
    when 'order.updated' then (
      select case
          when data ->> 'change' = 'fulfilled' then 'shipment'
          when data ->> 'change' = 'refunded' then 'refund'
          when data ->> 'change' = 'payment_status' and data ->> 'previous_status' = 'pending'
               and data #>> '{order,payment_status}' <> 'partially_paid' then 'order_paid' end
        from (select convert_from(body, 'utf8')::jsonb -> 'data') event (data)) end;

-- Queues a job for each of these events, sorted by id, that causes a mail, unless the shop has switched it off. Called
-- once per event, in the transaction that numbers it.
create or replace function queue_order_mails(merchant uuid, ids uuid[]) returns void
  language plpgsql set search_path from current as $$
begin
  insert into jobs (id, name, payload, max_attempts)
  select md5('order mail ' || event.id)::uuid, 'orders.send_mail',
         jsonb_build_object('merchant_id', merchant, 'event_id', event.id, 'kind', event.kind), 13
    from (select id, case when mail is null then mail_of_event(name, body) else nullif(mail, 'none') end as kind
            from events
           where id = any (ids) and id >= ids[1] and id <= ids[cardinality(ids)] and (merchant_id = merchant) is true
             and name in ('order.created', 'order.cancelled', 'order.updated')
             and created_at >= (select mailed_since from event_numbering)) event
    left join merchant_settings setting on setting.merchant_id = merchant
   where coalesce(case event.kind when 'shipment' then setting.mail_shipment
                                  when 'refund' then setting.mail_refund
                                  when 'address_change' then setting.mail_address_change
                                  else setting.mail_order_confirmation end, true)
     and event.kind is not null
  on conflict do nothing;
end $$;
