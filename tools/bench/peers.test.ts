import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counted } from './draws.ts'
import { offsets, priceChanges, words } from './peers/system.ts'
import { tableOf } from './peers/table.ts'
import { takeTurns } from './peers/turns.ts'

describe('the peers beside us', () => {
  const turnsOf = (values: number[]) => async () => ({ value: values.shift() ?? 0 })

  it('are compared round by round, and the median speaks', async () => {
    const turns = { ours: turnsOf([10, 20, 40]), Vendure: turnsOf([1, 4, 5]) }
    const cells = await takeTurns(turns, { rounds: 3, better: 'more' })
    assert.deepEqual(cells.ours, { value: 20, spread: [10, 40] })
    assert.deepEqual(cells.Vendure, { value: 4, spread: [1, 5], ours: { times: 8, spread: [5, 10] } })
  })

  it('are so many times slower where less is better', async () => {
    const cells = await takeTurns({ ours: turnsOf([2]), Medusa: turnsOf([6]) }, { rounds: 1, better: 'less' })
    assert.deepEqual(cells.Medusa, { value: 6, spread: [6, 6], ours: { times: 3, spread: [3, 3] } })
  })

  it('that fail say why in the table, and the others go on', async () => {
    const fails = async () => {
      throw new Error('no such | thing')
    }
    const cells = await takeTurns(
      { ours: turnsOf([9, 9]), Vendure: fails, Medusa: turnsOf([3, 3]) },
      { rounds: 2, better: 'more' },
    )
    const table = tableOf([{ work: 'work', unit: '/s', better: 'more', cells }], { Vendure: '1', Medusa: '2' })
    assert.match(
      table,
      /^\| {2}\| ours \| plain handler \| .* \| Vendure 1 \| ours is better by \| Medusa 2 \| .* \|$/m,
    )
    assert.match(
      table,
      /^\| work \| 9\/s \| not measured \| {2}\| failed: no such \/ thing \| {2}\| 3\/s \| 3 times \|$/m,
    )
  })

  it('whose rounds without us leave nothing to compare have figures all the same', async () => {
    const cells = await takeTurns({ Medusa: turnsOf([3]) }, { rounds: 1, better: 'more' })
    assert.deepEqual(cells, { Medusa: { value: 3, spread: [3, 3] } })
  })

  it('are asked for whole pages of what is for sale, the first ones more often', () => {
    const asked = offsets(95)
    const pages = [0, 20, 40, 60].map((offset) => asked.filter((each) => each === offset).length)
    assert.equal(
      pages.reduce((sum, count) => sum + count),
      asked.length,
    )
    assert.deepEqual(
      pages,
      [...pages].sort((a, b) => b - a),
    )
  })

  it('are asked for words of the names, the frequent ones more often', () => {
    const asked = words([{ name: 'Red Lamp with Lamp' }, { name: 'LAMP, blue' }])
    assert.deepEqual([...counted(asked).keys()], ['lamp', 'blue'])
  })

  it('change prices by at most a fifth, and to a penny at least', () => {
    const [writes] = priceChanges([{ price: 1 }, { price: 1_000 }], ({ price }, next) => ({ path: `${price}:${next}` }))
    const changes = (writes?.requests ?? []).map(({ path }) => path.split(':').map(Number))
    assert.ok(changes.every(([price = 0, next = 0]) => (price === 1 ? next === 1 : next >= 800 && next <= 1_200)))
  })
})
