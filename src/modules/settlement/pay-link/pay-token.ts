import { randomBytes } from 'node:crypto'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'

const idBytes = 16
const randomLength = 32

/** The token of a payment link: the id of the shop, which identifies its database, and 256 random bits. */
export function newPayToken(merchantId: string): { token: string; hash: Buffer } {
  const id = Buffer.from(merchantId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, randomBytes(randomLength)]).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** The page of a link. */
export function payAddress(config: LinkConfig, token: string): string {
  return `${publicUrl(config)}/pay/${token}`
}

/** The shop of a token; undefined if it is none. */
export function merchantOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + randomLength || bytes.toString('base64url') !== token) return undefined
  const id = bytes.toString('hex', 0, idBytes)
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
