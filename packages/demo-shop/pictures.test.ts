import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { allPictures, pictureFor, picturesFolder } from './pictures.ts'

const products: { name: string; category: string }[] = readFileSync(new URL('products.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

describe('pictures of the demo shop', () => {
  it('follow from the name, and from the category where that says nothing', () => {
    const shownFor = (name: string, category = 'Gifts') => pictureFor({ name, category }).alt
    assert.equal(shownFor('Red Retrospot Mug'), 'A red mug')
    assert.match(shownFor('Something Else', 'Pets'), /^An? \w+ rabbit$/)
    assert.equal(shownFor('Something Else'), shownFor('Something Else'))
    assert.equal(shownFor('Ivory Plate'), 'An ivory plate')
    // There is no umbrella in turquoise.
    assert.equal(shownFor('Turquoise Umbrella'), 'A blue umbrella')
    assert.match(shownFor('Drop Earrings'), /^Some \w+ earrings$/)
    assert.match(shownFor('Birthday Card'), /^A (red|blue|pink) card$/)
  })

  it('are all there, as WebP and as JPEG, and each is shown by something', () => {
    const shown = new Set(products.map((product) => pictureFor(product).name))
    const names = allPictures().map(({ name }) => name)
    // Of a collection, and of the pages that `npm run screenshots` takes.
    const others = names.filter((name) => !shown.has(name))
    assert.deepEqual(others, ['clock-gold', 'shirt-ivory', 'shirt-white'])
    for (const name of names)
      for (const ending of ['webp', 'jpg']) assert.ok(existsSync(new URL(`${name}.${ending}`, picturesFolder)), name)
    assert.equal(readdirSync(picturesFolder).length, 2 * names.length)
  })
})
