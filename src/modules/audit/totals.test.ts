import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { rememberedTotals } from '#src/platform/lib/totals.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'

interface Pagination {
  total: number
  total_precision: string
  has_more: boolean
  next_cursor: string
}

/** The rule of all lists, at one that is easily filled. */
describeService('totals of a list', ({ service }) => {
  let shop: TestMerchant
  let now = 0
  before(async () => {
    service.deps.totals = rememberedTotals(() => now)
  })
  beforeEach(async () => {
    shop = await makeMerchant(service)
    now += 5_000
  })

  const insert = (entries: number, merchant = shop) =>
    sql`
      insert into audit_entries (merchant_id, at, id, actor_type, action, target_type, target_id, changes)
      select ${merchant.id}, date_trunc('milliseconds', now()), uuidv7(), 'system', 'stock.updated', 'product',
             uuidv7(), '{}'
        from generate_series(1, ${entries}::int)`.execute(service.deps.db)

  async function list(query = '', merchant = shop): Promise<Pagination> {
    const path = `/admin/audit-log?action=stock.updated&limit=100${query}`
    const answer = await service.request('GET', path, { headers: merchant.owner.headers })
    assert.equal(answer.status, 200)
    return answer.body.data.pagination
  }
  const totalOf = ({ total, total_precision }: Pagination) => [total, total_precision]

  it('GET of a list with 10,000 items answers 10,000, exact; with one more 10,000, at_least', async () => {
    await insert(10_000)
    assert.deepEqual(totalOf(await list()), [10_000, 'exact'])
    now += 5_000
    await insert(1)
    assert.deepEqual(totalOf(await list()), [10_000, 'at_least'])
    for (const [offset, hasMore] of [
      [9_900, true],
      [9_901, false],
    ] as const)
      assert.equal((await list(`&offset=${offset}`)).has_more, hasMore)
    await insert(100)
    assert.equal((await list('&offset=10000')).has_more, true)
    assert.deepEqual(totalOf(await list('&offset=10050')), [10_000, 'at_least'])
  })

  it('GET of a list with more than 1,000 items answers a total that is at most 5 seconds old', async () => {
    await insert(1_001)
    assert.deepEqual(totalOf(await list()), [1_001, 'exact'])
    await insert(1)
    now += 4_999
    assert.deepEqual(totalOf(await list()), [1_001, 'exact'])
    now += 1
    assert.deepEqual(totalOf(await list()), [1_002, 'exact'])
  })

  it('GET of a list with 1,000 items or less answers the total of the moment', async () => {
    await insert(998)
    assert.deepEqual(totalOf(await list()), [998, 'exact'])
    await insert(2)
    assert.deepEqual(totalOf(await list()), [1_000, 'exact'])
  })

  it('GET with a cursor answers the total of the first page, though items were added', async () => {
    await insert(250)
    const first = await list()
    await insert(20_000)
    now += 5_000
    const second = await list(`&cursor=${first.next_cursor}`)
    assert.deepEqual(totalOf(second), [250, 'exact'])
    assert.deepEqual(totalOf(await list(`&cursor=${second.next_cursor}`)), [250, 'exact'])
    const many = await list()
    assert.deepEqual(totalOf(await list(`&cursor=${many.next_cursor}`)), [10_000, 'at_least'])
  })

  it('GET with a cursor whose total was altered answers 400 INVALID_CURSOR', async () => {
    await insert(101)
    const { next_cursor } = await list()
    const altered = Buffer.from(
      Buffer.from(next_cursor, 'base64url').toString('latin1').replace('"total":101', '"total":102'),
      'latin1',
    ).toString('base64url')
    assert.notEqual(altered, next_cursor)
    const path = `/admin/audit-log?action=stock.updated&limit=100&cursor=${altered}`
    const { status, body } = await service.request('GET', path, { headers: shop.owner.headers })
    assert.deepEqual([status, body.error.code], [400, 'INVALID_CURSOR'])
  })

  it('GET of another merchant’s list never answers a remembered total', async () => {
    const other = await makeMerchant(service)
    await insert(2_000)
    await insert(3_000, other)
    assert.deepEqual(totalOf(await list()), [2_000, 'exact'])
    assert.deepEqual(totalOf(await list('', other)), [3_000, 'exact'])
    assert.deepEqual(totalOf(await list()), [2_000, 'exact'])
  })
})
