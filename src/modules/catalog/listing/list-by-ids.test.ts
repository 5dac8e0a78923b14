import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#src/platform/lib/ids.ts'
import { describeShop } from '#test/support/describe-shop.ts'

import { makeMerchant, makeStorefrontKey, makeUser, type SignedInUser } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makeProduct, makeProducts } from '#test/support/products.ts'
import { startAppThatTellsStatements, statementsOf } from '#test/support/statements.ts'

describeShop('GET /catalog/products?ids=', startAppThatTellsStatements, ({ service, shop }) => {
  let shopper: SignedInUser
  before(async () => {
    shopper = await makeUser(service)
  })

  const list = (query: string, headers = shopper.headers) =>
    service.request('GET', `/catalog/products?${query}`, { headers })
  const idsOf = async (query: string, headers = shopper.headers) =>
    (await list(query, headers)).body.data.items.map((item: { id: string }) => item.id)

  it('answers 200 with products, variants and groups in that order, each once, on one page', async () => {
    const [one, other, draft] = await makeProducts(service, shop, [{}, {}, { status: 'draft' }])
    const { id: groupId, variants } = await makeGroup(service, shop)
    const [small] = variants
    assert.ok(one && other && draft && small)
    const asked = [other.id, small.id.toUpperCase(), newId(), draft.id, groupId, one.id, other.id]
    const answer = await list(`ids=${asked.join()}`)
    assert.equal(answer.status, 200)
    const { items, pagination } = answer.body.data
    const shown = items.map((item: { id: string; group?: { id: string } }) => item.group?.id ?? item.id)
    assert.deepEqual(shown, [other.id, small.id, groupId, one.id])
    for (const [place, { id }] of [other, small].entries()) {
      const { description_html, ...alone } = (await service.request('GET', `/catalog/products/${id}`, shopper)).body
        .data
      assert.deepEqual(items[place], alone)
    }
    assert.deepEqual(items[2].group.variant_count, 4)
    assert.deepEqual([pagination.total, pagination.has_more, pagination.next_cursor], [4, false, ''])
  })

  it('answers 200 with all of 100, more than a page has unless its limit says so', async () => {
    const products = (await makeProducts(service, shop, Array(100).fill({}))).map(({ id }) => id).reverse()
    assert.deepEqual(await idsOf(`ids=${products.join()}`), products)
    const first = await statementsOf(() => list(`ids=${products.slice(0, 60).join()}`))
    assert.equal(first.length, 1, 'the cards are known')
  })

  it('answers of one shop only with merchant_id or a key of that shop', async () => {
    const other = await makeMerchant(service)
    const [theirs, ours] = [await makeProduct(service, other), await makeProduct(service, shop)]
    const both = `ids=${theirs.id},${ours.id}`
    assert.deepEqual(await idsOf(both), [theirs.id, ours.id])
    assert.deepEqual(await idsOf(`${both}&merchant_id=${shop.id}`), [ours.id])
    const { headers } = await makeStorefrontKey(service, shop, 'publishable')
    assert.deepEqual(await idsOf(both, headers), [ours.id])
    assert.match(String((await list(both, headers)).headers['cache-control']), /^public/)
  })

  it('answers 400 with each fault named', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => newId()).join()
    for (const [query, fields] of [
      ['ids=', ['ids']],
      ['ids=all', ['ids']],
      [`ids=${ids(1)},`, ['ids']],
      [`ids=${ids(101)}`, ['ids']],
      [`ids=${ids(300)}`, ['ids']],
      [`ids=${ids(1)}&category=Mugs&sort=price&option.Size=M&offset=1`, ['category', 'sort', 'option.Size', 'offset']],
      [`ids=${ids(1)}&in_stock=false&cursor=abc`, ['cursor', 'in_stock']],
    ] as const) {
      const answer = await list(query)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      const named = answer.body.error.details.map(({ field }: { field: string }) => field)
      assert.deepEqual(named.sort(), [...fields].sort(), query)
    }
  })
})
