import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A configured secret with its key id. The first of several signs and encrypts; all of them verify and decrypt. */
export interface JwtSecret {
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
}

const nonceBytes = 12
const tagBytes = 16

/** Layout: length of the key id, key id, nonce, tag, ciphertext. */
export function createSeal(secrets: readonly JwtSecret[]): Seal {
  const keys = new Map(secrets.map(({ kid, secret }) => [kid, deriveKey(secret, 'seal')]))
  const [current] = secrets
  if (current === undefined) throw new Error('encryption needs at least one secret')
  const currentKey = keys.get(current.kid) as Buffer

  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce).setAAD(Buffer.from(context))
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const kid = Buffer.from(current.kid)
      return Buffer.concat([Buffer.of(kid.length), kid, nonce, cipher.getAuthTag(), ciphertext])
    },
    open(box, context) {
      const { kid, rest } = splitKeyId(box)
      const key = keys.get(kid)
      if (key === undefined) throw new Error(`sealed with key "${kid}", which is not configured`)
      const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, nonceBytes)).setAAD(Buffer.from(context))
      decipher.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(rest.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
    isCurrent: (box) => splitKeyId(box).kid === current.kid,
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
