import { inTextsOf } from '#src/modules/merchants/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { invalid } from '#src/platform/lib/errors.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import type { MailDraft, ShopMail } from '#src/platform/mail/index.ts'
import type { Dependencies } from './dependencies.ts'
import { withLook } from './in-own-words.ts'
import { withOwnWords } from './own-words.ts'
import { selectTexts } from './queries.ts'
import type { DraftRequest } from './schemas.ts'
import { checkTexts } from './set-texts.ts'

/**
 * A mail as a customer would get it, with the given texts or those that are kept.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR
 */
export async function writeDraft(
  deps: Pick<Dependencies, 'config' | 'shop' | 'merchants'>,
  db: Executor,
  merchantId: string,
  mail: ShopMail,
  { texts, order_id: orderId, language }: DraftRequest,
): Promise<MailDraft> {
  if (orderId !== undefined && !mail.ofOrder)
    throw invalid({ field: 'order_id', message: 'cannot be sent for this mail: it is not about an order' })
  const own = texts ? await checkTexts(db, merchantId, mail, texts) : await selectTexts(db, merchantId, mail.kind)
  return inTextsOf(deps, merchantId, async () => {
    const draft = await mail.draft({ db, config: deps.config }, { merchantId, orderId, language })
    const words = own[languageOf(draft.document.locale)]
    const document = words === undefined ? draft.document : withOwnWords(draft.document, words, draft.values)
    return { ...draft, document: await withLook(db, merchantId, document) }
  })
}
