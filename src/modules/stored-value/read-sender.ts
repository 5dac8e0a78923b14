import { selectMerchantSettings } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'

/** The shop that mails a card. */
interface Sender {
  name: string
  support_email: string | null
  timezone: string
  /** In which its mails are written. */
  locale: string
  currency: string
}

export async function readSender(db: Executor, merchantId: string): Promise<Sender | undefined> {
  const found = await selectMerchantSettings(db, merchantId)
  if (found === undefined) return undefined
  const { merchant, settings } = found
  const { support_email, timezone, locale, currency } = settings
  const sender = { name: merchant.name, support_email, timezone, currency: currency ?? merchant.currency }
  return { ...sender, locale: writtenLocale(locale) }
}
