import assert from 'node:assert/strict'
import { it } from 'node:test'
import { slugOf } from './slug.ts'

it('slugOf answers lower-case words with hyphens between, in ASCII where their letters have such a form', () => {
  const slugs: [text: string, slug: string][] = [
    ['Linen Shirt', 'linen-shirt'],
    ['  White  Hanging-Heart, T-Light (2 pcs.) ', 'white-hanging-heart-t-light-2-pcs'],
    ['Men’s "Best" Café Crème 50 %', 'mens-best-cafe-creme-50'],
    ['Größe Øl Łódź Straße Æther þing ıI', 'grosse-ol-lodz-strasse-aether-thing-ii'],
    ['Cafe\u0301', 'cafe'],
    ['Ｆｕｌｌ ｗｉｄｔｈ ①', 'full-width-1'],
    ['Чай чёрный', 'чай-чёрный'],
    ['Ελληνικός ΚΑΦΕΣ', 'ελληνικός-καφες'],
    ['抹茶 Latte', '抹茶-latte'],
    ['हिन्दी', 'हिन्दी'],
    ['٣ كتب', '٣-كتب'],
    ['!!! 😀', ''],
    ['019A9F3E-6F5C-7C3E-9C59-2F6A3A1F0B11', 'id-019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'],
    [`${'word '.repeat(30)}`, 'word-'.repeat(20).slice(0, -1)],
    ['x'.repeat(200), 'x'.repeat(100)],
    [`${'x'.repeat(99)}𝒳𐐀`, `${'x'.repeat(99)}x`],
    [`${'а'.repeat(99)}𐐨`, 'а'.repeat(99)],
  ]
  for (const [text, slug] of slugs) assert.equal(slugOf(text), slug)
  for (const [, slug] of slugs) assert.equal(slugOf(slug), slug)
})
