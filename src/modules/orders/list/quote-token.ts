import type { Seal } from '#src/platform/lib/sealed.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import type { OrderKey } from '../queries.ts'

const idBytes = 16

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const toId = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const signed = ({ merchantId, orderId }: OrderKey) => `quote ${merchantId} ${orderId}`

/** The page of a draft's quote. Its token is the two ids with a keyed hash, so that none is stored. */
export function quoteUrl(config: LinkConfig, seal: Seal, key: OrderKey): string {
  const token = Buffer.concat([toBytes(key.merchantId), toBytes(key.orderId), seal.hash(signed(key))])
  return `${publicUrl(config)}/quotes/${token.toString('base64url')}`
}

/** The draft of a token; undefined for what is none of this service. */
export function openQuoteToken(seal: Seal, token: string): OrderKey | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= 2 * idBytes || bytes.toString('base64url') !== token) return undefined
  const key = { merchantId: toId(bytes.subarray(0, idBytes)), orderId: toId(bytes.subarray(idBytes, 2 * idBytes)) }
  return seal.isHash(bytes.subarray(2 * idBytes), signed(key)) ? key : undefined
}
