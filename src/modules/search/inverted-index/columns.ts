import { mostDocuments } from './postings.ts'

/** What documents are filtered and ranked by, a typed array for each: 70 bytes a document. */
export interface Columns {
  /** Documents, those that were replaced or removed included. Their numbers are given once. */
  count: number
  /** Four numbers each, in the order of PostgreSQL's `uuid`. */
  ids: Uint32Array
  prices: Float64Array
  /** Of the text of its words. */
  fingerprints: Float64Array
  merchants: Uint32Array
  categories: Uint32Array
  nameWords: Uint16Array
  /** What the product's stamp consists of: its version, and the moment of its last change in seconds. */
  versions: Uint32Array
  changed: Float64Array
  /** 0 for a document that was replaced or removed. */
  present: Uint8Array
  inStock: Uint8Array
  /** Zero between searches: what each document has of the words. */
  scratch: Uint32Array
  /** Of one search at a time: the documents that match, what each has of the words, and its score. */
  matches: Uint32Array
  found: Uint32Array
  scores: Int32Array
}

const firstCapacity = 1_024

export function createColumns(): Columns {
  return {
    count: 0,
    ids: new Uint32Array(4 * firstCapacity),
    prices: new Float64Array(firstCapacity),
    fingerprints: new Float64Array(firstCapacity),
    merchants: new Uint32Array(firstCapacity),
    categories: new Uint32Array(firstCapacity),
    nameWords: new Uint16Array(firstCapacity),
    versions: new Uint32Array(firstCapacity),
    changed: new Float64Array(firstCapacity),
    present: new Uint8Array(firstCapacity),
    inStock: new Uint8Array(firstCapacity),
    scratch: new Uint32Array(firstCapacity),
    matches: new Uint32Array(firstCapacity),
    found: new Uint32Array(firstCapacity),
    scores: new Int32Array(firstCapacity),
  }
}

/** The number of the next document. @throws RangeError behind `mostDocuments` */
export function nextDocument(columns: Columns): number {
  if (columns.count === mostDocuments) throw new RangeError('the index is full')
  if (columns.count === columns.present.length) {
    columns.ids = doubled(columns.ids)
    columns.prices = doubled(columns.prices)
    columns.fingerprints = doubled(columns.fingerprints)
    columns.merchants = doubled(columns.merchants)
    columns.categories = doubled(columns.categories)
    columns.nameWords = doubled(columns.nameWords)
    columns.versions = doubled(columns.versions)
    columns.changed = doubled(columns.changed)
    columns.present = doubled(columns.present)
    columns.inStock = doubled(columns.inStock)
    columns.scratch = doubled(columns.scratch)
    columns.matches = doubled(columns.matches)
    columns.found = doubled(columns.found)
    columns.scores = doubled(columns.scores)
  }
  return columns.count++
}

export function bytesOf({ count: _, ...arrays }: Columns): number {
  return Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0)
}

type Growing = Uint32Array | Int32Array | Float64Array | Uint16Array | Uint8Array

function doubled<T extends Growing>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length)
  larger.set(array)
  return larger
}
