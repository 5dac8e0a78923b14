import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import { buildTestApp, startTestApp, unique } from '#test/support/app.ts'
import { prolongMinutes } from '#test/support/attempts.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeGiftCard } from '#test/support/stored-value.ts'
import { until } from '#test/support/until.ts'

const settings = { LOGIN_LIMIT_PER_MINUTE: '5' }

/** A shopper who guesses at two processes, and how many guesses may wait for their count. */
async function twoProcesses(t: TestContext) {
  const service = await buildTestApp(t, settings)
  const second = await startTestApp(settings, service.databaseUrl)
  t.after(() => second.close())
  const shop = await makeMerchant(service)
  const product = await makeProduct(service, shop)
  const { headers } = await makeShopper(service, shop)
  const db = createDatabase(createPool({ url: service.databaseUrl, size: 2 }))
  t.after(() => db.destroy())
  const items = [{ product_id: product.id, quantity: 1 }]
  const at = (n: number) => (n % 2 ? service : second)
  const quote = (n: number, more: object) =>
    at(n).request('POST', '/user/orders/quote', { headers, body: { items, ...more } })
  const balance = (n: number, code: string) =>
    at(n).request('POST', '/user/gift-cards/balance', { headers, body: { code } })

  /**
   * Sends guesses at once, of which the counts of eight wait until all of those have begun; then `late`, which no
   * request can overtake: a right guess that does is answered, as it was before the wrong ones.
   */
  async function burst<T>(guesses: (() => Promise<T>)[], late: (() => Promise<T>)[] = []): Promise<T[]> {
    await prolongMinutes(service)
    const counts = await holdLocks({ deps: { db } }, sql`lock table attempt_counts in share mode`)
    const answers = guesses.map((guess) => guess())
    await until(async () => (await lockWaits({ deps: { db } })) === 8, 'guesses to be counted')
    answers.push(...late.map((guess) => guess()))
    await counts.commit()
    return Promise.all(answers)
  }
  return { service, shop, quote, balance, burst }
}

describe('the limit of guessed codes', () => {
  it('of forty discount codes at once at two processes as many are answered as are left of five', async (t) => {
    const { service, shop, quote, burst } = await twoProcesses(t)
    await makePromotion(service, shop, { code: 'right' })
    const guess = (n: number, ...discount_codes: string[]) => quote(n, { discount_codes })
    for (const n of [1, 2]) assert.equal((await guess(n, unique('wrong'))).status, 200)
    const answers = await burst(Array.from({ length: 40 }, (_, n) => () => guess(n, unique('wrong'))))
    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    assert.equal(answers.filter(({ status }) => status === 429).length, 37)
    assert.equal((await guess(1, 'right')).body.error.code, 'RATE_LIMITED')
    // A quote without codes guesses nothing.
    assert.equal((await quote(1, {})).status, 200)
  })

  it('a right card among as many wrong ones as are left is not told to a burst', async (t) => {
    const { service, shop, balance, burst } = await twoProcesses(t)
    const { code } = await makeGiftCard(service, shop, 10)
    for (let n = 0; n < 5; n++) assert.equal((await balance(n, '0000-0000-0000-0000')).status, 409)
    const { count } = await service.deps.db
      .selectFrom('attempt_counts')
      .select('count')
      .where('count', '=', 5)
      .executeTakeFirstOrThrow()
    assert.equal(count, 5)
    assert.equal((await balance(1, code)).status, 429)
    await sql`delete from attempt_counts`.execute(service.deps.db)
    const wrong = Array.from({ length: 12 }, (_, n) => () => balance(n, '0000-0000-0000-0000'))
    const statuses = (await burst(wrong, [() => balance(0, code)])).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 409).length, 5)
    assert.equal(statuses.filter((status) => status === 429).length, 8)
  })

  it('forty right codes at once are answered, and take nothing of the limit', async (t) => {
    const { service, shop, quote, balance } = await twoProcesses(t)
    await makePromotion(service, shop, { code: 'right' })
    const { code } = await makeGiftCard(service, shop, 10)
    const right = { discount_codes: ['right'], gift_cards: [code] }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? balance(n, code) : quote(n % 4 === 1 ? 0 : 2, right))),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const { rows } = await sql<{ sum: number }>`select sum(count)::int from attempt_counts`.execute(service.deps.db)
    assert.equal(rows[0]?.sum, null)
  })

  it('of several codes in one request the wrong ones count, and those beyond the limit answer 429', async (t) => {
    const { service, shop, quote } = await twoProcesses(t)
    await makePromotion(service, shop, { code: 'right' })
    const guess = (...discount_codes: string[]) => quote(1, { discount_codes })
    assert.equal((await guess('a-1', 'a-2', 'right', 'a-3', 'RIGHT')).status, 200)
    assert.equal((await guess('right', 'b-1')).status, 200)
    assert.equal((await guess('c-1', 'right', 'c-2')).status, 429)
    assert.equal((await guess('right')).status, 429)
  })
})
