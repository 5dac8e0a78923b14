import type { Static } from 'typebox'
import { presentOrder } from '#src/modules/orders/index.ts'
import { type OpenPayment, openAction, type PaymentRow, presentPayment } from '#src/modules/payments/index.ts'
import { guessingCards } from '#src/modules/stored-value/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import type { Runner } from '#src/platform/http/requests/idempotency.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { beginPayment, finishPayment, type Paid, payAtOnce, readPayment, replaceAwaited } from './pay-order.ts'
import { payWithValue, valuePayment } from './pay-with-value.ts'
import { type PayInput, type RequestedPayment, shopperPayment } from './requested-payment.ts'
import type { PaidOrder } from './schemas.ts'

export type PayServices = Pick<
  Dependencies,
  'db' | 'shop' | 'seal' | 'config' | 'signInTurns' | 'logger' | 'paymentProviders'
>

/** The customer of an order, or who has a link to it. */
export interface Payer {
  userId: string
  merchant: Merchant
  /** Client address, by which wrong codes of gift cards are limited. */
  address: string
  /** Store credit is paid from in a session only. */
  hasSession: boolean
}

/**
 * Pays what is due of an order, or with a gift card or store credit as much as is there.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, CONFLICT, GIFT_CARD_UNAVAILABLE,
 * REMAINDER_TOO_SMALL, PAYMENT_METHOD_UNAVAILABLE, RATE_LIMITED
 */
export async function pay(
  deps: PayServices,
  payer: Payer,
  orderId: string,
  input: PayInput,
  runner: Runner,
): Promise<Static<typeof PaidOrder>> {
  const byValue = valuePayment(deps, payer, orderId, input)
  if (byValue === undefined) return record(deps, shopperPayment(deps, payer, orderId, input), 'owner', runner)
  const draw = () =>
    record(deps, byValue, 'owner', runner, (executor) => payWithValue(executor, deps.paymentProviders, byValue))
  if (byValue.code !== null) return guessingCards(deps, payer.address, draw)
  if (!payer.hasSession)
    throw invalid({ field: 'method', message: 'store_credit is only for the signed-in customer; use another method' })
  return draw()
}

/** Records a payment, and asks its provider unless it settles at once. */
export function record(
  deps: PayServices,
  requested: RequestedPayment,
  viewer: 'owner' | 'staff',
  runner: Runner,
  atOnce = (executor: Executor) => payAtOnce(executor, requested),
): Promise<Static<typeof PaidOrder>> {
  const services = { ...deps, db: deps.shop(requested.key.merchantId) }
  const actionOf = (payment: PaymentRow) => (viewer === 'owner' ? openAction(deps.seal, payment) : null)
  const answer = ({ payment, order }: Paid) => ({
    payment: presentPayment(payment, viewer, actionOf(payment)),
    order: presentOrder(order, viewer),
  })
  return replaceAwaited(services, requested, () =>
    requested.provider.settlesAtOnce
      ? runner.once(async (executor) => answer(await atOnce(executor)))
      : runner.inSteps<OpenPayment, ReturnType<typeof answer>>({
          begin: (executor) => beginPayment(executor, requested),
          finish: async (payment) => answer(await finishPayment(services, payment, requested.details)),
          async resume(payment: Pick<OpenPayment, 'merchant_id' | 'id'>) {
            const paid = await readPayment(services.db, payment)
            return paid.payment.status === 'pending' ? undefined : answer(paid)
          },
        }),
  )
}
