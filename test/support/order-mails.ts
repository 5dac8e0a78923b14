import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { mailOfChange } from '#src/modules/orders/mails/mail-of-event.ts'
import { sendOrderMail } from '#src/modules/orders/mails/send-order-mail.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { TestApp } from './app.ts'
import { confirmAddress, type TestMerchant } from './factories.ts'
import type { MailingApp } from './mailed-app.ts'
import { makeShopper } from './orders.ts'
import { makeProduct } from './products.ts'
import type { ReceivedMail } from './smtp-server.ts'
import { runSweep } from './sweeps.ts'

export const subjects = (mails: readonly ReceivedMail[]) => mails.map(({ subject }) => subject).sort()

export const decoded = ({ source }: ReceivedMail) =>
  Buffer.from(
    source
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Orders of a shop and the mails about them, which are sent when a test says so. */
export function orderMailTools(at: () => { service: MailingApp; merchant: TestMerchant }) {
  /** By an account whose address is confirmed, unless told otherwise. */
  async function placeOrder(of: TestApp, shop: TestMerchant, { isConfirmed = true, price = 12.5 } = {}) {
    const shopper = await makeShopper(of, shop)
    if (isConfirmed) await confirmAddress(of, shopper)
    const product = await makeProduct(of, shop, { onHand: 5, price })
    const placed = await shopper.order([{ product_id: product.id, quantity: 2 }])
    assert.equal(placed.status, 201)
    return { shopper, product, order: placed.body.data }
  }
  const query = async (text: string, values: unknown[] = []) => (await at().service.deps.pool.query(text, values)).rows
  const set = (columns: string) =>
    query(
      `insert into merchant_settings (merchant_id, max_open_orders_per_user, max_quantity_per_line)
       values ($1, 20, 1000) on conflict do nothing`,
      [at().merchant.id],
    ).then(() => query(`update merchant_settings set ${columns} where merchant_id = $1`, [at().merchant.id]))
  const number = () => runSweep(at().service, 'webhooks.number-events')
  const jobs = () =>
    query(`select id, payload from jobs where name = 'orders.send_mail' and payload->>'merchant_id' = $1 order by id`, [
      at().merchant.id,
    ])

  /** Runs all jobs of the shop, and answers what was sent since. */
  async function deliver(): Promise<ReceivedMail[]> {
    await number()
    const earlier = at().service.mail.mails.length
    for (const { id, payload } of await jobs()) {
      await sendOrderMail.run(at().service.deps, payload)
      await query('delete from jobs where id = $1', [id])
    }
    return at().service.mail.mails.slice(earlier)
  }

  /** What a use case does in one transaction: a row, and the event of the changed order. */
  async function change(orderId: string, how: 'fulfilled' | 'refunded' | 'edited', row: string): Promise<void> {
    await inTransaction(at().service.deps.db, async (transaction) => {
      await sql.raw(row).execute(transaction)
      await sql`
        update orders set updated_at = now(), fulfillment_status = 'partially_fulfilled', refund_count = 1
         where id = ${orderId}`.execute(transaction)
      const { rows } = await sql<{ updated_at: string; fulfillments: object[]; refunds: object[] }>`
        select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
               (select json_agg(json_build_object('id', id) order by id) from fulfillments where order_id = ${orderId})
                 as fulfillments,
               (select json_agg(json_build_object('id', id) order by id) from refunds where order_id = ${orderId})
                 as refunds
          from orders where id = ${orderId}`.execute(transaction)
      const data = { order: { id: orderId, ...rows[0] }, previous_status: 'paid', change: how }
      const mail = mailOfChange(how, 'paid', { payment_status: 'paid' })
      await emit(transaction, [
        { merchantId: at().merchant.id, userId: newId(), name: 'order.updated', data, ...(mail && { mail }) },
      ])
    })
  }
  const insertFulfillment = (id: string, orderId: string, productId: string) => `
    insert into fulfillments (merchant_id, order_id, id, items, carrier, tracking_number, tracking_url, created_at,
                              updated_at)
    values ('${at().merchant.id}', '${orderId}', '${id}', '[{"product_id": "${productId}", "quantity": 1}]',
            'Royal Mail', 'RM1', 'https://track.example/RM1', now(), now())`
  const insertRefund = (id: string, orderId: string, status: string) => `
    insert into refunds (merchant_id, id, order_id, payment_id, status, amount_minor, currency, created_at,
                         settled_at, due_at)
    values ('${at().merchant.id}', '${id}', '${orderId}', '${newId()}', '${status}', 250, 'GBP', now(),
            ${status === 'pending' ? 'null' : 'now()'}, now())`
  return { placeOrder, query, set, number, jobs, deliver, change, insertFulfillment, insertRefund }
}
