import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, shown once; only its hash is stored. */
export function newToken(prefix = ''): { token: string; hash: Buffer } {
  const token = prefix + randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** 256 random bits cannot be guessed, so a fast hash without a salt is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
