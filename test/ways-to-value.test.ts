import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Permission, permissions, permissionsOf } from '#src/platform/lib/permissions.ts'
import { unique } from '#test/support/app.ts'
import { bankOf, camtOf, entryOf } from '#test/support/bank-statements.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey } from '#test/support/factories.ts'
import { operationsOf } from '#test/support/operations.ts'
import { makeShopper, staffOn, type TestShopper } from '#test/support/orders.ts'
import { cardsOf, grantCredit, makeCardProduct } from '#test/support/stored-value.ts'
import { thingsOfValue } from '#test/support/things-of-value.ts'

interface Request {
  path: string
  body?: object
  /** In place of a body. */
  file?: { payload: string; type: string }
  /** What the request is answered with all that it needs. Default: 200 or 201. */
  status?: number
}

/** A way in which staff gives money or value away. */
interface Way {
  operation: string
  by: string
  needs: readonly Permission[]
  /** Makes what the request needs. */
  make(): Promise<Request>
}

/** Nothing is given away: somebody still has to pay, or what changes hands has no worth. */
const others = [
  'POST /admin/price-lists',
  'PATCH /admin/price-lists/{id}',
  'DELETE /admin/price-lists/{id}',
  'POST /admin/products',
  'PATCH /admin/products/{id}',
  'DELETE /admin/products/{id}',
  'POST /admin/products/bulk',
  'POST /admin/products/import',
  'POST /admin/users',
  'POST /admin/users/import',
  // Its e-mail address is not that of an account, to which codes and store credit go.
  'PATCH /admin/users/{id}',
  'PATCH /admin/first-steps',
  'PUT /admin/reports/datev/settings',
  'PATCH /admin/inventory/{product_id}',
  'POST /admin/orders/{id}/payment-link',
  // It records what the shop has paid back outside, of a refund that was made with its permission.
  'POST /admin/orders/{id}/refunds/{refund_id}/done',
  'PATCH /admin/orders/{id}/fulfillments/{fulfillment_id}',
  'POST /admin/orders/{id}/invoice',
  'POST /admin/orders/{id}/invoice/send',
  'POST /admin/orders/{id}/invoice/correct',
  'DELETE /admin/promotions/{id}',
  ...['orders', 'users', 'returns', 'products'].map((path) => `POST /admin/${path}/{id}/comments`),
  'DELETE /admin/promotions/{id}/codes/{code}',
]

/** Folders of which no operation moves money or value. */
const otherFolders = [
  ...[
    'api-keys',
    'collections',
    'customer-groups',
    'feeds',
    'home',
    'mails',
    'media',
    'markets',
    'menus',
    'merchant',
    'pages',
    'payment-methods',
    'redirects',
    'product-groups',
    'roles',
    'texts',
    'translations',
  ],
  ...['notifications', 'shipping-methods'],
  ...['staff', 'tax-rates', 'webhooks'],
]

