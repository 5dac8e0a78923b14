/** For each check, a damage that makes it fail: one row changed with triggers and foreign keys disabled. */
export const damages: Record<string, string> = {
  'a variant has what its group has': `
    update product_groups set slug = 'another'
     where id = (select group_id from products where group_id is not null limit 1)`,
  'a slug leads to the product or group that has it': 'delete from slugs where group_id is not null',
  'a collection holds products and groups that are there': `
    insert into collection_cards (merchant_id, collection_id, position, card_id)
    select id, gen_random_uuid(), 0, gen_random_uuid() from merchants limit 1`,
  'a picture that is ready has its sizes, the last of its own width': 'update media set width = width + 1',
  'a picture that is shown is one of its shop': `
    update products set media = array[gen_random_uuid()] where id = (select id from products limit 1)`,
  'an order’s subtotal is that of its lines': `
    update orders set subtotal_minor = subtotal_minor + 1, total_minor = total_minor + 1 where status = 'completed'`,
  'an order’s total adds up from its parts': `
    alter table orders drop constraint orders_total_adds_up;
    update orders set total_minor = total_minor + 1 where status = 'completed'`,
  'an order’s tax is that of its tax lines': `
    update orders set tax_total_minor = tax_total_minor + 1 where status = 'pending'`,
  'a tax line is of the items, the shipping and the fee that it taxes': `
    update order_items set tax_line = null where tax_line is not null`,
  'an order’s discounts are those of its lines': `
    update orders set discounts = '[{"amount_minor": 1, "shipping_minor": 0}]' where discounts is not null`,
  'the uses of promotions are those of the orders': `
    update promotion_uses set amount_minor = amount_minor + 1`,
  'a promotion with a limit counts its uses': 'update promotion_counters set used = used + 1',
  'uses of promotions by the quarter of an hour': 'update promotion_use_hours set shipping_minor = shipping_minor + 1',
  'uses of promotions by the day': 'update promotion_use_days set amount_minor = amount_minor + 1',
  'uses of promotions in all': 'update promotion_use_totals set orders = orders + 1',
  'unpaid orders are counted by user and by client address': 'update unpaid_counts set units = units + 1',
  'an order’s status has its times': `update orders set completed_at = null where status = 'completed'`,
  'an order has one open payment at most': `
    drop index payments_one_open;
    insert into payments select merchant_id, gen_random_uuid(), order_id, provider, method, 'pending', amount_minor,
      currency, reference, failure, actor_id, created_at, settled_at, refunded_at, due_at
      from (select * from payments limit 1) payment cross join generate_series(1, 2)`,
  'an order whose payments are settled is paid by one of its total or by parts, and any other money is given back': `
    update payments set amount_minor = amount_minor - 1 where status = 'succeeded'`,
  'a payment gives back what the refunds of its order say': `
    update payment_parts set refunded_minor = refunded_minor + 1 where refunded_minor < amount_minor`,
  'a refund of several payments is the sum of its parts, and ends with them': `
    update refund_parts set status = 'pending'`,
  'each entry of stored value follows the one before': `
    alter table stored_value_entries drop constraint stored_value_entries_adds_up;
    update stored_value_entries set balance_after = balance_after + 1 where number = 1`,
  'each unit of a paid order that is a gift card was issued once': `
    update stored_value_accounts set line = line + 1 where order_id is not null`,
  'refunded gift cards have lost their value, and no others': `
    update order_items set quantity_cancelled = 0 where voucher is not null`,
  'orders say what was paid for multi-purpose vouchers': `
    update orders set voucher_minor = voucher_minor - 1 where voucher_minor is not null`,
  'orders say whether they are in another currency': `update orders set other_currency = not other_currency`,
  'payments with stored value took what their ledgers say, and gave back what was refunded': `
    update payments set amount_minor = amount_minor + 1 where provider = 'stored_value'`,
  'a refund gives back to payments that are there': `update refunds set payment_id = id`,
  'an order’s refunds are what it says, and no more than was paid': `
    update refunds set amount_minor = amount_minor + 1 where items is not null`,
  'units were sent and refunded as the items say': `
    update order_items set quantity_fulfilled = 0, quantity_returned = 0 where quantity_returned > 0`,
  'an order’s fulfillment is that of its units, and ends with the last': `
    update orders set fulfillment_status = 'unfulfilled' where status = 'processing'`,
  'an order’s events are those of its changes': `delete from events where name = 'order.completed'`,
  'the numbers of a series have no gap but those that staff made': 'update invoices set number = 3, follows = 2',
  'a series goes on after its last number': 'update invoice_series set last_number = last_number + 1',
  'an invoice says the number and the sums that it is kept under': `
    update invoices set total_minor = total_minor + 1`,
  'the lines and the charges of an invoice sum to its net amount': `
    update invoices set data = jsonb_set(data, '{lines}', '[]')`,
  'the bytes of an invoice are those that were made': `update invoice_files set pdf = 'other'`,
  'a refund of an invoiced order has one credit note that no invoice takes back': `
    update refunds set status = 'failed' where id in (select refund_id from invoices)`,
  'open returns hold their units, and nothing else does': `
    alter table order_items drop constraint order_items_returning;
    update order_items set quantity_returning = 1`,
  'a return is of an order of its shop and its user, and of items of that order': returnThatIs('requested'),
  'a refund of a return is of the same order': 'update refunds set return_id = id',
  'a refunded return has a refund': returnThatIs('refunded'),
  'stock is what its ledger adds up to': `
    update stock set on_hand = on_hand + 1 where product_id = (select product_id from stock limit 1)`,
  'each movement follows the one before': `
    update stock_movements set on_hand_after = on_hand_after + 1 where type = 'order_completed'`,
  'reserved stock is that of the open orders': `update stock set reserved = 0 where reserved > 0`,
  'each unit of an order is reserved once, and released or fulfilled once; each that came back has its movement': `
    delete from stock_movements where type = 'refund_returned'`,
  'each change of stock is told once': `
    delete from events where id = (select id from events where name = 'inventory.updated' limit 1)`,
  'a product is in stock if some of it is available': `
    update products set in_stock = false where id = (select id from products where in_stock limit 1)`,
  'products of which few are left are listed': `
    delete from low_stock where product_id = (select product_id from low_stock limit 1)`,
  'no two events have one position, and none is behind the end of the log': `
    update event_log_heads set last_position = last_position - 1`,
  'an event without a position is where numbering looks for it': `
    update event_numbering
       set numbered_until = '9000000000', cluster = (select system_identifier from pg_control_system());
    update events set position = null where id = (select id from events where position is not null limit 1)`,
  'an event of an account or an order says its user, by which it is erased': `
    update events set user_id = null where id = (select id from events where name = 'order.created' limit 1)`,
  'an event has a delivery to each subscription to it that was never changed': `
    delete from deliveries where event_name = 'order.completed'`,
  'a delivery waits in the queue if it is pending, and else does not': `
    delete from delivery_queue where delivery_id = (select delivery_id from delivery_queue limit 1)`,
  'figures by the quarter of an hour': 'update figure_hours set revenue_minor = revenue_minor + 1',
  'figures by the day': 'update figure_days set cancelled = cancelled + 1',
  'refunds, tax and shipping by the quarter of an hour': 'update sales_hours set refunded_minor = refunded_minor + 1',
  'refunds, tax and shipping by the day': 'update sales_days set tax_minor = tax_minor + 1',
  'figures in all': 'update figure_totals set customers = customers - 1',
  'sales of products': 'update product_sales set units = units + 1 where block_days = 8',
  'sales to customers': 'update customer_sales set order_total_minor = order_total_minor + 1',
  'a row of sales for each customer': 'delete from customer_sales where order_count = 0',
  'customers are listed by their names': `
    update customers set name_key = 'x' where user_id = (select user_id from customers limit 1)`,
  'words of products are known to the search': `
    update search_words set products = products + 1 where word = (select word from search_words limit 1)`,
  'a product and a group are listed as they are': `
    update listings set price_common = price_common + 1 where card_id = (select card_id from listings limit 1)`,
  'the price in force is the last of the price history': `
    delete from prices where product_id = (select product_id from prices limit 1)`,
  'a product and a group are found by their words': `
    delete from listing_texts where card_id = (select card_id from listing_texts limit 1)`,
  'a product and a group are found in the languages of their shop': `
    insert into listing_languages (merchant_id, language, ready)
    select merchant_id, 'xx', true from products limit 1`,
  'words of products are counted in their languages': `
    insert into listing_words (merchant_id, language, written, word, stems, products)
    select merchant_id, 'xx', 'a', 'a', '{a}', 1 from products limit 1`,
  'a row of identity refers to rows that are there': `
    delete from users where id = (select user_id from orders limit 1)`,
  'a row of orders refers to rows that are there': `delete from orders where status = 'completed'`,
  'a row of deliveries refers to rows that are there': `delete from events where name = 'order.created'`,
  'any other row refers to rows that are there': `
    delete from products where id = (select product_id from cart_items limit 1)`,
}

function returnThatIs(status: string): string {
  return `
    insert into returns (merchant_id, id, order_id, user_id, kind, status, currency, created_at, updated_at,
                         ended_at)
    select merchant_id, gen_random_uuid(), id, user_id, 'return', '${status}', currency, now(), now(),
           case when '${status}' = 'refunded' then now() end
      from orders limit 1`
}
