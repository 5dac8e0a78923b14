import { mailLookOf } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import type { MailDocument, MailDraft } from '#src/platform/mail/index.ts'
import { withOwnWords } from './own-words.ts'
import { selectTexts } from './queries.ts'

/** A mail to a customer with the shop's look, and with its own words for its kind and language, if it has some. */
export async function inOwnWords(
  db: Executor,
  merchantId: string,
  kind: string,
  { document, values }: Omit<MailDraft, 'shop'>,
): Promise<MailDocument> {
  const own = (await selectTexts(db, merchantId, kind))[languageOf(document.locale)]
  return withLook(db, merchantId, own === undefined ? document : withOwnWords(document, own, values))
}

/** A mail of a shop with the shop's look. */
export async function withLook(db: Executor, merchantId: string, document: MailDocument): Promise<MailDocument> {
  const look = await mailLookOf(db, merchantId)
  return look === undefined ? document : { ...document, look }
}
