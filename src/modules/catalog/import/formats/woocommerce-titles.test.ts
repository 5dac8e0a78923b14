import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile } from '#test/support/foreign-files.ts'
import { formatOf } from './recognize.ts'
import { inEnglish } from './woocommerce-titles.ts'
import { meanings, translations } from './woocommerce-translations.ts'

describe('titles of WooCommerce', () => {
  it('are read in the languages of WooCommerce, with semicolons and no-break blanks', async () => {
    const files: [language: string, separator: string, header: string][] = [
      ['de', ';', 'Typ;Artikelnummer;Name;Veröffentlicht;Steuerklasse;Lager;Regulärer Preis;Angebotspreis;Kategorien'],
      ['fr', ',', 'Type,UGS,Nom,Publié,Classe de TVA,Stock,Tarif régulier,Tarif promo,Catégories'],
      ['es', ',', 'Tipo,SKU,Nombre,Publicado,Clase de impuesto,Inventario,Precio normal,Precio rebajado,Categorías'],
      [
        'it',
        ';',
        'Tipo;SKU;Nome;Pubblicato;Aliquota di imposta;Magazzino;Prezzo di listino;Prezzo in offerta;Categorie',
      ],
      ['nl', ';', 'Type;SKU;Naam;Gepubliceerd;Belastingklasse;Voorraad;Reguliere prijs;Actieprijs;Categorieën'],
      ['ja', ',', 'タイプ,SKU,名前,公開済み,税区分,在庫,標準価格,セール価格,カテゴリー'],
    ]
    for (const [language, separator, header] of files) {
      const row = ['simple', 'W-1', 'Tasse', '1', 'reduced-rate', '5', '7.90', '6.90', 'Tassen'].join(separator)
      const file = `${header}\n${row}\n`
      assert.equal(formatOf(header.split(separator)), 'woocommerce', language)
      const { products, faults, notes } = await readFile('woocommerce', file)
      assert.deepEqual(faults, [], language)
      const [tasse] = products
      const [one] = tasse?.variants ?? []
      assert.deepEqual(
        [tasse?.name, tasse?.category, tasse?.status, one?.sku, one?.on_hand, one?.price, one?.compare_at_price],
        ['Tasse', 'Tassen', 'active', 'W-1', 5, 6.9, 7.9],
        `${language} ${notes.join('; ')}`,
      )
      assert.equal(one?.tax_class, 'reduced', language)
      assert.equal(notes.length, 2, `${language} ${notes.join('; ')}`)
    }
    const options =
      'Type,UGS,Nom,Tarif régulier,Parent,Nom de l\u2019attribut 1,Valeur(s) de l\u2019attribut 1 ,En stock\u00a0?'
    const rows = 'variable,T,T-shirt,,,Taille,"S, M",1\nvariation,TS,,9,T,Taille,S,1\n'
    const { products, faults } = await readFile('woocommerce', `${options}\n${rows}`)
    assert.deepEqual([products[0]?.options, products[0]?.variants[0]?.options, faults], [['Taille'], ['S'], []])
  })

  it('have each title of each language in its place', () => {
    for (const [language, texts] of Object.entries(translations)) {
      const titles = texts.split('|')
      assert.equal(titles.length, meanings.length, language)
      const file = meanings.map((meaning, index) => titles[index]?.split('/')[0] || meaning)
      const written = file.map((title) => title.replace('%d', '12').replace('%s', 'kg'))
      const english = meanings.map((title) => title.replace('%d', '12').replace('%s', 'kg'))
      assert.deepEqual(inEnglish(written), english, language)
      // Few columns are enough, and other spellings are known.
      const some = english.flatMap((title, index) =>
        ['type', 'sku', 'name', 'published', 'tax class', 'stock', 'regular price'].includes(title) ? [index] : [],
      )
      const last = some.map((index) => titles[index]?.split('/').at(-1) || meanings[index] || '')
      assert.deepEqual(
        inEnglish(last),
        some.map((index) => english[index]),
        language,
      )
    }
    assert.deepEqual(inEnglish(['GTIN, UPC, EAN ou ISBN', 'x']), ['gtin, upc, ean, or isbn', 'x'])
  })

  it('in another language are read by the names that rename gives their columns', async () => {
    const file = 'Laji,Koodi,Nimike,Hinta\nsimple,K-1,Kuppi,5\n'
    const renames = new Map([
      ['laji', 'Type'],
      ['koodi', 'SKU'],
      ['nimike', 'Name'],
      ['hinta', 'Regular price'],
    ])
    const { products, faults } = await readFile('woocommerce', file, [], { renames })
    assert.deepEqual([products[0]?.name, products[0]?.variants[0]?.price, faults], ['Kuppi', 5, []])
    assert.equal(formatOf(['Laji', 'Koodi', 'Nimike', 'Hinta'], renames), 'woocommerce')
    await assert.rejects(
      readFile('woocommerce', file, [], { renames: new Map([['laji', 'Vendor']]) }),
      /rename must be/,
    )
  })
})
