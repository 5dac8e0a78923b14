import { selectSettings } from '#src/modules/merchants/index.ts'
import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import type { ShopMail } from '#src/platform/mail/index.ts'
import { faultsOf, type GivenTexts, trimmedTexts } from './given-texts.ts'
import { type OwnTexts, replaceTexts } from './queries.ts'

/** @throws AppError NOT_FOUND: no mail with this name can be put into a shop's own words */
export function findKind(mails: readonly ShopMail[], kind: string): ShopMail {
  const mail = mails.find((one) => one.kind === kind)
  if (mail === undefined) throw notFound('mail')
  return mail
}

/** Texts as they would be kept. @throws AppError VALIDATION_ERROR */
export async function checkTexts(
  db: Executor,
  merchantId: string,
  { variables }: ShopMail,
  given: GivenTexts,
): Promise<OwnTexts> {
  const texts = trimmedTexts(given)
  const { storefront_url } = await selectSettings(db, merchantId)
  const host = storefront_url !== null && URL.canParse(storefront_url) ? new URL(storefront_url).host : null
  const faults = faultsOf(texts, variables, host)
  if (faults.length > 0) throw invalid(...faults)
  return texts
}

/** Writes a shop's own words for one kind of mail; none: it goes back to ours. @throws AppError VALIDATION_ERROR */
export function setTexts(db: Executor, staff: Staff, mail: ShopMail, given: GivenTexts): Promise<OwnTexts> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const texts = await checkTexts(transaction, merchantId, mail, given)
    const before = await replaceTexts(transaction, { merchantId, kind: mail.kind }, texts)
    const changes = changesOf(rowOf(mail, before), rowOf(mail, texts))
    if (Object.keys(changes).length > 0)
      await recordAudit(transaction, staff, [{ action: 'mail.updated', targetId: merchantId, changes }])
    return texts
  })
}

function rowOf({ kind }: ShopMail, texts: OwnTexts): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, { subject, text }]) => [
      [`${kind}.${language}.subject`, subject],
      [`${kind}.${language}.text`, text],
    ]),
  )
}
