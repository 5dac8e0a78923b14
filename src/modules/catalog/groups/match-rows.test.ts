import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchRows } from './match-rows.ts'
import { maxVariants } from './rules.ts'

/** A row of a file, which counts how often it is looked at. */
const rowOf = (sku: string, size: string) => ({
  row: 2,
  sku,
  options: { Size: size },
  values: {},
  onHand: undefined,
  position: undefined,
})

describe('rows of a file and the variants that they are about', () => {
  /** Reads of the group of variants, for so many groups with three variants each. */
  function readsOf(count: number): number {
    let reads = 0
    const keys = Array.from({ length: count * 3 }, (_, n) => ({
      id: `v${n}`,
      sku: `s${n}`,
      options: { Size: `${n % 3}` },
      get group_id() {
        reads += 1
        return `g${Math.floor(n / 3)}`
      },
    }))
    const groups = Array.from({ length: count }, (_, n) => ({ id: `g${n}`, varies_by: ['Size'] }))
    const given = groups.map(({ id }, n) => ({
      slug: id,
      values: {},
      variesBy: ['Size'],
      variants: [rowOf(`s${n * 3}`, '0')],
    }))
    const stored = {
      found: new Map(groups.map(({ id }) => [id, { slug: id, group_id: id, product_id: null }])),
      groups: new Map(groups.map((group) => [group.id, group])),
      keys,
    }
    const { matched, faults } = matchRows(given, stored as never)
    assert.deepEqual([faults, matched.every(({ variants }) => variants[0]?.id !== undefined)], [[], true])
    return reads
  }

  it('are found in a number of steps that grows with the groups', () => {
    const [some, twice] = [readsOf(200), readsOf(400)]
    assert.ok(twice <= 2.2 * some, `${some} steps, and ${twice} for twice as many groups`)
  })

  it('make at most 2,048 variants of a group, and the others have a fault', () => {
    const variants = Array.from({ length: maxVariants + 2 }, (_, n) => rowOf(`s${n}`, `${n}`))
    const stored = { found: new Map(), groups: new Map(), keys: [] }
    const { matched, faults } = matchRows([{ slug: 'g', values: {}, variesBy: ['Size'], variants }], stored)
    assert.equal(matched[0]?.variants.length, maxVariants)
    assert.deepEqual(
      faults.map(({ sku, message }) => [sku, message]),
      ['s2048', 's2049'].map((sku) => [sku, 'would be more than 2048 variants of the group']),
    )
  })
})
