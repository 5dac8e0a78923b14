import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from './errors.ts'

/**
 * Opaque, signed keyset cursors. A cursor holds the sort values of the last row of a page and the number of items before
 * the next one; its signature covers the list it was made for (path, filters and sort), so that a cursor taken to
 * another list, or altered, is refused.
 */
export interface CursorPosition {
  /** Sort values of the last row seen, in the order of the sort. */
  after: (string | number | boolean | null)[]
  /** Items before the page this cursor opens. */
  offset: number
}

export interface CursorCodec {
  encode(list: string, position: CursorPosition): string
  /** @throws AppError INVALID_CURSOR */
  decode(list: string, cursor: string): CursorPosition
}

const macBytes = 16
/** Cursors given out lately: pages that many ask for are signed once. Some 500 bytes each. */
const rememberedCursors = 2_000

export function createCursorCodec(key: Buffer): CursorCodec {
  // As a key object: importing the bytes anew for each cursor took 9 µs, signing takes 2.
  const secret = createSecretKey(key)
  const mac = (list: string, payload: string) =>
    createHmac('sha256', secret).update(`${list}\0${payload}`).digest().subarray(0, macBytes)

  const given = new LRUCache<string, string>({ max: rememberedCursors })

  return {
    encode(list, position) {
      const payload = JSON.stringify([position.offset, ...position.after])
      const key = `${list}\0${payload}`
      let cursor = given.get(key)
      if (cursor === undefined) {
        cursor = Buffer.concat([mac(list, payload), Buffer.from(payload)]).toString('base64url')
        given.set(key, cursor)
      }
      return cursor
    },
    decode(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      const payload = bytes.subarray(macBytes).toString()
      const genuine =
        bytes.length > macBytes &&
        bytes.toString('base64url') === cursor &&
        timingSafeEqual(bytes.subarray(0, macBytes), mac(list, payload))
      if (!genuine) throw new AppError('INVALID_CURSOR', 'cursor is altered or belongs to another list, filter or sort')
      const [offset, ...after] = JSON.parse(payload) as [number, ...CursorPosition['after']]
      return { offset, after }
    },
  }
}
