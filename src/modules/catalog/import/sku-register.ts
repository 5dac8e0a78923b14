/**
 * The first row of each SKU in a file: an open-addressing table of 64-bit hashes, some 25 MB for a million rows. Two
 * SKUs of one file collide in 3 of 100 million files of that size.
 */
export class SkuRegister {
  #capacity = 1 << 12
  #size = 0
  #slots = newSlots(this.#capacity)

  /** Adds a SKU; returns its first row if it is a duplicate, else undefined. */
  enter(sku: string, row: number): number | undefined {
    if (this.#size * 3 >= this.#capacity * 2) this.#grow()
    return this.#put(hash(sku, 0x811c9dc5), hash(sku, 0x9747b28c), row)
  }

  #put(first: number, second: number, row: number): number | undefined {
    const { firsts, seconds, rows } = this.#slots
    let slot = first & (this.#capacity - 1)
    while (rows[slot] !== 0) {
      if (firsts[slot] === first && seconds[slot] === second) return rows[slot]
      slot = (slot + 1) & (this.#capacity - 1)
    }
    firsts[slot] = first
    seconds[slot] = second
    rows[slot] = row
    this.#size++
    return undefined
  }

  #grow(): void {
    const { firsts, seconds, rows } = this.#slots
    this.#capacity *= 2
    this.#size = 0
    this.#slots = newSlots(this.#capacity)
    rows.forEach((row, slot) => {
      if (row !== 0) this.#put(firsts[slot] ?? 0, seconds[slot] ?? 0, row)
    })
  }
}

function newSlots(capacity: number) {
  return { firsts: new Uint32Array(capacity), seconds: new Uint32Array(capacity), rows: new Uint32Array(capacity) }
}

/** FNV-1a over UTF-16 units, with the last mixing step of MurmurHash3 so that its low bits can index the table. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
