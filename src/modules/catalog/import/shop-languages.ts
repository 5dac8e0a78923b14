import { selectMarkets } from '#src/modules/markets/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { FileLanguages } from './translated-columns.ts'

/** The languages of a shop's markets; undefined: it has none. */
export async function selectLanguages(db: Executor, merchantId: string): Promise<FileLanguages | undefined> {
  const { markets, textLocale: own } = await selectMarkets(db, merchantId)
  if (own === undefined) return undefined
  const locales = new Set(markets.flatMap(({ locales }) => locales))
  return { own, others: [...locales].filter((locale) => locale !== own) }
}
