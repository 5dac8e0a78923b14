import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import { berlin, makeInvoicingShop, numberAll } from '#test/support/invoices.ts'
import { makeMarketIn } from '#test/support/markets.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('invoices in another currency', ({ service }) => {
  it('an invoice is in the currency of its order; the rate of the shop’s own tells the tax of no other', async () => {
    const shop = await makeInvoicingShop(service, { tax_currency: { currency: 'CZK', rate: 25 } })
    const lamp = await makeProduct(service, shop, { price: 20, onHand: 9 })
    await makeMarketIn(service, shop, { country: 'JP', currency: 'JPY', prices: { [lamp.id]: 3000 } })
    const shopper = await makeShopper(service, shop)
    const issued = async (country?: string) => {
      const more = { shipping_address: berlin, ...(country && { country }) }
      const placed = await shopper.order([{ product_id: lamp.id, quantity: 1 }], more)
      assert.equal(placed.status, 201, JSON.stringify(placed.body))
      const { id } = placed.body.data
      const { headers } = shop.owner
      const paying = { headers, body: { method: 'manual' } }
      assert.equal((await service.request('POST', `/admin/orders/${id}/payments`, paying)).status, 201)
      await numberAll(service, shop)
      const { rows } = await sql<{ currency: string; total_minor: number; accounting: unknown }>`
        select currency, total_minor, data -> 'accounting' as accounting from invoices where order_id = ${id}
      `.execute(service.deps.db)
      return rows[0]
    }
    const own = await issued()
    assert.deepEqual(own, {
      currency: 'EUR',
      total_minor: 2000,
      accounting: { currency: 'CZK', rate: 25, tax: 8325 },
    })
    assert.deepEqual(await issued('JP'), { currency: 'JPY', total_minor: 3000, accounting: null })
  })
})