describeShop('ways to money and value', ({ service, shop }) => {
  const card = {} as { id: string }
  let shopper: TestShopper
  const keys = new Map<string, Promise<{ headers: Record<string, string> }>>()
  before(async () => {
    Object.assign(card, await makeCardProduct(service, shop))
    shopper = await makeShopper(service, shop)
  })

  const send = async (chosen: readonly Permission[], { operation }: Way, { path, body, file }: Request) => {
    const name = [...chosen].sort().join()
    const key = keys.get(name) ?? makeApiKey(service, shop, chosen)
    keys.set(name, key)
    const method = operation.split(' ')[0] as 'POST'
    const { headers } = await key
    const { payload, type } = file ?? {}
    const sent = type ? { headers: { ...headers, 'content-type': type }, payload } : { headers, ...(body && { body }) }
    return service.request(method, path, sent as { headers: Record<string, string> })
  }

  const things = thingsOfValue(service, shop, card)
  const way = (operation: string, by: string, needs: readonly Permission[], make: Way['make']): Way => {
    return { operation, by, needs, make }
  }
  const ways: readonly Way[] = [
    way('POST /admin/gift-cards', 'a gift card', ['gift_cards.write'], async () => {
      return { path: '/admin/gift-cards', body: { amount: 50 } }
    }),
    way('POST /admin/gift-cards/{id}/adjust', 'more on a gift card', ['gift_cards.write'], async () => {
      return {
        path: `/admin/gift-cards/${(await things.giftCard()).id}/adjust`,
        body: { amount: 5, reason: 'Goodwill' },
      }
    }),
    way('POST /admin/gift-cards/{id}/resend', 'the code of a gift card', ['gift_cards.write'], async () => {
      return { path: `/admin/gift-cards/${(await things.giftCard()).id}/resend`, body: { email: things.email() } }
    }),
    way('POST /admin/gift-cards/{id}/disable', 'the end of a gift card', ['gift_cards.write'], async () => {
      return { path: `/admin/gift-cards/${(await things.giftCard()).id}/disable` }
    }),
    way('POST /admin/users/{id}/store-credit', 'store credit', ['gift_cards.write'], async () =>
      things.store(shopper.id),
    ),
    way('POST /admin/users/{id}/merge', 'store credit of a record', ['orders.write', 'gift_cards.write'], async () => {
      const { id } = await things.owner('POST', '/admin/users', { name: 'Ada' })
      await grantCredit(service, shop, id, 5)
      return { path: `/admin/users/${id}/merge`, body: { into: (await makeShopper(service, shop)).id } }
    }),
    way('POST /admin/orders', 'a gift card at its price', ['orders.write', 'gift_cards.write'], async () =>
      things.byStaff({ items: things.items() }),
    ),
    way('POST /admin/orders', 'a gift card at another price', ['orders.write', 'gift_cards.write'], async () =>
      things.byStaff({ items: things.items({ price: 900 }), gift: { email: things.email() } }),
    ),
    way('POST /admin/orders', 'a gift card beside goods', ['orders.write', 'gift_cards.write'], async () =>
      things.byStaff({ items: [{ product_id: (await things.goods()).id, quantity: 1 }, ...things.items()] }),
    ),
    way('POST /admin/orders/{id}/place', 'a gift card of a draft', ['orders.write', 'gift_cards.write'], async () => {
      const draft = await things.owner('POST', '/admin/orders', {
        ...things.byStaff({ items: things.items() }).body,
        draft: true,
      })
      return { path: `/admin/orders/${draft.id}/place`, body: { prices: 'draft' } }
    }),
    way('POST /admin/orders', 'goods at another price', ['orders.write'], async () =>
      things.byStaff({ items: [{ product_id: (await things.goods()).id, quantity: 1, price: 0.5 }] }),
    ),
    way(
      'POST /admin/orders/quote',
      'a gift card, before it is ordered',
      ['orders.write', 'gift_cards.write'],
      async () => {
        return { path: '/admin/orders/quote', body: { items: things.items() } }
      },
    ),
    way(
      'POST /admin/orders/{id}/payments',
      'a gift card said to be paid',
      ['orders.write', 'gift_cards.write'],
      async () => things.paymentOf(await things.ordered()),
    ),
    way('POST /admin/orders/{id}/payments', 'a part of a gift card', ['orders.write', 'gift_cards.write'], async () =>
      things.paymentOf(await things.ordered([{ product_id: (await things.goods()).id, quantity: 1 }]), { amount: 1 }),
    ),
    way('POST /admin/orders/{id}/payments', 'goods said to be paid', ['orders.write'], async () => {
      const placed = await shopper.order([{ product_id: (await things.goods()).id, quantity: 1 }])
      return things.paymentOf(placed.body.data.id)
    }),
    way('POST /admin/payments/statement', 'goods paid at the bank', ['orders.write'], async () => {
      const payload = camtOf([entryOf({ amount: 1, currency: 'GBP', text: unique('rent') })])
      return { path: '/admin/payments/statement', file: { payload, type: 'application/xml' } }
    }),
    way('POST /admin/payments/statement/{id}/confirm', 'goods paid by a credit', ['orders.write'], async () => {
      const { id, credits } = await bankOf(service, shop).credits({ amount: 1, currency: 'GBP', text: unique('rent') })
      const placed = await shopper.order([{ product_id: (await things.goods()).id, quantity: 1 }])
      const chosen = { id: credits[0].id, order_id: placed.body.data.id }
      return { path: `/admin/payments/statement/${id}/confirm`, body: { credits: [chosen] } }
    }),
    way('POST /admin/orders/{id}/edits', 'a gift card added', ['orders.write', 'gift_cards.write'], async () => {
      const placed = await shopper.order([{ product_id: (await things.goods()).id, quantity: 1 }])
      return {
        path: `/admin/orders/${placed.body.data.id}/edits`,
        body: { add: things.items({ price: 900 }) },
        status: 409,
      }
    }),
    way('POST /admin/orders/{id}/edits', 'money of a cheaper order', ['orders.write', 'orders.refund'], async () => {
      return { path: `/admin/orders/${(await things.paid()).id}/edits`, body: { set: [{ line: 1, quantity: 1 }] } }
    }),
    way('POST /admin/orders/{id}/refunds', 'a refund', ['orders.refund'], async () => {
      return { path: `/admin/orders/${(await things.paid()).id}/refunds`, body: { amount: 1 } }
    }),
    way('POST /admin/orders/{id}/refunds/{refund_id}/retry', 'a refund once more', ['orders.refund'], async () => {
      const { id } = await things.paid('test_refund_refused')
      const { refund } = (await staffOn(service, shop, id).refund({ amount: 1 })).body.data
      return { path: `/admin/orders/${id}/refunds/${refund.id}/retry` }
    }),
    way('PATCH /admin/orders/{id}', 'money of a cancelled order', ['orders.write', 'orders.refund'], async () => {
      return { path: `/admin/orders/${(await things.paid()).id}`, body: { status: 'cancelled' } }
    }),
    way(
      'PATCH /admin/orders/{id}',
      'the paid part of a cancelled order',
      ['orders.write', 'orders.refund'],
      async () => {
        return { path: `/admin/orders/${await things.partlyPaid()}`, body: { status: 'cancelled' } }
      },
    ),
    way('PATCH /admin/orders/{id}', 'all units of an order', ['orders.write', 'orders.fulfil'], async () => {
      return { path: `/admin/orders/${(await things.paid()).id}`, body: { status: 'completed' } }
    }),
    way(
      'PATCH /admin/orders/{id}',
      'another address for gift cards',
      ['orders.write', 'gift_cards.write'],
      async () => {
        return { path: `/admin/orders/${await things.ordered()}`, body: { email: things.email() } }
      },
    ),
    way('POST /admin/orders/{id}/fulfillments', 'units', ['orders.fulfil'], async () => {
      return { path: `/admin/orders/${(await things.paid()).id}/fulfillments`, body: {} }
    }),
    way('POST /admin/returns', 'a gift card in exchange', ['orders.write', 'gift_cards.write'], async () => {
      const { orderId, cardId } = await things.variantSent()
      const exchange = [{ product_id: cardId, quantity: 1 }]
      return {
        path: '/admin/returns',
        body: { order_id: orderId, items: [{ line: 1, quantity: 1 }], reason: 'other', exchange },
      }
    }),
    way('PATCH /admin/returns/{id}', 'a gift card in exchange', ['orders.write', 'gift_cards.write'], async () => {
      const { path, cardId } = await things.returned()
      return { path, body: { exchange: [{ product_id: cardId, quantity: 1 }] } }
    }),
    way(
      'PATCH /admin/returns/{id}',
      'store credit for a return',
      ['orders.write', 'orders.refund', 'gift_cards.write'],
      async () => {
        const { path } = await things.returned({ refund_to: 'store_credit' })
        return { path, body: { status: 'received', refund: 'store_credit' } }
      },
    ),
    ...(['full', 'amount'] as const).map((refund) =>
      way('PATCH /admin/returns/{id}', `money for a return: ${refund}`, ['orders.write', 'orders.refund'], async () => {
        const { path } = await things.returned({ refund_to: 'store_credit' })
        return { path, body: { status: 'received', refund, ...(refund === 'amount' && { amount: 1 }) } }
      }),
    ),
    way('POST /admin/promotions', 'a discount', ['promotions.write'], async () => {
      return { path: '/admin/promotions', body: { name: unique('promotion'), kind: 'percentage', percent: 100 } }
    }),
    way('POST /admin/promotions/{id}/codes', 'codes of a discount', ['promotions.write'], async () => {
      return { path: `/admin/promotions/${(await things.promotion()).id}/codes`, body: { count: 2 } }
    }),
    way('PATCH /admin/promotions/{id}', 'a greater discount', ['promotions.write'], async () => {
      return { path: `/admin/promotions/${(await things.promotion()).id}`, body: { percent: 90 } }
    }),
  ]

  it('are all listed here: every operation of staff that writes, and every permission of a way', () => {
    const named = new Set([...ways.map(({ operation }) => operation), ...others])
    const unknown = operationsOf(service.app)
      .filter(({ scope, method, path }) => scope === 'staff' && method !== 'GET' && path.startsWith('/admin/'))
      .filter(({ name, path }) => !named.has(name) && !otherFolders.includes(path.split('/')[2] ?? ''))
    assert.deepEqual(
      unknown.map(({ name }) => name),
      [],
    )
  })

  for (const one of ways) {
    const { operation, by, needs } = one
    it(`${operation} with ${by} takes ${needs.join(', ')}, each, and nothing else`, async () => {
      for (const needed of needs) {
        const refused = await send(
          permissions.filter((other) => other !== needed),
          one,
          await one.make(),
        )
        assert.deepEqual([refused.status, refused.body.error?.code], [403, 'INSUFFICIENT_PERMISSIONS'], needed)
        assert.equal(refused.body.error.details.required_permission, needed)
      }
      const { status: expected, ...request } = await one.make()
      const { status, body } = await send(needs, one, request)
      if (expected === undefined) assert.ok(status < 300, JSON.stringify(body))
      else assert.equal(status, expected, JSON.stringify(body))
    })
  }

  it('are closed to the role support, except for goods and what is said to be paid for them', async () => {
    const support = [...permissionsOf('support')]
    const open = ways.filter(({ needs }) => needs.every((needed) => support.includes(needed)))
    assert.deepEqual(
      open.map(({ by }) => by),
      ['goods at another price', 'goods said to be paid', 'goods paid at the bank', 'goods paid by a credit'],
    )
  })

  it('POST /admin/orders/{id}/payments without gift_cards.write issues no card and records no payment', async () => {
    const id = await things.ordered()
    const { headers } = await makeApiKey(service, shop, ['orders.read', 'orders.write'])
    const { path, body } = things.paymentOf(id)
    assert.equal((await service.request('POST', path, { headers, body })).status, 403)
    const read = await service.request('GET', path, { headers })
    assert.deepEqual(read.body.data.items, [])
    assert.deepEqual(await cardsOf(service, shop, id), [])
    const { body: order } = await service.request('GET', `/admin/orders/${id}`, { headers })
    assert.deepEqual([order.data.status, order.data.amount_paid], ['pending', 0])
  })
})
