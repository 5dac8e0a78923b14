import { type RawBuilder, sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import type { Owners } from './large-shop-people.ts'

/** Discounts, payments in parts, gift cards, payment links and returns of the large shop, from its orders. */
export function selling({ shop, user, owner, size: { many } }: Owners): RawBuilder<unknown>[] {
  const promotion = newId()
  const paid = sql`(select *, row_number() over (order by id) as number from orders
                     where merchant_id = ${shop} and payment_status in ('paid', 'partially_refunded')) paid`
  return [
    // In a currency in which nothing is sold: others would write the cards of every change once more.
    sql`insert into price_lists (merchant_id, id, name, currency, percent, names_products, created_at, updated_at)
        select ${shop}, uuidv7(), 'List ' || n, 'CHF', -10, n <= 3, now(), now() from generate_series(1, 150) n`,
    sql`insert into price_list_prices (merchant_id, list_id, product_id)
        select ${shop}, list.id, product.id
          from (select id from price_lists where merchant_id = ${shop} and names_products) list,
               (select id from products where merchant_id = ${shop} order by id limit 900) product`,
    sql`insert into promotions (merchant_id, id, name, has_codes, kind, terms, applies_to, status, created_at,
                                updated_at)
        values (${shop}, ${promotion}, 'Letters', true, 'percentage', '{"percent": 10}', '{"all": true}', 'paused',
                now(), now())`,
    sql`insert into promotion_codes (merchant_id, code, promotion_id, generated)
        select ${shop}, 'LETTER-' || n, ${promotion}, true from generate_series(1, ${many}::int) n`,
    sql`insert into promotion_uses (merchant_id, promotion_id, order_id, user_id, code, amount_minor, shipping_minor)
        select merchant_id, ${promotion}, id, user_id, 'LETTER-' || number, 100, 0 from ${paid}
         where number <= ${many}`,
    sql`insert into payment_parts (merchant_id, order_id, payment_id, amount_minor, refunded_minor)
        select merchant_id, order_id, id, amount_minor, 100 from payments
         where merchant_id = ${shop} and id in (select payment_id from refunds)`,
    sql`insert into refund_parts (merchant_id, refund_id, payment_id, id, status, amount_minor)
        select merchant_id, id, payment_id, uuidv7(), status, amount_minor from refunds where merchant_id = ${shop}`,
    sql`insert into payment_links (merchant_id, token_hash, order_id, expires_at, created_at)
        select merchant_id, sha256(id::text::bytea), id, now() + interval '1 day', now() from orders
         where merchant_id = ${shop} and status = 'pending'`,
    sql`insert into stored_value_accounts (merchant_id, id, kind, currency, code_hash, last_four, created_at)
        select ${shop}, uuidv7(), 'gift_card', 'GBP', sha256(n::text::bytea), '2MRN', now()
          from generate_series(1, ${many}::int) n`,
    sql`insert into stored_value_accounts (merchant_id, id, kind, currency, user_id, created_at)
        values (${shop}, uuidv7(), 'store_credit', 'GBP', ${user}, now())`,
    sql`insert into stored_value_entries (merchant_id, account_id, number, kind, origin, amount_minor, balance_before,
                                          balance_after, cause_id, created_at)
        select merchant_id, id, 1, 'issued', 'granted', 500, 0, 500, uuidv7(), now() from stored_value_accounts`,
    sql`insert into returns (merchant_id, id, order_id, user_id, kind, status, currency, created_at, updated_at,
                             label_file, label_type, ended_at)
        select merchant_id, uuidv7(), id, case when number % 20 = 0 then ${user} else buyer_id end, 'return',
               case when number % 10 = 0 then 'requested' else 'refunded' end, 'GBP', now(), now(),
               '%PDF-', 'application/pdf', case when number % 10 > 0 then now() end
          from ${paid}
          join (select id as buyer_id, row_number() over (order by id) as at from users) buyer on buyer.at = number
         where number <= ${many}`,
    sql`insert into order_edits (merchant_id, order_id, id, kind, is_settled, difference_minor, tax_minor, products,
                                 stock, created_at)
        select merchant_id, id, uuidv7(), 'edited', false, 0, 0, '[]', '[]', now() from ${paid}
         where number <= ${many}`,
    sql`insert into unpaid_edits (merchant_id, order_id, before, held, created_at)
        select merchant_id, id, '{}', '[]', now() from ${paid} where number <= 10`,
    sql`insert into order_mails (merchant_id, id, order_id, kind, address, bounced)
        select merchant_id, uuidv7(), id, 'order_confirmation', 'ada@example.com', false from ${paid}
         where number <= ${many}`,
    sql`insert into payment_reminders (merchant_id, order_id, number)
        select merchant_id, id, 1 from ${paid} where number <= ${many}`,
    sql`insert into order_drafts (merchant_id, id, number, token, body, quote, user_id)
        select ${shop}, drafted.id, 'DRAFT-' || drafted.n, 'token-' || drafted.n, '{}',
               to_jsonb(one) || '{"items": []}', ${user}
          from (select uuidv7() as id, n from generate_series(1, ${many}::int) n) drafted
         cross join (select * from orders where merchant_id = ${shop} and status = 'pending' limit 1) one`,
    sql`insert into comments (merchant_id, id, subject, subject_id, text, actor_id, created_at)
        select ${shop}, uuidv7(), commented.subject, commented.id, 'Call first', ${owner}, now()
          from (select 'order' as subject, id from orders where merchant_id = ${shop} and user_id = ${user}
                 union all select 'return', id from returns where merchant_id = ${shop}
                 union all select 'product', id from products where merchant_id = ${shop} and sku in ('S3', 'S4')
                 union all select 'customer', ${user}) commented, generate_series(1, 3)`,
    sql`insert into bank_statements (merchant_id, id, skipped, actor_id, created_at)
        select ${shop}, uuidv7(), '{"debits": 0, "pending": 0, "returned": 0}', ${owner}, now()
          from generate_series(1, ${many}::int)`,
    sql`insert into bank_credits (merchant_id, id, fingerprint, booked_on, amount_minor, currency, name, text, state,
                                  order_id, created_at)
        select ${shop}, uuidv7(), sha256(n::text::bytea), current_date, 100, 'GBP', 'Ada', 'Rent', 'unmatched',
               ordered.id, now()
          from generate_series(1, ${many}::int) n
          left join (select id, number from ${paid}) ordered on ordered.number = n and n % 2 = 0`,
    sql`insert into bank_statement_credits (merchant_id, statement_id, position, credit_id, known)
        select ${shop}, statement.id, 1, credit.id, false
          from (select id, row_number() over (order by id) as n from bank_statements) statement
          join (select id, row_number() over (order by id) as n from bank_credits) credit using (n)`,
    sql`insert into return_items (merchant_id, return_id, line, quantity, reason)
        select merchant_id, id, 1, 1, 'other' from returns`,
    sql`insert into visit_days (merchant_id, day, source, visits)
        select ${shop}, current_date - ago, 'source-' || n, 5
          from generate_series(0, 700) ago, generate_series(1, 20) n`,
  ]
}
