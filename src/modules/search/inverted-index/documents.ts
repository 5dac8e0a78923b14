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

/**
 * Words of a `tsvector` text, such as `'#sku' '$cup' '=cup' '=tea' 'cup':2 'tea':1 'warm'`: a word of the name has
 * positions; `$` marks the last word of the name, `#` the SKU. Those marked `=` repeat words of the name.
 */
export function readWords(document: string): DocumentWords {
  const words: DocumentWord[] = []
  let last: string | undefined
  let sku = ''
  for (let at = 0; at < document.length; at++) {
    const begin = at + 1
    const end = endOfLexeme(document, begin)
    at = end + 1
    const mark = document.charAt(begin)
    if (mark === '=') continue
    const lexeme = unescaped(document.slice(begin, end))
    if (mark === '$') last = lexeme.slice(1)
    else if (mark === '#') sku = lexeme.slice(1)
    else if (document.charAt(at) === ':')
      do {
        let position = 0
        for (at++; isDigit(document.charCodeAt(at)); at++) position = 10 * position + document.charCodeAt(at) - zero
        words.push({ lexeme, position, endsName: false })
      } while (document.charAt(at) === ',')
    else words.push({ lexeme, position: 0, endsName: false })
  }
  if (last !== undefined) for (const word of words) word.endsName = word.position > 0 && word.lexeme === last
  return { words, sku }
}

const zero = 48
const isDigit = (code: number) => code >= zero && code < zero + 10

/** Where the quote is that ends it; quotes within are doubled. */
function endOfLexeme(document: string, begin: number): number {
  let end = document.indexOf("'", begin)
  while (document.charAt(end + 1) === "'") end = document.indexOf("'", end + 2)
  return end
}

/** Quotes and backslashes are doubled in the text. */
function unescaped(text: string): string {
  return text.includes("'") || text.includes('\\') ? text.replace(/(['\\])\1/g, '$1') : text
}
