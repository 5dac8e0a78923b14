import { hashOf } from './hashes.ts'

/**
 * A Bloom filter (B. Bloom, 1970) of SKUs with three hash functions. Keeping each SKU would take more memory than all
 * words of its product.
 */
export interface SkuFilter {
  add(sku: string): void
  /** False: no product has it. True: PostgreSQL has to be asked, of a thousand texts less than one in vain. */
  mayHave(sku: string): boolean
  bytes(): number
}

/** With so many bits for each SKU, three bits of a text that was not added are seldom all set in one of ten filters. */
const bitsPerSku = 64
const hashes = 3

export function createSkuFilter(): SkuFilter {
  /** Filters of doubling size: each is full once it has what it is made for, and goes on being asked. */
  const filters = [createBits(16_384)]
  return {
    add(sku) {
      const newest = filters.at(-1)
      if (newest === undefined || sku === '') return
      newest.add(hashOf(sku))
      if (newest.isFull()) filters.push(createBits(2 * newest.skus))
    },
    mayHave(sku) {
      const hash = hashOf(sku)
      return filters.some((filter) => filter.has(hash))
    },
    bytes: () => filters.reduce((sum, filter) => sum + filter.bytes, 0),
  }
}

function createBits(skus: number) {
  const bits = new Uint8Array((skus * bitsPerSku) / 8)
  const mask = 8 * bits.length - 1
  const isSet = (place: number) => ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0
  const set = (place: number) => {
    bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7))
  }
  let added = 0
  return {
    skus,
    bytes: bits.byteLength,
    isFull: () => added >= skus,
    add(hash: number) {
      added++
      for (let n = 0, bit = hash; n < hashes; n++, bit = mixed(bit)) set(bit & mask)
    },
    has(hash: number) {
      for (let n = 0, bit = hash; n < hashes; n++, bit = mixed(bit)) if (!isSet(bit & mask)) return false
      return true
    },
  }
}

/** Another hash of the same text. */
function mixed(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) ^ (hash >>> 13)) >>> 0
}
