import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** A configured secret with its key id. The first of several signs or encrypts; all of them verify or decrypt. */
export interface NamedSecret {
  kid: string
  secret: string
}

/**
 * Encryption at rest (webhook secrets, stored idempotent responses): AES-256-GCM with the context as associated data.
 */
export interface Seal {
  /** `context` names row and column; decryption needs the same context, so ciphertexts cannot be swapped. */
  seal(plain: string, context: string): Buffer
  /** @throws if the ciphertext was altered, has another context, or its key is no longer configured */
  open(box: Buffer, context: string): string
  /** True if it was encrypted with the current key. */
  isCurrent(box: Buffer): boolean
  /** The prefix of all values encrypted with the current key, and of no others. */
  readonly currentPrefix: Buffer
  /** Keyed hash (HMAC-SHA256) of a text that must be recognized but never read. */
  hash(text: string): Buffer
  /** True if it is the keyed hash of the text, by any configured key. */
  isHash(hash: Buffer, text: string): boolean
}

const nonceBytes = 12
const tagBytes = 16

/** Layout: length of the key id, key id, nonce, tag, ciphertext. */
export function createSeal(keys: readonly NamedSecret[]): Seal {
  const [current] = keys
  if (current === undefined) throw new Error('encryption needs at least one secret')
  const keysById = new Map(keys.map(({ kid, secret }) => [kid, deriveKey(secret, 'seal')]))
  const currentKey = deriveKey(current.secret, 'seal')
  const currentPrefix = Buffer.concat([Buffer.of(Buffer.byteLength(current.kid)), Buffer.from(current.kid)])
  const hashKeys = keys.map(({ secret }) => deriveKey(secret, 'hash'))
  const hashWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

  return {
    currentPrefix,
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce).setAAD(Buffer.from(context))
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([currentPrefix, nonce, cipher.getAuthTag(), ciphertext])
    },
    open(box, context) {
      const { kid, rest } = splitKeyId(box)
      const key = keysById.get(kid)
      if (key === undefined) throw new Error(`sealed with key "${kid}", which is not configured`)
      const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, nonceBytes)).setAAD(Buffer.from(context))
      decipher.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(rest.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
    isCurrent: (box) => splitKeyId(box).kid === current.kid,
    hash: (text) => hashWith(hashKeys[0] as Buffer, text),
    isHash: (hash, text) =>
      hashKeys.some((key) => {
        const expected = hashWith(key, text)
        return expected.length === hash.length && timingSafeEqual(expected, hash)
      }),
  }
}

/** A 32-byte key for one purpose, from a configured secret (HKDF-SHA256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `commerce-platform/${purpose}`, 32))
}

function splitKeyId(box: Buffer): { kid: string; rest: Buffer } {
  const length = box[0] ?? 0
  return { kid: box.subarray(1, 1 + length).toString(), rest: box.subarray(1 + length) }
}
