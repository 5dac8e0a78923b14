import { randomBytes } from 'node:crypto'

const idBytes = 16
const randomLength = 24

/** The key of a shop's feed: the id of the shop, which identifies its database, and 192 random bits. */
export function newFeedKey(merchantId: string): string {
  const id = Buffer.from(merchantId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, randomBytes(randomLength)]).toString('base64url')
}

/** The shop of a key; undefined if it is not a key. */
export function merchantOfKey(key: string): string | undefined {
  const bytes = Buffer.from(key, 'base64url')
  if (bytes.length !== idBytes + randomLength || bytes.toString('base64url') !== key) return undefined
  const id = bytes.toString('hex', 0, idBytes)
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
