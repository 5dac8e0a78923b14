import { bytesOf, type Columns, createColumns, nextDocument } from './columns.ts'
import { type DocumentRow, hashOf, readWords } from './documents.ts'
import { createLexicon, type Lexicon, toEntry } from './postings.ts'
import { createIdTable, parseId } from './product-ids.ts'
import { createSkuFilter, type SkuFilter } from './sku-filter.ts'

/**
 * The words of all active products in the memory of this process, and what they are filtered and ranked by. A product
 * that is reworded becomes another document; the entries of the one before stay, and are passed over.
 */
export interface InvertedIndex {
  readonly columns: Columns
  readonly lexicon: Pick<Lexicon, 'get' | 'beginningWith'>
  readonly skus: Pick<SkuFilter, 'mayHave'>
  /** Number of a merchant or category in the columns; undefined if no document has had it. */
  merchant(id: string): number | undefined
  category(name: string): number | undefined
  put(row: DocumentRow): void
  remove(productId: string): void
  /** Memory, about. */
  bytes(): number
  /** Documents that were replaced or removed: their share tells when to build it anew. */
  wasted(): number
}

export function createInvertedIndex(): InvertedIndex {
  const columns = createColumns()
  const lexicon = createLexicon()
  const documents = createIdTable()
  const skus = createSkuFilter()
  const merchants = new Map<string, number>()
  const categories = new Map<string, number>()
  let wasted = 0

  function drop(document: number | undefined): void {
    if (document === undefined || columns.present[document] === 0) return
    columns.present[document] = 0
    wasted++
  }

  function setAttributes(document: number, row: DocumentRow): void {
    columns.prices[document] = Number(row.price_common)
    columns.inStock[document] = Number(row.in_stock)
    columns.nameWords[document] = row.name_words
    columns.categories[document] = row.category === null ? 0 : numberOf(categories, row.category)
  }

  return {
    columns,
    lexicon,
    skus,
    merchant: (id) => merchants.get(id),
    category: (name) => categories.get(name),
    put(row) {
      const id = parseId(row.product_id)
      const before = documents.get(columns.ids, id)
      if (!row.active) return drop(before)
      const hash = hashOf(row.document)
      const isPresent = before !== undefined && columns.present[before] === 1
      if (isPresent && columns.hashes[before] === hash) return setAttributes(before, row)
      drop(before)
      const document = nextDocument(columns)
      columns.ids.set(id, 4 * document)
      documents.set(columns.ids, id, document)
      columns.hashes[document] = hash
      columns.merchants[document] = numberOf(merchants, row.merchant_id)
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

/** From 1 on: 0 is none. */
function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  const next = numbers.size + 1
  numbers.set(text, next)
  return next
}
