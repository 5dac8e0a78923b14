import { bytesOf, type Columns, createColumns, nextDocument } from './columns.ts'
import { type DocumentRow, readWords } from './documents.ts'
import { fingerprintOf } from './hashes.ts'
import { createNumbering, type Numbering } from './numbering.ts'
import { createLexicon, type Lexicon, toEntry } from './postings.ts'
import { createIdTable, formatId, parseId } from './product-ids.ts'
import { createSkuFilter, type SkuFilter } from './sku-filter.ts'

/**
 * The words of all active products in the memory of this process, and what they are filtered and ranked by. A product
 * that is reworded becomes another document; the entries of the one before stay, and are passed over.
 */
export interface InvertedIndex {
  readonly columns: Columns
  readonly lexicon: Pick<Lexicon, 'get' | 'beginningWith'>
  readonly skus: Pick<SkuFilter, 'mayHave'>
  /** What the numbers in the columns mean: ids of merchants, and names of categories. */
  readonly merchants: Omit<Numbering, 'give'>
  readonly categories: Omit<Numbering, 'give'>
  /** The product of a document as answers name it. */
  product(document: number): IndexedProduct
  put(row: DocumentRow): void
  remove(productId: string): void
  /** Memory, about. */
  bytes(): number
  /** Documents that were replaced or removed: their share tells when to build it anew. */
  wasted(): number
}

export interface IndexedProduct {
  id: string
  merchantId: string
  /** As `product_stamp()` makes it. */
  stamp: string
}

export function createInvertedIndex(): InvertedIndex {
  const columns = createColumns()
  const lexicon = createLexicon()
  const documents = createIdTable()
  const skus = createSkuFilter()
  const merchants = createNumbering()
  const categories = createNumbering()
  /** Of documents that were found once: making the texts takes longer than finding them. */
  const products: (IndexedProduct | undefined)[] = []
  let wasted = 0

  function drop(document: number | undefined): void {
    if (document === undefined || columns.present[document] === 0) return
    columns.present[document] = 0
    products[document] = undefined
    wasted++
  }

  function setAttributes(document: number, row: DocumentRow): void {
    columns.prices[document] = row.price_common
    columns.inStock[document] = Number(row.in_stock)
    columns.nameWords[document] = row.name_words
    products[document] = undefined
    columns.versions[document] = row.version
    columns.changed[document] = row.changed
    columns.categories[document] = row.category === null ? 0 : categories.give(row.category)
  }

  return {
    columns,
    lexicon,
    skus,
    merchants,
    categories,
    product(document) {
      let product = products[document]
      if (product === undefined) {
        product = {
          id: formatId(columns.ids, document),
          merchantId: merchants.texts[(columns.merchants[document] ?? 0) - 1] ?? '',
          stamp: `${columns.versions[document]} ${columns.changed[document]}`,
        }
        products[document] = product
      }
      return product
    },
    put(row) {
      const id = parseId(row.product_id)
      const before = documents.get(columns.ids, id)
      if (!row.active) return drop(before)
      const fingerprint = fingerprintOf(row.document)
      const isPresent = before !== undefined && columns.present[before] === 1
      if (isPresent && columns.fingerprints[before] === fingerprint) return setAttributes(before, row)
      drop(before)
      const document = nextDocument(columns)
      columns.ids.set(id, 4 * document)
      documents.set(columns.ids, id, document)
      columns.fingerprints[document] = fingerprint
      columns.merchants[document] = merchants.give(row.merchant_id)
      columns.present[document] = 1
      setAttributes(document, row)
      const { words, sku } = readWords(row.document)
      for (const { lexeme, position, endsName } of words) lexicon.add(lexeme, toEntry(document, position, endsName))
      skus.add(sku)
    },
    remove: (productId) => drop(documents.get(columns.ids, parseId(productId))),
    bytes: () => bytesOf(columns) + lexicon.bytes() + documents.bytes() + skus.bytes(),
    wasted: () => wasted,
  }
}
