import { presentPictures } from '#src/modules/media/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageShop } from '#src/platform/http/pages/frame.ts'
import type { MailLook } from '#src/platform/mail/index.ts'
import { selectMailLook, selectMerchantSettings } from './queries.ts'

/** What the mails of a shop look like; undefined: as ours. */
export async function mailLookOf(db: Executor, merchantId: string): Promise<MailLook | undefined> {
  const found = await selectMailLook(db, merchantId)
  if (found === undefined) return undefined
  const { color, footer, pictures } = found
  return { color, footer, logo: presentPictures(pictures)[0] ?? null }
}

/** What the service's own pages show of a shop. */
export interface Brand extends PageShop {
  /** Of its texts, of BCP 47. */
  locale: string
  /** An IANA name. */
  timezone: string
}

/** Undefined if there is no such shop. */
export async function brandOf(db: Executor, merchantId: string): Promise<Brand | undefined> {
  const found = await selectMerchantSettings(db, merchantId)
  if (found === undefined) return undefined
  const { merchant, settings, pictures } = found
  const { locale, timezone, support_email: supportEmail } = settings
  const logo = presentPictures(pictures?.slice(0, 1) ?? null)[0] ?? null
  return { name: merchant.name, logo, supportEmail, locale, timezone }
}
