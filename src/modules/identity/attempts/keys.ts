import { createHash } from 'node:crypto'

/** The key of a count. Hashed, so that the table holds no addresses and no accounts. */
export function keyOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
