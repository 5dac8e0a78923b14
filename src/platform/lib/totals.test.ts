import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxExactTotal, rememberedTotals, totalOf } from './totals.ts'

describe('totalOf', () => {
  it('is exact up to 10,000, and from there on at least that', () => {
    assert.deepEqual(totalOf(0), { total: 0, precision: 'exact' })
    assert.deepEqual(totalOf(maxExactTotal), { total: 10_000, precision: 'exact' })
    assert.deepEqual(totalOf(maxExactTotal + 1), { total: 10_000, precision: 'at_least' })
  })
})

describe('rememberedTotals', () => {
  /** A memory, its clock, and a count that answers `items` and notes how often it ran. */
  function setUp(items: number) {
    const state = { now: 0, items, counts: 0 }
    const totals = rememberedTotals(() => state.now)
    const count = async () => {
      state.counts++
      return state.items
    }
    return { state, count, totals }
  }

  it('answers a total above 1,000 for 5 seconds without counting', async () => {
    const { state, count, totals } = setUp(1_001)
    assert.equal(await totals.count('list', count), 1_001)
    state.items = 2_000
    state.now = 4_999
    assert.equal(await totals.count('list', count), 1_001)
    state.now = 5_000
    assert.equal(await totals.count('list', count), 2_000)
    assert.equal(state.counts, 2)
  })

  it('counts a total of 1,000 or less each time', async () => {
    const { state, count, totals } = setUp(1_000)
    assert.equal(await totals.count('list', count), 1_000)
    state.items = 999
    assert.equal(await totals.count('list', count), 999)
  })

  it('measures the age of a total from the moment its count began', async () => {
    const { state, totals } = setUp(5_000)
    await totals.count('list', async () => {
      state.now = 3_000
      return 5_000
    })
    state.now = 5_000
    assert.equal(await totals.count('list', async () => 6_000), 6_000)
  })

  it('keeps the totals of two owners apart', async () => {
    const { totals } = setUp(0)
    const [one, other] = await Promise.all([
      totals.count('["/admin/orders","one"]', async () => 4_000),
      totals.count('["/admin/orders","other"]', async () => 7_000),
    ])
    assert.deepEqual([one, other], [4_000, 7_000])
    assert.equal(await totals.count('["/admin/orders","other"]', async () => 0), 7_000)
  })

  it('shares a running count among concurrent requests of one list', async () => {
    const { totals } = setUp(0)
    const { promise, resolve } = Promise.withResolvers<number>()
    const first = totals.count('list', () => promise)
    const second = totals.count('list', () => assert.fail('counted twice'))
    resolve(3_000)
    assert.deepEqual(await Promise.all([first, second]), [3_000, 3_000])
  })

  it('shares neither a small total, which may miss a write, nor a failure', async () => {
    const { totals } = setUp(0)
    const small = Promise.withResolvers<number>()
    const first = totals.count('list', () => small.promise)
    const second = totals.count('list', async () => 6)
    small.resolve(5)
    assert.deepEqual(await Promise.all([first, second]), [5, 6])

    const failing = Promise.withResolvers<number>()
    const third = totals.count('list', () => failing.promise)
    const fourth = totals.count('list', async () => 7)
    failing.reject(new Error('gone'))
    await assert.rejects(third, /gone/)
    assert.equal(await fourth, 7)
  })
})
