import { type OfferedMethod, offeredMethods, type PaymentProviders } from '#src/modules/payments/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { type Reader, selectOwnMethods } from './queries.ts'
import { amountsIn, type PaymentMethodRow } from './rules.ts'

/** A way to pay, and the method of the shop that offers it; without one: the shop has no methods of its own. */
export interface OfferedPayment extends OfferedMethod {
  chosen?: PaymentMethodRow
}

/**
 * How every shopper can pay at a shop: by its own methods, or by every provider of the service. Methods for customer
 * groups stand in quotes.
 */
export async function listOffered(
  db: Executor,
  providers: PaymentProviders,
  merchantId: string,
  { currency, ownCurrency }: { currency: string; ownCurrency: string },
  reader?: Reader,
): Promise<OfferedPayment[]> {
  const { account, methods } = await selectOwnMethods(db, merchantId, reader)
  const offered = offeredMethods(providers, account)
  if (methods.length === 0) return offered
  return amountsIn(methods, currency, ownCurrency)
    .filter(({ groups }) => groups.length === 0)
    .flatMap((chosen): OfferedPayment[] =>
      chosen.kind === 'card'
        ? offered.map((method) => ({ ...method, chosen }))
        : [{ method: chosen.kind, provider: 'manual', publishable_key: null, account: null, chosen }],
    )
}

export type Lack = 'card_provider' | 'stripe_account'

/** What a method lacks before customers can pay by it. */
export function lacksOf({ kind }: Pick<PaymentMethodRow, 'kind'>, providers: PaymentProviders, account: string | null) {
  const offered = providers.filter(({ usedBy }) => usedBy === 'shopper')
  const lacks: Lack[] = []
  if (kind === 'card' && offered.length === 0) lacks.push('card_provider')
  if (kind === 'card' && account === null && offered.some(({ card }) => card)) lacks.push('stripe_account')
  return lacks
}
