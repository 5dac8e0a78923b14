import { isUuid } from '#src/platform/lib/ids.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'

const context = 'unsubscribe token'

/** A customer of a shop. */
interface Subscriber {
  merchantId: string
  customerId: string
}

/** Ends the marketing mails of one shop to one customer. It cannot be guessed, does not end, and nothing is stored. */
export function unsubscribeLink(seal: Seal, config: LinkConfig, { merchantId, customerId }: Subscriber): string {
  return `${publicUrl(config)}/unsubscribe/${seal.seal(`${merchantId} ${customerId}`, context).toString('base64url')}`
}

/** Undefined for what is no token of this service. */
export function openUnsubscribeToken(seal: Seal, token: string): Subscriber | undefined {
  try {
    const [merchantId = '', customerId = ''] = seal.open(Buffer.from(token, 'base64url'), context).split(' ')
    return isUuid(merchantId) && isUuid(customerId) ? { merchantId, customerId } : undefined
  } catch {
    return undefined
  }
}
