import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csv, readFile } from '#test/support/foreign-files.ts'
import { columnNotes } from './column-notes.ts'
import { rowPictures } from './pictures.ts'
import { picturesOf, sheetOf, titleKey } from './sheet.ts'
import { attributeColumns } from './woocommerce-attributes.ts'

/** Steps of work with twice as much input are twice as many, not four times. */
function assertLinear(steps: (count: number) => number): void {
  const [some, twice] = [steps(1_000), steps(2_000)]
  assert.ok(twice <= 2.2 * some, `${some} steps, and ${twice} for twice as much`)
}

/** Pictures of a product that count how often their addresses are read. */
function countedPictures(count: number, urlOf = (n: number) => `https://pic.example/${n}.jpg`) {
  const counted = { reads: 0 }
  const images = Array.from({ length: count }, (_, n) => ({
    alt: null,
    row: n,
    get url() {
      counted.reads += 1
      return urlOf(n)
    },
  }))
  return { images, counted }
}

const headerOf = (titles: readonly string[]) => ({ titles, keys: titles.map(titleKey) })

describe('products with thousands of rows, of files of other shop systems', () => {
  it('have each picture once, in a number of steps that grows with their pictures', () => {
    for (const urlOf of [undefined, () => 'https://pic.example/same.jpg'])
      assertLinear((count) => {
        const { images, counted } = countedPictures(count, urlOf)
        picturesOf(images, 'Image Src', columnNotes())
        return counted.reads
      })
  })

  it('have the pictures of the product and of a variant together in as many steps', () => {
    assertLinear((count) => {
      const { images, counted } = countedPictures(count)
      const own = countedPictures(count, (n) => `https://pic.example/own/${n}.jpg`)
      rowPictures({ options: [], images, variants: [{ images: own.images }] } as never)
      return counted.reads + own.counted.reads
    })
  })

  it('are read by the cells that their rows have, however many columns the header has', () => {
    assertLinear((count) => {
      let reads = 0
      const cells = new Proxy(['x'], {
        get(target, key) {
          reads += 1
          return Reflect.get(target, key)
        },
      })
      const titles = ['Title', ...Array.from({ length: 50_000 }, (_, n) => `More ${n}`)]
      const sheet = sheetOf(headerOf(titles), { title: ['title'] }, new Map())
      for (let row = 0; row < count; row++) sheet.noteRest({ row, cells }, columnNotes())
      return reads
    })
  })

  it('have at most 100 attributes, each looked at once in a row', () => {
    const repeated = Array.from({ length: 5_000 }, () => 'Attribute 1 name')
    assert.equal(attributeColumns(headerOf(repeated)).of({ row: 2, cells: repeated.map(() => 'Size') }).length, 1)
    const many = Array.from({ length: 300 }, (_, n) => `Attribute ${n + 1} name`)
    assert.equal(attributeColumns(headerOf(many)).of({ row: 2, cells: many.map((_, n) => `A${n}`) }).length, 100)
  })

  it('of Shopify with 4,000 pictures have the first 50 and say that the others are left out', async () => {
    const rows = Array.from({ length: 4_000 }, (_, n) =>
      csv('lamp', n === 0 ? 'Lamp' : '', `https://p.example/${n % 3_990}`),
    )
    const { products, notes } = await readFile('shopify', ['Handle,Title,Image Src', ...rows].join('\n'))
    assert.deepEqual([products.length, products[0]?.images?.length], [1, 50])
    assert.ok(
      notes.some((note) => /dropped 3940, is beyond the first 50 pictures/.test(note)),
      notes.join('\n'),
    )
  })
})
