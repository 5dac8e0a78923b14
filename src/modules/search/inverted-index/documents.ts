import { hash } from 'node:crypto'

/** A document as it is read from the database. */
export interface DocumentRow {
  product_id: string
  merchant_id: string
  category: string | null
  price_common: number
  name_words: number
  in_stock: boolean
  active: boolean
  /** Of the product; both are in its stamp. */
  version: number
  changed: number
  /** Text of the `tsvector` that `product_document()` makes. */
  document: string
}

export interface DocumentWord {
  lexeme: string
  /** Where it stands in the name, from 1 on; 0 if only category or description have it. */
  position: number
  /** It is the last word of the name. */
  endsName: boolean
}

export interface DocumentWords {
  words: DocumentWord[]
  /** In lower case. */
  sku: string
}

/** A lexeme between quotes, those within doubled as backslashes are, and its positions. */
const entry = /'((?:[^'\\]|''|\\\\)*)'(?::([\d,]+))?/g

/**
 * Words of a `tsvector` text: a word of the name has positions; `$` marks the last word of the name, `#` the SKU. Those
 * marked `=` repeat words of the name.
 */
export function readWords(document: string): DocumentWords {
  const words: DocumentWord[] = []
  let last: string | undefined
  let sku = ''
  for (const [, quoted = '', positions] of document.matchAll(entry)) {
    const text = quoted.includes("'") || quoted.includes('\\') ? quoted.replace(/(['\\])\1/g, '$1') : quoted
    const mark = text[0]
    if (mark === '=') continue
    if (mark === '$') last = text.slice(1)
    else if (mark === '#') sku = text.slice(1)
    else if (positions === undefined) words.push({ lexeme: text, position: 0, endsName: false })
    else
      for (const position of positions.split(','))
        words.push({ lexeme: text, position: Number(position), endsName: false })
  }
  if (last !== undefined) for (const word of words) word.endsName = word.position > 0 && word.lexeme === last
  return { words, sku }
}

/** 48 bits of a text, to notice that it is another. */
export function hashOf(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, 6)
}
