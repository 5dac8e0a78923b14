import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from './support/factories.ts'
import { makePaidOrder } from './support/orders.ts'

/** What 0002_rules_of_rows.sql refuses: changes of rows that are in order, and the rule each breaks. */
const refused: Record<string, [change: string, rule: string][]> = {
  orders: [
    ["status = 'lost'", 'orders_status'],
    ["payment_status = 'lost'", 'orders_payment_status'],
    ["fulfillment_status = 'lost'", 'orders_fulfillment_status'],
    ['total_minor = -1', 'orders_amounts'],
    ['subtotal_minor = -1', 'orders_amounts'],
    ['shipping_total_minor = -1', 'orders_amounts'],
    ['tax_total_minor = -1', 'orders_amounts'],
    ['payment_fee_total_minor = -1', 'orders_payment_fee'],
    ['payment_fee_total_minor = 1', 'orders_total_adds_up'],
    ['total_minor = total_minor + 1', 'orders_total_adds_up'],
    ['tax_included = false, tax_total_minor = 1', 'orders_total_adds_up'],
    ['refunded_total_minor = total_minor + 1', 'orders_refunded'],
    ['refunded_total_minor = -1', 'orders_refunded'],
    ["status = 'cancelled', fulfillment_status = 'fulfilled'", 'orders_fulfilled'],
    ["status = 'completed', fulfillment_status = 'partially_fulfilled'", 'orders_fulfilled'],
    ["status = 'completed', refund_count = 1", 'orders_fulfilled'],
    ["order_number = '000101-ABCDEF'", 'orders_number_of_day'],
  ],
  order_items: [
    ['quantity = 0', 'order_items_quantity'],
    ['price_minor = -1', 'order_items_price'],
    ['discount_minor = -1', 'order_items_within_total'],
    ['discount_minor = price_minor * quantity + 1', 'order_items_within_total'],
    ['quantity_fulfilled = quantity + 1', 'order_items_fulfilled'],
    ['quantity_cancelled = quantity, quantity_fulfilled = 1', 'order_items_fulfilled'],
    ['quantity_cancelled = -1', 'order_items_fulfilled'],
    ['quantity_returned = 1', 'order_items_returned'],
    ['quantity_returned = -1', 'order_items_returned'],
  ],
  stock: [
    ['reserved = on_hand + 1', 'stock_not_oversold'],
    ['reserved = -1', 'stock_reserved_not_negative'],
    ['on_hand = 1000000001', 'stock_on_hand_in_range'],
  ],
  stock_movements: [["type = 'lost'", 'stock_movements_type']],
  payments: [
    ["status = 'lost'", 'payments_status'],
    ['amount_minor = -1', 'payments_amount'],
  ],
}

describeService('a row that breaks a rule is refused with the name of the rule', ({ service }) => {
  let client: pg.Client
  let merchantId: string
  before(async () => {
    const merchant = await makeMerchant(service)
    merchantId = merchant.id
    await makePaidOrder(service, merchant, [2])
    client = new pg.Client(service.databaseUrl)
    await client.connect()
    // As pg_restore and logical replication write.
    await client.query("set search_path = ''")
  })
  after(() => client.end())

  for (const [table, changes] of Object.entries(refused))
    for (const [change, rule] of changes)
      it(`${table}: ${change}`, async () => {
        const error: pg.DatabaseError = await client
          .query(`update public.${table} set ${change} where merchant_id = $1`, [merchantId])
          .then(
            () => assert.fail('it was written'),
            (reason) => reason,
          )
        assert.deepEqual([error.code, error.table, error.constraint], ['23514', table, rule])
      })

  it('all of them are plain, validated constraints, without a function of ours', async () => {
    const { rows } = await client.query(
      `select conname as name from pg_constraint con
        where contype in ('c', 'f') and connamespace = 'public'::regnamespace
          and (not convalidated
            or exists (select from pg_depend join pg_proc on pg_proc.oid = refobjid
                        where objid = con.oid and refclassid = 'pg_proc'::regclass
                          and pronamespace = 'public'::regnamespace))`,
    )
    assert.deepEqual(rows, [])
  })

  it('what breaks none is written', async () => {
    for (const table of Object.keys(refused)) {
      const { rowCount } = await client.query(
        `update public.${table} set merchant_id = merchant_id where merchant_id = $1`,
        [merchantId],
      )
      assert.ok((rowCount ?? 0) > 0, table)
    }
  })
})
