import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeApiKey, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { duringAnother } from '#test/support/idempotency.ts'
import { assertRefused, makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { maxMethods } from './manage-methods.ts'

const bank = { holder: 'Cakestand Ltd', iban: 'de02 1203 0000 0000 2020 51', bic: 'byladem1001' }

describeShop('payment methods', ({ service, shop }) => {
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = (method: Method, path = '', body?: unknown, { owner } = shop, headers = {}) =>
    service.request(method, `/admin/payment-methods${path}`, {
      headers: { ...owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  const transfer = { kind: 'bank_transfer', name: 'Bank transfer', bank }
  const make = async (merchant: TestMerchant, body: object = transfer) => {
    const answer = await send('POST', '', body, merchant)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.data
  }
  const offered = async (merchant: TestMerchant, path = '/payments/methods') => {
    const { data } = (await service.request('GET', path, { headers: merchant.owner.headers })).body
    return (data.methods ?? data.payment_methods) as Record<string, unknown>[]
  }

  it('POST /admin/payment-methods with all fields answers 201, and with the required ones the defaults', async () => {
    const fresh = await makeMerchant(service)
    const body = {
      kind: 'bank_transfer',
      name: ' Bank transfer ',
      instructions: ' Quote the\nreference. ',
      countries: ['DE', 'DE', 'AT'],
      groups: [],
      min: 10,
      max: 99.5,
      keeps_stock_hours: 72,
      net_days: 14,
      fee: { amount: 1.5, tax_class: 'reduced' },
      reference: 'rf',
      send_before_paid: true,
      position: 3,
      active: false,
      bank,
    }
    const { id, ...made } = await make(fresh, body)
    assert.deepEqual(made, {
      ...body,
      name: 'Bank transfer',
      instructions: 'Quote the\nreference.',
      countries: ['DE', 'AT'],
      bank: { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
    })
    const { id: plainId, ...plain } = await make(fresh, { kind: 'in_store', name: 'In the shop' })
    assert.deepEqual(plain, {
      kind: 'in_store',
      name: 'In the shop',
      instructions: null,
      countries: null,
      groups: [],
      min: null,
      max: null,
      fee: null,
      keeps_stock_hours: 168,
      net_days: null,
      reference: 'order_number',
      position: 0,
      active: true,
      send_before_paid: false,
      bank: null,
    })
    assert.equal((await make(fresh, { kind: 'card', name: 'Card' })).keeps_stock_hours, null)
    const { items, pagination } = (await send('GET', '?limit=2', undefined, fresh)).body.data
    assert.deepEqual([items[0].id, pagination.total], [plainId, 3])
    const rest = (await send('GET', `?limit=2&cursor=${pagination.next_cursor}`, undefined, fresh)).body.data
    assert.deepEqual(rest.items, [{ id, ...made }])
  })

  it('a method for customer groups is offered to their customers alone; a group that is deleted has none', async () => {
    const fresh = await makeMerchant(service)
    const { headers } = fresh.owner
    const group = (path: string, method: 'POST' | 'PUT' | 'DELETE', body?: object) =>
      service.request(method, `/admin/customer-groups${path}`, { headers, ...(body && { body }) })
    const { id: wholesale } = (await group('', 'POST', { name: 'Wholesale' })).body.data
    const account = await make(fresh, { kind: 'on_account', name: 'On account', groups: [wholesale, wholesale] })
    assert.deepEqual(account.groups, [wholesale])
    assert.deepEqual(await offered(fresh), [])
    const [dealer, other] = [await makeShopper(service, fresh), await makeShopper(service, fresh)]
    const items = [{ product_id: (await makeProduct(service, fresh, { onHand: 9 })).id, quantity: 1 }]
    // A first order makes them customers.
    for (const shopper of [dealer, other]) assert.equal((await shopper.order(items)).status, 201)
    await group(`/${wholesale}/customers`, 'PUT', { ids: [dealer.id] })
    const options = async (shopper: typeof dealer) =>
      (await shopper.quote(items)).body.data.payment_options.map(({ id }: { id: string }) => id)
    assert.deepEqual([await options(dealer), await options(other)], [[account.id], []])
    const choice = { payment_method_id: account.id }
    assert.equal((await dealer.order(items, choice)).body.data.payment_terms.method_id, account.id)
    assertRefused(await other.order(items, choice), 409, 'PAYMENT_METHOD_UNAVAILABLE')
    const card = await make(fresh, { kind: 'card', name: 'Card', groups: [wholesale] })
    const [theirs, others] = [await dealer.order(items), await other.order(items)]
    assertRefused(await other.pay(others.body.data.id), 409, 'PAYMENT_METHOD_UNAVAILABLE')
    assert.equal((await dealer.pay(theirs.body.data.id)).status, 201)
    await group(`/${wholesale}`, 'DELETE')
    assert.deepEqual(await options(dealer), [])
    assert.deepEqual((await send('PATCH', `/${card.id}`, { name: 'Cards' }, fresh)).body.data.groups, [wholesale])
    assert.deepEqual((await send('PATCH', `/${card.id}`, { groups: [] }, fresh)).body.data.groups, [])
    assert.deepEqual(await options(other), [card.id])
  })

  it('POST /admin/payment-methods with wrong fields answers 400 that names them', async () => {
    const cases: [object, string][] = [
      [{ ...transfer, bank: { ...bank, iban: 'DE03120300000000202051' } }, 'bank.iban'],
      [{ ...transfer, bank: { ...bank, iban: 'DE02' } }, 'bank.iban'],
      [{ ...transfer, bank: { ...bank, bic: 'BYLADEM' } }, 'bank.bic'],
      [{ ...transfer, bank: { ...bank, holder: ' ' } }, 'bank.holder'],
      [{ ...transfer, bank: null }, 'bank'],
      [{ ...transfer, kind: 'on_account' }, 'bank'],
      [{ ...transfer, name: ' ' }, 'name'],
      [{ ...transfer, countries: ['XX'] }, 'countries[0]'],
      [{ ...transfer, min: 10.001 }, 'min'],
      [{ ...transfer, min: 10, max: 9 }, 'max'],
      [{ ...transfer, groups: ['019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'] }, 'groups'],
      [{ ...transfer, groups: ['wholesale'] }, 'groups[0]'],
      [{ ...transfer, kind: 'cheque' }, 'kind'],
    ]
    for (const [body, field] of cases) {
      const answer = await send('POST', '', body)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, field)
    }
  })

  it('POST /admin/payment-methods twice with one idempotency key makes one; another body answers 422', async () => {
    const fresh = await makeMerchant(service)
    const key = unique('key')
    const headers = { 'idempotency-key': key }
    const first = await send('POST', '', transfer, fresh, headers)
    const again = await send('POST', '', transfer, fresh, headers)
    assert.deepEqual([again.status, again.body], [201, first.body])
    const other = { ...transfer, name: 'Another' }
    assertRefused(await send('POST', '', other, fresh, headers), 422, 'IDEMPOTENCY_KEY_REUSED')
    const running = unique('key')
    const answer = await duringAnother(service, fresh.owner.id, running, () =>
      send('POST', '', transfer, fresh, { 'idempotency-key': running }),
    )
    assertRefused(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
  })

  it(`POST /admin/payment-methods beyond ${maxMethods} answers 409 CONFLICT`, async () => {
    const fresh = await makeMerchant(service)
    const first = await make(fresh)
    await service.deps.db
      .insertInto('payment_methods')
      .columns(['merchant_id', 'id', 'kind', 'name', 'created_at', 'updated_at'])
      .values(
        Array.from({ length: maxMethods - 1 }, (_, index) => ({
          merchant_id: fresh.id,
          kind: 'in_store',
          name: String(index),
          created_at: new Date(),
          id: `${first.id.slice(0, -2)}${String(index).padStart(2, '0')}`,
          updated_at: new Date(),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await send('POST', '', transfer, fresh)
    assertRefused(await send('POST', '', transfer, fresh), 409, 'CONFLICT')
  })

  it('PATCH changes the given fields, DELETE removes it; both are in the audit log, without the holder', async () => {
    const fresh = await makeMerchant(service)
    const { id, ...made } = await make(fresh)
    const iban = 'GB82 WEST 1234 5698 7654 32'
    const changed = await send('PATCH', `/${id}`, { net_days: 7, bank: { holder: 'Ada', iban } }, fresh)
    const account = { holder: 'Ada', iban: 'GB82WEST12345698765432', bic: null }
    assert.deepEqual(changed.body.data, { id, ...made, net_days: 7, bank: account })
    assertRefused(await send('PATCH', `/${id}`, { bank: null }, fresh), 400, 'VALIDATION_ERROR')
    assert.equal((await send('DELETE', `/${id}`, undefined, fresh)).status, 200)
    assertRefused(await send('DELETE', `/${id}`, undefined, fresh), 404, 'NOT_FOUND')
    assertRefused(await send('PATCH', `/${id}`, { name: 'Post' }, fresh), 404, 'NOT_FOUND')
    const log = await service.request('GET', '/admin/audit-log', { headers: fresh.owner.headers })
    const entries = log.body.data.items.filter((entry: { action: string }) => entry.action.startsWith('payment_method'))
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action),
      ['payment_method.deleted', 'payment_method.updated', 'payment_method.created'],
    )
    assert.deepEqual(entries[1].changes, { net_days: [null, 7], iban: [made.bank.iban, account.iban] })
    assert.doesNotMatch(JSON.stringify(entries), /Ada|Cakestand/)
  })

  it('GET /payments/methods and /shop list those that are active; without any, all of the service', async () => {
    const fresh = await makeMerchant(service)
    const before = await offered(fresh)
    assert.deepEqual(
      before.map(({ method }) => method),
      ['test_success', 'test_decline', 'test_slow', 'test_refund_refused'],
    )
    const { id } = await make(fresh, { ...transfer, position: 1, countries: ['DE'], min: 5 })
    const off = await make(fresh, { kind: 'in_store', name: 'In the shop', active: false })
    const card = await make(fresh, { kind: 'card', name: 'Card', position: 2 })
    const methods = await offered(fresh)
    assert.deepEqual(methods, [
      {
        method: 'bank_transfer',
        provider: 'manual',
        publishable_key: null,
        account: null,
        id,
        fee: 0,
        kind: 'bank_transfer',
        name: 'Bank transfer',
        instructions: null,
        countries: ['DE'],
        min: 5,
        max: null,
      },
      ...before.map((method) => ({
        ...method,
        id: card.id,
        kind: 'card',
        name: 'Card',
        fee: 0,
        instructions: null,
        countries: null,
        min: null,
        max: null,
      })),
    ])
    assert.deepEqual(await offered(fresh, `/shop?merchant_id=${fresh.id}`), methods)
    await send('PATCH', `/${off.id}`, { active: true }, fresh)
    assert.equal((await offered(fresh)).length, 2 + before.length)
    for (const one of [id, off.id, card.id]) await send('DELETE', `/${one}`, undefined, fresh)
    assert.deepEqual(await offered(fresh), before)
  })

  it('takes settings.read to see them and settings.write to change them', async () => {
    const support = await makeStaff(service, shop.id, 'support')
    const reader = await makeApiKey(service, shop, ['settings.read'])
    assert.equal((await send('GET', '', undefined, { owner: reader } as never)).status, 200)
    assertRefused(await send('POST', '', transfer, { owner: reader } as never), 403, 'INSUFFICIENT_PERMISSIONS')
    assertRefused(await send('POST', '', transfer, { owner: support } as never), 403, 'INSUFFICIENT_PERMISSIONS')
  })
})
