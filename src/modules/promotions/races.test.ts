import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { TestAnswer } from '#test/support/app.ts'
import { besideService, describeShop } from '#test/support/describe-shop.ts'
import { makeShopper, setOrderLimits, shopping, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { changePromotion, makePromotion } from '#test/support/promotions.ts'

const reasonsOf = (answers: readonly TestAnswer[]) =>
  answers
    .filter(({ status }) => status !== 201)
    .map(({ status, body }) => `${status} ${body.error.code} ${body.error.details?.discount_faults?.[0]?.reason}`)

/** One mailbox, written in many ways: case, tag, and both forms of its domain. */
function mailboxOf(name: string, n: number): string {
  const domains = ['bücher.example', 'BÜCHER.Example', 'xn--bcher-kva.example', 'XN--BCHER-KVA.example']
  return `${n % 2 ? name : name.toUpperCase()}.Person+${n}@${domains[n % 4]}`
}

describeShop('races for promotions, at two processes', ({ service, shop }) => {
  const second = besideService(service)
  before(async () => {
    await setOrderLimits(service, shop, { max_unpaid_units_per_address: 100_000 })
  })

  const shoppersOf = async (count: number) => {
    const made = []
    for (let n = 0; n < count; n++) {
      const { headers } = await makeShopper(service, shop)
      made.push(shopping(n % 2 ? service : second, headers))
    }
    return made
  }
  const usedOf = async (id: string) => {
    const { headers } = shop.owner
    return (await service.request('GET', `/admin/promotions/${id}`, { headers })).body.data.used_count
  }
  const itemOf = async (onHand = 1_000) => [
    { product_id: (await makeProduct(service, shop, { onHand })).id, quantity: 1 },
  ]

  it('of 500 orders with a code for 10 exactly 10 are placed, and nothing is reserved for the others', async () => {
    const item = await itemOf()
    const { id, code } = await makePromotion(service, shop, { code: 'for-ten', usage_limit: 10 })
    const shoppers = await shoppersOf(50)
    const tries = Array.from({ length: 500 }, (_, n) => shoppers[n % 50] as (typeof shoppers)[number])
    const answers = await Promise.all(tries.map((shopper) => shopper.order(item, { discount_codes: [code] })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 10)
    assert.deepEqual([...new Set(reasonsOf(answers))], ['409 DISCOUNT_UNAVAILABLE used_up'])
    assert.equal(await usedOf(id), 10)
    assert.equal((await stockOf(service, item[0]?.product_id ?? ''))[1], 10)
    // A cancelled order gives its use to exactly one other.
    const first = answers.findIndex(({ status }) => status === 201)
    assert.equal((await tries[first]?.cancel(answers[first]?.body.data.id))?.status, 200)
    const again = await Promise.all(shoppers.map((shopper) => shopper.order(item, { discount_codes: [code] })))
    assert.equal(again.filter(({ status }) => status === 201).length, 1)
    assert.equal(await usedOf(id), 10)
  })

  it('an automatic promotion that runs out is left out, and all orders are placed', async () => {
    const item = await itemOf()
    const { id } = await makePromotion(service, shop, { kind: 'amount', amount: 1, usage_limit: 5 })
    const shoppers = await shoppersOf(30)
    const answers = await Promise.all(shoppers.map((shopper) => shopper.order(item)))
    assert.deepEqual(reasonsOf(answers), [])
    const discounted = answers.filter(({ body }) => body.data.discount_total === 1)
    assert.equal(discounted.length, 5)
    assert.equal(await usedOf(id), 5)
    await changePromotion(service, shop, id, { status: 'paused' })
  })

  it('of many orders of one customer with a code for each once, one is placed', async () => {
    const item = await itemOf()
    const { id, code } = await makePromotion(service, shop, { code: 'once-each', per_customer_limit: 1 })
    const shoppers = await shoppersOf(10)
    const answers = await Promise.all(
      shoppers.map((shopper, n) => shopper.order(item, { discount_codes: [code], email: mailboxOf('one', n) })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.deepEqual([...new Set(reasonsOf(answers))], ['409 DISCOUNT_UNAVAILABLE used_by_customer'])
    assert.equal(await usedOf(id), 1)
  })

  it('of many first orders of a new customer one gets the promotion for them', async () => {
    const item = await itemOf()
    const { code } = await makePromotion(service, shop, { code: 'welcome', customers: { new_only: true } })
    const [shopper] = await shoppersOf(1)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shopper?.order(item, { discount_codes: [code] })),
    )
    assert.equal(answers.filter((answer) => answer?.status === 201).length, 1)
    // The same person, with ten accounts.
    const others = await shoppersOf(10)
    const orders = await Promise.all(
      others.map((other, n) => other.order(item, { discount_codes: [code], email: mailboxOf('new', n) })),
    )
    assert.equal(orders.filter(({ status }) => status === 201).length, 1)
    assert.deepEqual([...new Set(reasonsOf(orders))], ['409 DISCOUNT_UNAVAILABLE new_customers_only'])
  })

  it('a limit that is set while orders are placed counts all of them', async () => {
    const item = await itemOf()
    const { id, code } = await makePromotion(service, shop, { code: 'limited-later' })
    const shoppers = await shoppersOf(40)
    const orders = shoppers.map((shopper) => shopper.order(item, { discount_codes: [code] }))
    assert.equal((await changePromotion(service, shop, id, { usage_limit: 15 })).status, 200)
    const answers = await Promise.all(orders)
    const placed = answers.filter(({ status }) => status === 201).length
    assert.equal(await usedOf(id), placed)
    const counter = await service.deps.db
      .selectFrom('promotion_counters')
      .select('used')
      .where('promotion_id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(counter.used, placed)
    assert.ok(placed >= 15)
  })
})
