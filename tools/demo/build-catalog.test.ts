import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  buildCatalog,
  type DemoProduct,
  describeSales,
  type Line,
  noteReason,
  readableName,
  stockFrom,
  usualPrice,
} from './build-catalog.ts'
import { categoryOf } from './categories.ts'

interface Judgement {
  query: string
  kind: string
  expect: { sku: string; grade: number }[]
}

function line(changes: Partial<Line> = {}): Line {
  return {
    InvoiceNo: '536365',
    StockCode: '71053',
    Description: 'WHITE METAL LANTERN',
    Quantity: '6',
    UnitPrice: '3.39',
    Country: 'United Kingdom',
    ...changes,
  }
}

async function readProducts(): Promise<DemoProduct[]> {
  const text = await readFile(new URL('../../packages/demo-shop/products.ndjson', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((row): DemoProduct => JSON.parse(row))
}

const names: [description: string, name: string][] = [
  ['WHITE HANGING HEART T-LIGHT HOLDER', 'White Hanging Heart T-Light Holder'],
  ['SET/3  ROSE CANDLE IN JEWELLED BOX', 'Set of 3 Rose Candle in Jewelled Box'],
  ['S/4 CACTI CANDLES', 'Set of 4 Cacti Candles'],
  ['ROUND SNACK BOXES SET OF4 WOODLAND ', 'Round Snack Boxes Set of 4 Woodland'],
  ['BAKING SET 9 PIECE RETROSPOT ', 'Baking Set 9 Piece Retrospot'],
  ['PACK/12 BLUE FOLKART CARDS', 'Pack of 12 Blue Folkart Cards'],
  ['3D SHEET OF DOG STICKERS', '3D Sheet of Dog Stickers'],
  ['LETTER "A" BLING KEY RING', 'Letter "A" Bling Key Ring'],
  ['CHARLIE+LOLA"EXTREMELY BUSY" SIGN', 'Charlie + Lola "Extremely Busy" Sign'],
  ['FLOWER GLASS GARLAND NECKL.36"BLACK', 'Flower Glass Garland Necklace 36" Black'],
  ['LUNCH BAG  BLACK SKULL.', 'Lunch Bag Black Skull'],
  ['DECORATION , WOBBLY RABBIT , METAL ', 'Decoration, Wobbly Rabbit, Metal'],
  ["CHILDREN'S SPACEBOY MUG", "Children's Spaceboy Mug"],
  ["POTTING SHED SOW 'N' GROW SET", "Potting Shed Sow 'n' Grow Set"],
  ['SILVER M.O.P ORBIT BRACELET', 'Silver M.O.P Orbit Bracelet'],
  ['BAG 250g SWIRLY MARBLES', 'Bag 250g Swirly Marbles'],
  ['SILICON CUBE 25W, BLUE', 'Silicon Cube 25W, Blue'],
  ["PINK B'FLY C/COVER W BOBBLES", 'Pink Butterfly Cushion Cover with Bobbles'],
  ['THE SHED', 'The Shed'],
]

for (const [description, name] of names) {
  test(`readableName of ${JSON.stringify(description)} is ${JSON.stringify(name)}`, () => {
    assert.equal(readableName(description), name)
  })
}

test('noteReason refuses notes and lets goods through, however they are written', () => {
  for (const note of ['', '  ', '?', '?? lost', 'damaged', 'check', 'CHECK', 'Dotcom sales', 'wrong code', 'amazon']) {
    assert.notEqual(noteReason(note), undefined, note)
  }
  for (const goods of ['BROWN CHECK CAT DOORSTOP ', 'MIXED NUTS LIGHT GREEN BOWL', "Dad's Cab Electronic Meter"]) {
    assert.equal(noteReason(goods), undefined, goods)
  }
})

test('buildCatalog merges case variants of a stock code and takes the description of most lines', () => {
  const { products, mergedVariants } = buildCatalog([
    line({ StockCode: '85123a', Description: 'CREAM HANGING HEART', Quantity: '2' }),
    line({ StockCode: '85123A', Description: 'WHITE HANGING HEART', Quantity: '3' }),
    line({ StockCode: '85123A', Description: 'WHITE  HANGING HEART ', Quantity: '4' }),
  ])
  assert.equal(mergedVariants, 1)
  assert.deepEqual(
    products.map(({ sku, name, on_hand }) => ({ sku, name, on_hand })),
    [{ sku: '85123A', name: 'White Hanging Heart', on_hand: 9 }],
  )
})

test('buildCatalog leaves out what is no product and counts it by reason', () => {
  const { products, leftOut } = buildCatalog([
    line(),
    line({ Description: 'damaged', UnitPrice: '0', Quantity: '-5' }),
    line({ StockCode: 'POST', Description: 'POSTAGE', UnitPrice: '18' }),
    line({ StockCode: 'M', Description: 'Manual' }),
    line({ StockCode: 'BANK CHARGES', Description: 'Bank Charges' }),
    line({ StockCode: 'gift_0001_20', Description: 'Dotcomgiftshop Gift Voucher £20.00' }),
    line({ StockCode: 'XYZ', Description: 'SOMETHING ELSE' }),
    line({ StockCode: '20950', Description: '', UnitPrice: '0' }),
    line({ StockCode: '22353', Description: 'LUNCHBOX WITH CUTLERY', UnitPrice: '0' }),
  ])
  assert.deepEqual(
    products.map((product) => product.sku),
    ['71053'],
  )
  assert.deepEqual(Object.fromEntries(leftOut.map((row) => [row.reason, [row.codes, row.lines]])), {
    "stock keeper's note (damaged, check, amazon ...)": [0, 1],
    'code for postage or carriage': [1, 1],
    'code for a discount, sample, manual or test entry': [1, 1],
    'code for a bank or marketplace fee': [1, 1],
    'code for a gift voucher': [1, 1],
    'code of unknown form': [1, 1],
    'no description': [1, 1],
    'never sold at a price': [1, 1],
  })
})

test('usualPrice is the price of most lines, and the higher one of two equals', () => {
  const priced = (...prices: string[]) => usualPrice(prices.map((UnitPrice) => line({ UnitPrice })))
  assert.equal(priced('2.55', '2.95', '2.55', '0'), 2.55)
  assert.equal(priced('2.55', '2.95'), 2.95)
  assert.equal(priced('0'), undefined)
})

test('stockFrom counts units sold less returned, without write-offs, between 0 and 500', () => {
  const sold = (...quantities: string[]) => stockFrom(quantities.map((Quantity) => line({ Quantity })))
  assert.equal(sold('12', '6', '-4'), 14)
  assert.equal(sold('-3'), 0)
  assert.equal(sold('400', '400'), 500)
  assert.equal(stockFrom([line(), line({ Quantity: '-6', UnitPrice: '0' })]), 6)
})

test('describeSales says what the lines say', () => {
  assert.equal(describeSales([line({ Quantity: '1' })]), 'A rare find: picked once this season.')
  const orders = ['1', '2', '3', '4', '5'].map((InvoiceNo) => line({ InvoiceNo, Quantity: '12' }))
  assert.equal(
    describeSales([...orders, line({ InvoiceNo: '5', Country: 'France' })]),
    'A steady choice: picked five times this season by shoppers in two countries, most often by the dozen.',
  )
  assert.equal(describeSales([line({ Quantity: '-6' })]), 'Back on the shelf after a return.')
})

test('categoryOf takes the first rule that matches, on whole words only', () => {
  assert.equal(categoryOf('Christmas Tree T-Light Holder'), 'Christmas')
  assert.equal(categoryOf('Glass Heart T-Light Holder'), 'Candles & Lighting')
  assert.equal(categoryOf('Red Retrospot Peg Bag'), 'Storage & Laundry')
  assert.equal(categoryOf('Red Retrospot Picnic Bag'), 'Bags & Purses')
  assert.equal(categoryOf('Assorted Cakes Fridge Magnets'), 'Home Decor')
  assert.equal(categoryOf('Earringless Wonder'), 'Gifts')
})

test('products.ndjson holds at least 2,000 valid products with unique skus', async () => {
  const products = await readProducts()
  assert.ok(products.length >= 2000)
  assert.equal(new Set(products.map((product) => product.sku)).size, products.length)
  for (const product of products) {
    const label = JSON.stringify(product)
    assert.deepEqual(Object.keys(product), ['sku', 'name', 'description', 'category', 'price', 'on_hand'], label)
    assert.match(product.sku, /^[A-Z0-9]{5,12}$/, label)
    assert.match(product.name, /^\S+(?: \S+)*$/, label)
    assert.match(product.name, /[a-z]/, label)
    assert.match(product.description, /^[A-Z].{10,160}\.$/, label)
    assert.equal(product.category, categoryOf(product.name), label)
    assert.ok(product.price > 0 && product.price === Number(product.price.toFixed(2)), label)
    assert.ok(Number.isInteger(product.on_hand) && product.on_hand >= 0 && product.on_hand <= 500, label)
  }
  const inGifts = products.filter((product) => product.category === 'Gifts').length
  assert.ok(inGifts < products.length / 10, 'the fallback category stays small')
})

test('demo/relevance.json names only products of the catalog, sorted by grade', async () => {
  const skus = new Set((await readProducts()).map((product) => product.sku))
  const text = await readFile(new URL('./relevance.json', import.meta.url), 'utf8')
  const judgements: Judgement[] = JSON.parse(text)
  assert.ok(judgements.length >= 60)
  assert.equal(new Set(judgements.map((judgement) => judgement.query)).size, judgements.length)
  for (const { query, kind, expect } of judgements) {
    assert.match(kind, /^(?:exact|prefix|typo|plural|order|phrase)$/, query)
    assert.equal(expect[0]?.grade, 3, query)
    assert.equal(new Set(expect.map(({ sku }) => sku)).size, expect.length, query)
    for (const [at, { sku, grade }] of expect.entries()) {
      assert.ok(skus.has(sku), `${query}: ${sku}`)
      assert.ok([1, 2, 3].includes(grade) && grade <= (expect[at - 1]?.grade ?? 3), `${query}: ${sku}`)
    }
  }
})
