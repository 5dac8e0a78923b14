import { countMailOfStaff } from '#src/modules/identity/index.ts'
import type { OrderKey } from '#src/modules/orders/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import type { LinkConfig } from '#src/platform/mail/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { mailPaymentLink } from './mail-payment-link.ts'
import { newPayToken, payAddress } from './pay-token.ts'
import { insertLink } from './queries.ts'

interface PaymentLink {
  url: string
  expiresAt: Date
}

/**
 * Makes a link with which anybody can pay the order without an account, and mails one if `mail`. Payment, cancellation
 * and expiry of the order end all its links.
 * @throws AppError NOT_FOUND, INVALID_TRANSITION (the order waits for no payment), VALIDATION_ERROR (no address),
 * RATE_LIMITED (no more mails this hour)
 */
export function makePaymentLink(
  { config }: Pick<Dependencies, 'config'>,
  db: Executor,
  staff: Staff,
  orderId: string,
  mail: boolean,
): Promise<PaymentLink> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const { token, hash } = newPayToken(merchantId)
    const key = { merchantId, orderId }
    const made = await insertLink(transaction, key, hash, config.ORDER_PAYMENT_WINDOW_SECONDS)
    if (made === undefined) throw notFound('order')
    const { status, expires_at: expiresAt, email } = made
    if (expiresAt === null) {
      throw new AppError('INVALID_TRANSITION', 'this order is not waiting for a payment', { details: { status } })
    }
    if (mail && !email)
      throw invalid({ field: 'mail', message: 'must be false, because the order has no e-mail address' })
    if (mail) {
      await countMailOfStaff(transaction, config, merchantId)
      await enqueue(transaction, mailPaymentLink, { merchant_id: merchantId, order_id: orderId })
    }
    const changes = { mailed: [null, mail] as [null, boolean] }
    await recordAudit(transaction, staff, [{ action: 'order.payment_link_created', targetId: orderId, changes }])
    return { url: payAddress(config, token), expiresAt }
  })
}

/** A link for somebody who may pay the order already. Undefined if it waits for no payment. */
export async function linkToPay(
  { shop, config }: Pick<Dependencies, 'shop'> & { config: LinkConfig & { ORDER_PAYMENT_WINDOW_SECONDS: number } },
  { merchantId, orderId }: OrderKey,
): Promise<string | undefined> {
  const { token, hash } = newPayToken(merchantId)
  const made = await insertLink(shop(merchantId), { merchantId, orderId }, hash, config.ORDER_PAYMENT_WINDOW_SECONDS)
  return made?.expires_at ? payAddress(config, token) : undefined
}
