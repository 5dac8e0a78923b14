import type { PaymentProviders } from '#src/modules/payments/index.ts'
import { storedValueProvider } from '#src/modules/stored-value/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { payWithValue } from './pay-with-value.ts'

/** So much of a customer's store credit, for an order of theirs. */
interface Credit {
  merchantId: string
  orderId: string
  userId: string
  amountMinor: number
}

/** Pays what is due of an order, or as much as so much credit can; the customer keeps credit that can pay nothing. */
export async function payWithCredit(
  transaction: Transaction,
  paymentProviders: PaymentProviders,
  { merchantId, orderId, userId, amountMinor }: Credit,
): Promise<void> {
  const provider = paymentProviders.find(({ name }) => name === storedValueProvider)
  if (provider === undefined) return
  const requested = { key: { merchantId, orderId }, actorId: userId, provider, method: 'store_credit', reference: null }
  await payWithValue(transaction, paymentProviders, { ...requested, code: null, maxMinor: amountMinor }).catch(
    (error) => {
      if (!(error instanceof AppError && error.code === 'REMAINDER_TOO_SMALL')) throw error
    },
  )
}
