/** A UUID as four numbers, which compare as PostgreSQL compares UUIDs. */
export type ProductId = readonly [number, number, number, number]

export function parseId(id: string): ProductId {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28, 36), 16),
  ]
}

const hexOfBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function formatId(ids: Uint32Array, document: number): string {
  const at = 4 * document
  const b = hex(ids[at + 1] ?? 0)
  const c = hex(ids[at + 2] ?? 0)
  return `${hex(ids[at] ?? 0)}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${hex(ids[at + 3] ?? 0)}`
}

function hex(number: number): string {
  const [a, b] = [hexOfBytes[number >>> 24], hexOfBytes[(number >>> 16) & 255]]
  return `${a}${b}${hexOfBytes[(number >>> 8) & 255]}${hexOfBytes[number & 255]}`
}

/** Below zero if the id of the first document is the smaller one. */
export function compareIds(ids: Uint32Array, document: number, other: number): number {
  for (let part = 0; part < 4; part++) {
    const difference = (ids[4 * document + part] ?? 0) - (ids[4 * other + part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function compareWithId(ids: Uint32Array, document: number, id: ProductId): number {
  for (let part = 0; part < 4; part++) {
    const difference = (ids[4 * document + part] ?? 0) - (id[part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The document of each product: a hash table with open addressing, a tenth of the size of a Map of texts. */
export interface IdTable {
  get(ids: Uint32Array, id: ProductId): number | undefined
  /** The ids of `document` are in `ids` already. */
  set(ids: Uint32Array, id: ProductId, document: number): void
  bytes(): number
}

export function createIdTable(): IdTable {
  /** Document + 1; 0 is empty. An id stays in the table when its document is removed. */
  let slots = new Uint32Array(4_096)
  let used = 0

  function slotOf(ids: Uint32Array, id: ProductId): number {
    const mask = slots.length - 1
    // Times come first in a UUID of version 7; what is random is at the end.
    let slot = (id[3] ^ Math.imul(id[2], 0x9e3779b1) ^ Math.imul(id[0], 0x85ebca6b)) & mask
    for (;;) {
      const found = slots[slot] ?? 0
      if (found === 0 || compareWithId(ids, found - 1, id) === 0) return slot
      slot = (slot + 1) & mask
    }
  }

  function grow(ids: Uint32Array): void {
    const before = slots
    slots = new Uint32Array(2 * before.length)
    for (const found of before) {
      if (found === 0) continue
      const at = 4 * (found - 1)
      slots[slotOf(ids, [ids[at] ?? 0, ids[at + 1] ?? 0, ids[at + 2] ?? 0, ids[at + 3] ?? 0])] = found
    }
  }

  return {
    get(ids, id) {
      const found = slots[slotOf(ids, id)] ?? 0
      return found === 0 ? undefined : found - 1
    },
    set(ids, id, document) {
      const slot = slotOf(ids, id)
      if (slots[slot] === 0) used++
      slots[slot] = document + 1
      if (2 * used > slots.length) grow(ids)
    },
    bytes: () => slots.byteLength,
  }
}
