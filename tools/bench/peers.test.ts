import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { counted } from './draws.ts'
import { alternateSystems, type Cell, type Cells } from './peers/alternate.ts'
import { drawingOf } from './peers/picture.ts'
import { offsets, priceChanges, words } from './peers/system.ts'
import { type PeerResults, tableOf } from './peers/table.ts'

describe('the picture of the live shop', () => {
  const here = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

  it('is drawn from the results that are kept', async () => {
    const results = JSON.parse(await here('results/peers.json')) as PeerResults
    assert.equal(await here('../../docs/live-shop.svg'), drawingOf(results))
  })

  it('has a bar for each system that was measured, as long as its figure, and room for the text', () => {
    const cell = (value: number): Cell => ({ value, spread: [value, value] })
    const cells: Cells = {
      ours: cell(500),
      'plain handler': cell(1_000),
      Vendure: cell(10),
      Medusa: { fault: '' },
    }
    const row = {
      date: '2026-11-22T00:00:00Z',
      commit: '',
      quick: false,
      loadBefore: 0,
      lines: [{ work: '', unit: '/s' as const, better: 'more' as const, cells }],
    }
    const svg = drawingOf({ machine: { cores: 2 }, versions: { Vendure: '1' }, rows: { list: row, search: row } }) ?? ''
    const widths = [...svg.matchAll(/class="(?:bar|own)" .*?width="([\d.]+)"/g)].map(([, width]) => Number(width))
    assert.deepEqual(widths.slice(0, 3), [241, 482, 4.8])
    assert.equal(widths.length, 6)
    assert.match(svg, /Vendure 1.*50 times as many/)
    const small = [...svg.matchAll(/font-size="12">(.*?)</g)].map(([, line = '']) => line.length)
    assert.ok(Math.max(...small) <= 100, String(small))
  })

  it('is not drawn before both rows are measured', () => {
    assert.equal(drawingOf({ machine: {}, versions: {}, rows: {} }), undefined)
  })
})

describe('the peers beside us', () => {
  const turnsOf = (values: number[]) => async () => ({ value: values.shift() ?? 0 })

  it('are compared round by round, and the median speaks', async () => {
    const turns = { ours: turnsOf([10, 20, 40]), Vendure: turnsOf([1, 4, 5]) }
    const cells = await alternateSystems(turns, { rounds: 3, better: 'more' })
    assert.deepEqual(cells.ours, { value: 20, spread: [10, 40] })
    assert.deepEqual(cells.Vendure, { value: 4, spread: [1, 5], ours: { times: 8, spread: [5, 10] } })
  })

  it('are so many times slower where less is better', async () => {
    const cells = await alternateSystems({ ours: turnsOf([2]), Medusa: turnsOf([6]) }, { rounds: 1, better: 'less' })
    assert.deepEqual(cells.Medusa, { value: 6, spread: [6, 6], ours: { times: 3, spread: [3, 3] } })
  })

  it('that fail say why in the table, and the others go on', async () => {
    const fails = async () => {
      throw new Error('no such | thing')
    }
    const cells = await alternateSystems(
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
    const cells = await alternateSystems({ Medusa: turnsOf([3]) }, { rounds: 1, better: 'more' })
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
