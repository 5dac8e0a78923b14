import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { draw, drawingOf, drawingOfKey } from './drawings.ts'
import { type MotifName, motifs } from './motifs.ts'

const lines = readFileSync(new URL('../../../../tools/demo/products.ndjson', import.meta.url), 'utf8')
const products: { name: string; category: string }[] = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('drawings of the demo shop', () => {
  it('follow from the name, and from the category where that says nothing', () => {
    const keyOf = (name: string, category = 'Gifts') => drawingOf({ name, category }).key
    assert.equal(keyOf('Red Retrospot Mug'), 'mug/red/dots')
    assert.equal(keyOf('Lunch Bag Pink Polkadot'), 'bag/pink/dots')
    assert.match(keyOf('Something Else', 'Pets'), /^paw\/\w+$/)
    assert.equal(keyOf('Something Else'), keyOf('Something Else'))
    assert.equal(drawingOf({ name: 'Ivory Gingham Cushion', category: null }).alt, 'An ivory cushion with checks')
  })

  it('are several hundred for the whole catalog, each found by its key', () => {
    const drawings = new Map(products.map((product) => [drawingOf(product).key, drawingOf(product)]))
    assert.ok(drawings.size > 300 && drawings.size < 1_000, `${drawings.size}`)
    for (const [key, drawing] of drawings) assert.deepEqual(drawingOfKey(key), drawing)
    assert.equal(drawingOfKey('unicorn/red'), undefined)
  })

  it('can all be rendered', async () => {
    for (const motif of Object.keys(motifs) as MotifName[]) {
      const { svg } = draw(motif, 'blue', 'flowers')
      const { width, height } = await sharp(Buffer.from(svg)).metadata()
      assert.deepEqual([width, height], [640, 640], motif)
      const { channels } = await sharp(Buffer.from(svg)).stats()
      assert.ok(
        channels.some(({ stdev }) => stdev > 5),
        `${motif} is empty`,
      )
    }
  })
})
