import type { Executor } from '#src/platform/db/transaction.ts'
import type { PaymentProviders } from './provider.ts'
import { selectAccount } from './queries.ts'

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
  const offered = providers.filter(({ usedBy }) => usedBy === 'shopper')
  const account = offered.some(({ card }) => card !== undefined) ? await selectAccount(db, merchantId) : null
  return offered.flatMap(({ name, methods, card }) =>
    methods.map((method) => ({
      method,
      provider: name,
      publishable_key: card?.publishableKey ?? null,
      account: card === undefined ? null : account,
    })),
  )
}
