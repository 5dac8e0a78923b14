-- What invoices and credit notes are due for. A shop without the setting gets no rows.
create or replace function request_invoice(merchant uuid, why text, of_order uuid, of_refund uuid, of_fulfillment uuid)
  returns void language sql set search_path from current as $$
  insert into invoice_requests (merchant_id, cause, order_id, refund_id, fulfillment_id, caused_at)
  select merchant, why, of_order, of_refund, of_fulfillment, now()
    from merchant_settings setting
   where setting.merchant_id = merchant
     and case setting.invoices ->> 'issue_on' when 'paid' then why <> 'fulfilled'
                                              when 'fulfilled' then why <> 'paid' end
$$;

-- Of an order that staff has invoiced, whatever the shop sets now.
create or replace function request_credit_note(merchant uuid, why text, of_order uuid, of_refund uuid)
  returns void language sql set search_path from current as $$
  insert into invoice_requests (merchant_id, cause, order_id, refund_id, caused_at)
  select merchant, why, of_order, of_refund, now()
   where exists (select from invoices where invoices.merchant_id = merchant and invoices.order_id = of_order)
      or exists (select from invoice_requests waiting
                  where waiting.merchant_id = merchant and waiting.order_id = of_order)
$$;

create or replace function invoice_paid_order() returns trigger language plpgsql set search_path from current as $$
begin
  perform request_invoice(new.merchant_id, 'paid', new.id, null, null);
  return null;
end $$;

create or replace trigger orders_paid_invoice after update of paid_at on orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function invoice_paid_order();
create or replace trigger orders_placed_paid_invoice after insert on orders
  for each row when (new.paid_at is not null) execute function invoice_paid_order();

create or replace function credit_cancelled_order() returns trigger language plpgsql set search_path from current as $$
begin
  perform request_credit_note(new.merchant_id, 'cancelled', new.id, null);
  return null;
end $$;

-- The money of a paid order goes back by a refund, which has its own credit note.
create or replace trigger orders_cancelled_invoice after update of cancelled_at on orders
  for each row when (old.cancelled_at is null and new.cancelled_at is not null and new.paid_at is null)
  execute function credit_cancelled_order();

-- Whether the last invoice is of the edited order is seen when the request is worked on.
create or replace function correct_edited_invoice() returns trigger language plpgsql set search_path from current as $$
begin
  if new.is_settled then
    perform request_credit_note(new.merchant_id, 'edited', new.order_id, null);
  end if;
  return null;
end $$;

create or replace trigger order_edits_invoice after insert on order_edits
  for each row execute function correct_edited_invoice();

create or replace function invoice_fulfillment() returns trigger language plpgsql set search_path from current as $$
begin
  perform request_invoice(new.merchant_id, 'fulfilled', new.order_id, null, new.id);
  return null;
end $$;

create or replace trigger fulfillments_invoice after insert on fulfillments
  for each row execute function invoice_fulfillment();

-- What an edit gives back is in the invoice of the edited order.
create or replace function credit_refund() returns trigger language plpgsql set search_path from current as $$
begin
  if new.edit_id is not null then return null; end if;
  perform request_credit_note(
    new.merchant_id, case new.status when 'succeeded' then 'refunded' else 'refund_failed' end, new.order_id, new.id);
  return null;
end $$;

create or replace trigger refunds_given_invoice after insert on refunds
  for each row when (new.status = 'succeeded') execute function credit_refund();
create or replace trigger refunds_settled_invoice after update of status on refunds
  for each row when ((new.status = 'succeeded') <> (old.status = 'succeeded')) execute function credit_refund();
