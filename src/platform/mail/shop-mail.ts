import type { Executor } from '#src/platform/db/transaction.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import type { LinkConfig } from './links.ts'
import type { MailDocument } from './templates/document.ts'

/** By the names of a mail's variables. */
export type ShownValues = Readonly<Record<string, string | null>>

/** A mail to the customers of a shop, which the shop can put into its own words. */
export interface ShopMail {
  /** The name of its template. */
  kind: string
  /** For people. */
  name: string
  /** Names of what a shop's own words can say. */
  variables: readonly string[]
  /** Whether a draft can be of an order of the shop. */
  ofOrder: boolean
  /** The mail as it would be sent, of one order of the shop or of a sample. @throws AppError NOT_FOUND */
  draft(
    services: { db: Executor; config: LinkConfig },
    subject: { merchantId: string; language: Language | undefined; orderId: string | undefined },
  ): Promise<MailDraft>
}

export interface MailDraft {
  shop: { name: string; support_email: string | null }
  document: MailDocument
  values: ShownValues
}
