import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

/** A shop asked by what people say of themselves on the phone. */
describeShop('orders and customers are found by what people say', ({ service, shop }) => {
  const ids: Record<string, { order: string; number: string; customer: string; email: string }> = {}
  before(async () => {
    const product = await makeProduct(service, shop, { onHand: 100 })
    const buyers = {
      ada: {
        account: { name: 'Ada Byron', phone: '+33145678901' },
        shipping: {
          name: 'Zoë Müller',
          company: 'Analytical Engines Ltd',
          line1: '1 Mall',
          city: 'London',
          postal_code: 'SW1A 1AA',
          country: 'GB',
          phone: '+442079460958',
        },
        billing: { name: 'Charles Babbage', line1: '2 Road', city: 'Tokyo', postal_code: '100-0001', country: 'JP' },
      },
      luis: {
        account: { name: 'Luis Ortega', phone: null },
        shipping: { name: 'Luis Ortega', line1: 'Calle 1', city: 'Madrid', postal_code: '28013', country: 'ES' },
        billing: null,
      },
    }
    for (const [name, { account, shipping, billing }] of Object.entries(buyers)) {
      const email = `${unique(name)}@example.com`
      const { headers, id } = await makeUser(service, { merchantId: shop.id, name: account.name, email })
      const user = { ...headers, 'merchant-id': shop.id }
      if (account.phone) {
        const body = { phone: account.phone }
        assert.equal((await service.request('PATCH', '/user/profile', { headers: user, body })).status, 200)
      }
      const answer = await service.request('POST', '/user/orders', {
        headers: user,
        body: {
          items: [{ product_id: product.id, quantity: 1 }],
          shipping_address: shipping,
          ...(billing && { billing_address: billing, email: 'Accounts@Engines.example' }),
        },
      })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const { id: order, order_number: number } = answer.body.data
      ids[name] = { order, number, customer: id, email }
    }
  })

  const found = async (path: string, q: string, as = shop) => {
    const answer = await service.request('GET', `${path}?q=${encodeURIComponent(q)}`, { headers: as.owner.headers })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.data.pagination.total, answer.body.data.items.length)
    return answer.body.data.items.map(({ id }: { id: string }) => id)
  }

  const says = () => {
    const { ada } = ids
    assert.ok(ada)
    const bare = ada.number.replace('-', '')
    return [
      ...['Byron', 'byron ada', 'zoe muller', 'Müller Zoë', 'babbage', 'Charles B', 'analytical'],
      ...['engines analytical ltd', 'SW1A 1AA', 'sw1a1aa', 'SW1A-1AA', '100-0001', '1000001', '100 0001'],
      ...[
        '+44 20 7946 0958',
        '020 7946 0958',
        '+44 (0)20 7946 0958',
        '0044 20 79460958',
        '(020) 7946-0958',
        '79460958',
      ],
      ...['01 45 67 89 01', '+33 1 45 67 89 01', ada.email, 'accounts@engines.example'],
      ...[`#${ada.number}`, ada.number, bare, bare.toLowerCase(), `# ${ada.number}`, ada.customer],
    ]
  }

  it('GET /admin/orders finds an order by name, company, phone, postal code, address, number and id', async () => {
    const { ada } = ids
    assert.ok(ada)
    for (const q of [...says(), ada.order, ada.order.toUpperCase()])
      assert.deepEqual(await found('/admin/orders', q), [ada.order], q)
    for (const q of ['ortega byron', '020 7946 0959', 'SW1A 1AB', '#'.padEnd(14, '1')])
      assert.deepEqual(await found('/admin/orders', q), [], q)
    const both = await found('/admin/orders', 'example.com')
    assert.equal(both.length, 2)
  })

  it('GET /admin/users finds a customer by the same', async () => {
    const { ada } = ids
    assert.ok(ada)
    for (const q of says()) assert.deepEqual(await found('/admin/users', q), [ada.customer], q)
    for (const q of ['ortega byron', '020 7946 0959', 'SW1A 1AB'])
      assert.deepEqual(await found('/admin/users', q), [], q)
  })

  it('GET of another shop finds none of them', async () => {
    const other = await makeMerchant(service)
    for (const q of says()) {
      assert.deepEqual(await found('/admin/orders', q, other), [], q)
      assert.deepEqual(await found('/admin/users', q, other), [], q)
    }
  })
})
