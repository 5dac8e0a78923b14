import { selectStripeAccount } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PaymentProviders } from './provider.ts'

export interface OfferedMethod {
  method: string
  provider: string
  publishable_key: string | null
  account: string | null
}

/** Payment methods of a shop, with the data that a page needs for them. */
export async function listMethods(
  db: Executor,
  providers: PaymentProviders,
  merchantId: string,
): Promise<OfferedMethod[]> {
  const takesCards = providers.some(({ usedBy, card }) => usedBy === 'shopper' && card !== undefined)
  return offeredMethods(providers, takesCards ? await selectStripeAccount(db, merchantId) : null)
}

/** The same; the shop's account at the provider of cards is known. */
export function offeredMethods(providers: PaymentProviders, account: string | null): OfferedMethod[] {
  const offered = providers.filter(({ usedBy }) => usedBy === 'shopper')
  return offered.flatMap(({ name, methods, card }) =>
    methods.map((method) => ({
      method,
      provider: name,
      publishable_key: card?.publishableKey ?? null,
      account: card === undefined ? null : account,
    })),
  )
}
