import type { Databases } from '#src/platform/db/databases.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import { selectLinkedUser } from './queries.ts'

/** Days for which a mailed link to an order works. */
export const tokenDays = 60

const context = 'order token'

/** An order that a link is to, and when the link ends. */
export interface OrderToken {
  merchantId: string
  orderId: string
  /** Seconds since 1970. */
  until: number
}

/** Cannot be guessed, and is of this order alone. Nothing is stored, so that an order costs no statement more. */
export function sealToken(seal: Seal, { merchantId, orderId, until }: OrderToken): string {
  return seal.seal(`${merchantId} ${orderId} ${until}`, context).toString('base64url')
}

/** Undefined for what is no token of this service. The caller compares `until` with the clock of the database. */
function openToken(seal: Seal, token: string): OrderToken | undefined {
  try {
    const [merchantId = '', orderId = '', until = ''] = seal.open(Buffer.from(token, 'base64url'), context).split(' ')
    return isUuid(merchantId) && isUuid(orderId) ? { merchantId, orderId, until: Number(until) } : undefined
  } catch {
    return undefined
  }
}

/** An order that a link is to. */
export interface LinkedTo {
  merchantId: string
  orderId: string
  /** The customer. */
  userId: string
}

/**
 * The order of a link. Wrong, ended and foreign tokens are alike, and so is the order of an erased account.
 * @throws AppError NOT_FOUND
 */
export async function openOrderLink({ seal, shop }: Databases & { seal: Seal }, token: string): Promise<LinkedTo> {
  const opened = openToken(seal, token)
  if (opened === undefined) throw notFound('order')
  const { merchantId, orderId } = opened
  const userId = await selectLinkedUser(shop(merchantId), opened)
  if (userId === undefined) throw notFound('order')
  return { merchantId, orderId, userId }
}

/** The page of an order: at the shop's storefront, else at this service. */
export function orderLink(config: LinkConfig, storefrontUrl: string | null, token: string): string {
  return `${storefrontUrl ?? publicUrl(config)}/orders/${token}`
}
