import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { draw, drawingOf, drawingThatShows } from './drawings.ts'
import { type MotifName, motifs } from './motifs.ts'

const lines = readFileSync(new URL('../../../../tools/demo/products.ndjson', import.meta.url), 'utf8')
const products: { name: string; category: string }[] = lines
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('drawings of the demo shop', () => {
  it('follow from the name, and from the category where that says nothing', () => {
    const shownFor = (name: string, category = 'Gifts') => drawingOf({ name, category }).alt
    assert.equal(shownFor('Red Retrospot Mug'), 'A red mug with dots')
    assert.equal(shownFor('Lunch Bag Pink Polkadot'), 'A pink bag with dots')
    assert.match(shownFor('Something Else', 'Pets'), /^An? \w+ paw$/)
    assert.equal(shownFor('Something Else'), shownFor('Something Else'))
    assert.equal(drawingOf({ name: 'Ivory Gingham Cushion', category: null }).alt, 'An ivory cushion with checks')
  })

  it('are several hundred for the whole catalog, each found by what it shows', () => {
    const drawings = new Map(products.map((product) => [drawingOf(product).alt, drawingOf(product)]))
    assert.ok(drawings.size > 300 && drawings.size < 1_000, `${drawings.size}`)
    for (const [alt, drawing] of drawings) assert.deepEqual(drawingThatShows(alt), drawing)
    assert.equal(drawingThatShows('A red unicorn'), undefined)
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
