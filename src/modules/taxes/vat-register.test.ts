import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { berlin, setSelling } from '#test/support/selling.ts'
import { startVies } from '#test/support/vies.ts'

const germany = 'DE136695976'
const austria = 'ATU13585627'

it('a VAT number is asked for once a day, and no order fails or waits for long without an answer', async (t) => {
  const vies = await startVies(t)
  const service = await buildTestApp(t, { VIES_URL: vies.url })
  const shop = await makeMerchant(service, { currency: 'EUR' })
  const product = await makeProduct(service, shop, { price: 12 })
  const shopper = await makeShopper(service, shop)
  const items = [{ product_id: product.id, quantity: 1 }]
  const ask = async (vat_number: string) => {
    const { status, body } = await shopper.quote(items, { shipping_address: berlin, vat_number })
    assert.equal(status, 200)
    return [body.data.buyer_vat.check?.status ?? null, body.data.buyer_vat.reverse_charge]
  }
  // Without a number of the shop's own it makes no difference, so nobody is asked.
  assert.deepEqual([await ask(germany), vies.asked.length], [[null, false], 0])
  await setSelling(service, shop, { vat_number: 'FR40303265045' })
  assert.deepEqual(
    [await ask('FR40303265045'), await ask('GB980780684'), vies.asked.length],
    [[null, false], [null, false], 0],
  )

  for (const answer of ['broken', 'country unavailable', 'silent'] as const) {
    vies.set(germany, answer)
    assert.deepEqual(await ask(germany), ['unavailable', false], answer)
  }
  vies.set(germany, 'valid')
  assert.deepEqual(
    [await ask(germany), await ask(austria)],
    [
      ['valid', true],
      ['invalid', false],
    ],
  )
  assert.deepEqual(vies.asked.at(-1), {
    path: '/rest-api/check-vat-number',
    countryCode: 'AT',
    vatNumber: 'U13585627',
    requesterMemberStateCode: 'FR',
    requesterNumber: '40303265045',
  })
  const asked = vies.asked.length
  vies.set(germany, 'invalid')
  const order = (await shopper.order(items, { shipping_address: berlin, vat_number: germany })).body.data
  assert.deepEqual([order.buyer_vat.check.status, order.buyer_vat.check.reference], ['valid', 'WAPIAAAAYz8mK1'])
  assert.equal(vies.asked.length, asked)
  // Another shop asks for itself.
  const other = await makeMerchant(service, { currency: 'EUR' })
  await setSelling(service, other, { vat_number: austria })
  const theirs = await makeProduct(service, other)
  const guest = await makeShopper(service, other)
  const quote = await guest.quote([{ product_id: theirs.id, quantity: 1 }], { vat_number: germany })
  assert.equal(quote.body.data.buyer_vat.check.status, 'invalid')
  assert.equal((await shopper.get(`/user/orders/${order.id}`)).body.data.buyer_vat.check.status, 'valid')
})
