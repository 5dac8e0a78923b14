import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { meaningOf, translatedInto } from './translate-names.ts'
import { readDescription, sayDescription, translatePhrase } from './translate-texts.ts'

const lines = readFileSync(new URL('products.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const products: { name: string; description: string }[] = lines.map((line) => JSON.parse(line))

describe('texts of the demo shop in other languages', () => {
  it('descriptions are read from the sentences of the catalog, and said in each language', () => {
    const read = readDescription(
      'A firm favourite: picked 24 times this season by shoppers in three countries, most often as a pair.',
    )
    assert.deepEqual(read, { rank: 1, orders: 24, countries: 3, pack: 2 })
    assert.deepEqual(readDescription('A rare find: picked once this season, by the dozen.'), {
      rank: 4,
      orders: 1,
      countries: undefined,
      pack: 12,
    })
    assert.deepEqual(
      translatedInto.map((language) =>
        sayDescription({ rank: 4, orders: 1, countries: undefined, pack: 12 }, language),
      ),
      [
        'Rarität: diese Saison einmal bestellt, meist 12 Stück auf einmal.',
        'Rareté : 1 commande cette saison, le plus souvent par 12.',
        'Rareza: 1 pedido esta temporada, casi siempre de 12 en 12.',
        'Rzadkość: w tym sezonie zamówiono 1 raz, najczęściej po 12 szt.',
        'Nadir parça: bu sezon 1 kez sipariş edildi, çoğunlukla 12 adet birden.',
        '希少品。今シーズン1回のご注文、12個ずつが中心。',
      ],
    )
    assert.equal(readDescription('Back on the shelf after a return.'), undefined)
    const known = products.filter(({ name }) => meaningOf(name) !== undefined)
    const unread = known.filter(({ description }) => readDescription(description) === undefined)
    assert.ok(unread.length <= 2, `${unread.length} of ${known.length}`)
  })

  it('options, values and collections have a phrase in each language', () => {
    const phrases = readFileSync(new URL('phrases.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    for (const line of phrases) assert.equal(line.split('\t').filter((text) => text.trim() !== '').length, 8, line)
    assert.equal(translatePhrase('Colour', 'de'), 'Farbe')
    assert.equal(translatePhrase('Set of 6', 'ja'), '6個セット')
    assert.equal(translatePhrase('No such', 'fr'), undefined)
  })
})
