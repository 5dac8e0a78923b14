import { randomFillSync, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes for many ids, made at once: for each id alone they took most of its time. */
const pool = Buffer.alloc(4_096)
let used = pool.length

/**
 * Makes UUIDv7 (RFC 9562) from the clock: ordered by creation, so that indexes grow at their right edge. Ids of one
 * millisecond count up from a random number (section 6.2, method 1), also while the clock goes back.
 */
export function createIds(clock: () => number): () => string {
  let lastMs = 0
  let sequence = 0
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, used + 16)
    used += random.length
    const now = clock()
    if (now > lastMs) {
      lastMs = now
      // Begins with 31 random bits, which leaves as many numbers for this millisecond.
      sequence = random.readUInt32BE() >>> 1
    } else sequence += 1
    return v7({ msecs: lastMs, seq: sequence, random })
  }
}

export const newId = createIds(() => Date.now())

/** The creation time in a UUIDv7. */
export function timeOf(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}

/** The public form of an event's UUID: `evt_` and the 32 hex digits. */
export function eventPublicId(uuid: string): string {
  return `evt_${uuid.replaceAll('-', '')}`
}

/** The UUID behind a public event id, or undefined if the text is not one. */
export function eventUuid(publicId: string): string | undefined {
  const match = /^evt_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(publicId)
  return match ? match.slice(1).join('-') : undefined
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** Crockford's base32 has no I, L, O or U, so that a number can be read out on the phone. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The end of an order number, after its day (`YYMMDD`): `-` and six random characters, which do not reveal the number
 * of orders.
 */
export function newOrderSuffix(): string {
  return `-${randomLetters(6)}`
}

/** Random letters and digits of Crockford's base32: 5 bits each. */
export function randomLetters(count: number): string {
  let letters = ''
  for (let i = 0; i < count; i++) letters += crockford[randomInt(crockford.length)]
  return letters
}
