import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused, makePaidOrder } from '#test/support/orders.ts'

describeShop('carriers of a shop', ({ service, shop: merchant }) => {
  before(async () => {
    assert.equal((await set([evri, dhl])).status, 200)
  })

  const evri = { name: 'Évri', tracking_pattern: 'https://www.evri.example/track/{tracking_number}?from=shop' }
  const dhl = { name: 'DHL', tracking_pattern: 'https://dhl.example/#{tracking_number}' }
  const set = (carriers: unknown) =>
    service.request('PATCH', '/admin/merchant', { headers: merchant.owner.headers, body: { carriers } })
  const sent = async (body: object) => {
    const order = await makePaidOrder(service, merchant)
    const answer = await order.fulfil(body)
    assert.equal(answer.status, 201)
    return { ...order, fulfillment: answer.body.data.fulfillments[0] }
  }

  it('POST /admin/orders/{id}/fulfillments with a carrier of the shop and a number makes the address', async () => {
    const { fulfillment, current } = await sent({ carrier: ' évri', tracking_number: 'H 1/ü&x' })
    assert.equal(fulfillment.tracking_url, 'https://www.evri.example/track/H%201%2F%C3%BC%26x?from=shop')
    assert.deepEqual((await current()).fulfillments, [fulfillment])
    const urlOf = async (body: object) => (await sent(body)).fulfillment.tracking_url
    assert.equal(await urlOf({ carrier: 'DHL', tracking_number: '$&' }), 'https://dhl.example/#%24%26')
    assert.equal(await urlOf({ carrier: 'DHL' }), null)
    assert.equal(await urlOf({ tracking_number: '1' }), null)
    assert.equal(await urlOf({ carrier: 'UPS', tracking_number: '1' }), null)
    assert.equal(await urlOf({ carrier: 'DHL', tracking_number: '1', tracking_url: null }), null)
    assert.equal(
      await urlOf({ carrier: 'DHL', tracking_number: '1', tracking_url: 'https://x.example' }),
      'https://x.example',
    )
  })

  it('PATCH of a fulfillment makes the address anew, and leaves one that was typed', async () => {
    const { fulfillment, track } = await sent({ carrier: 'DHL', tracking_number: '1' })
    const changed = async (body: object) => (await track(fulfillment.id, body)).body.data.fulfillments[0].tracking_url
    assert.equal(await changed({ tracking_number: '2' }), 'https://dhl.example/#2')
    assert.equal(await changed({ carrier: 'Évri' }), 'https://www.evri.example/track/2?from=shop')
    assert.equal(await changed({ carrier: 'UPS' }), null)
    assert.equal(await changed({ tracking_url: 'https://typed.example/3' }), 'https://typed.example/3')
    assert.equal(await changed({ tracking_number: '3' }), 'https://typed.example/3')
    assert.equal(await changed({ carrier: 'DHL' }), 'https://dhl.example/#3')
    assert.equal(await changed({ tracking_number: null }), null)
  })

  it('PATCH /admin/merchant with carriers replaces them, trimmed, and is in the audit log', async () => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const change = (carriers: unknown) => service.request('PATCH', '/admin/merchant', { headers, body: { carriers } })
    assert.deepEqual((await change([{ ...dhl, name: '  DHL\u00A0' }])).body.data.carriers, [dhl])
    assert.deepEqual((await change([evri])).body.data.carriers, [evri])
    const unchanged = await service.request('PATCH', '/admin/merchant', { headers, body: { timezone: 'Asia/Tokyo' } })
    assert.deepEqual(unchanged.body.data.carriers, [evri])
    const { body } = await service.request('GET', '/admin/audit-log?action=settings.updated', { headers })
    assert.deepEqual(body.data.items[1].changes, { carriers: [[dhl], [evri]] })
    assert.deepEqual((await change([])).body.data.carriers, [])
  })

  it('PATCH /admin/merchant with wrong carriers answers 400 naming the field, and changes nothing', async () => {
    const at = (tracking_pattern: unknown) => [[{ name: 'A', tracking_pattern }], 'carriers[0].tracking_pattern']
    const cases = [
      at('http://a.example/{tracking_number}'),
      at('https://a.example/'),
      at('https://a.example/{number}'),
      at('https://{tracking_number}.example/'),
      at('https://a.example:{tracking_number}/'),
      at('https://user:secret@a.example/{tracking_number}'),
      at('https://{tracking_number}@a.example/'),
      at('javascript:alert("{tracking_number}")'),
      at('https://a b.example/{tracking_number}'),
      at(`https://a.example/{tracking_number}${'x'.repeat(1_000)}`),
      at(null),
      [[{ ...dhl, name: ' ' }], 'carriers[0].name'],
      [[{ ...dhl, name: 'x'.repeat(101) }], 'carriers[0].name'],
      [[dhl, evri, { ...dhl, name: ' dhl' }], 'carriers[2].name'],
      [[{ name: 'A' }], 'carriers[0].tracking_pattern'],
      [[{ ...dhl, url: 'x' }], 'carriers[0].url'],
      [Array.from({ length: 51 }, (_, n) => ({ ...dhl, name: `${n}` })), 'carriers'],
      ['DHL', 'carriers'],
    ]
    for (const [carriers, field] of cases) {
      const answer = await set(carriers)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field, JSON.stringify(carriers).slice(0, 90))
    }
    const { body } = await service.request('GET', '/admin/merchant', { headers: merchant.owner.headers })
    assert.deepEqual(body.data.carriers, [evri, dhl])
  })
})
