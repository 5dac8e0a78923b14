import { inOwnWords } from '#src/modules/mails/index.ts'
import { inTextsOf } from '#src/modules/merchants/index.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { SealedValues } from '#src/platform/sweeps/reseal.ts'
import { countSealedOtherwise, selectAccount, updateMailed } from './account-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { writeGiftCardMail } from './letters.ts'
import { cardValues, giftCardMail } from './own-words.ts'
import { readSender } from './read-sender.ts'

const contextOf = (id: string) => `gift_card:${id}`

export function sealCode(seal: Seal, id: string, code: string): Buffer {
  return seal.seal(code, contextOf(id))
}

export function openCode(seal: Seal, { id, sealed_code }: { id: string; sealed_code: Buffer }): string {
  return seal.open(sealed_code, contextOf(id))
}

type Services = Pick<Dependencies, 'shop' | 'merchants' | 'seal' | 'mailer' | 'logger'>

/** Mails the code of a gift card. The code is kept encrypted until the mail server has the mail, then only hashed. */
export const mailGiftCard: Job<{ merchant_id: string; id: string }, Services> = {
  name: 'stored_value.mail_gift_card',
  async run(deps, { merchant_id: merchantId, id }) {
    const { shop, seal, mailer, logger } = deps
    const db = shop(merchantId)
    const card = await selectAccount(db, merchantId, { id })
    if (card === undefined || card.sealed_code === null || card.email === null || card.disabled_at !== null) return
    const sender = await readSender(db, merchantId)
    if (sender === undefined) return
    const coded = { ...card, code: openCode(seal, { id, sealed_code: card.sealed_code }) }
    const document = await inTextsOf(deps, merchantId, () =>
      inOwnWords(db, merchantId, giftCardMail.kind, {
        document: writeGiftCardMail(coded, sender),
        values: cardValues(sender, card),
      }),
    )
    const mail = { id: `gift-card-${id}-${card.last_four}`, to: card.email, document, sender: sender.name }
    try {
      await mailer.send({ ...mail, replyTo: sender.support_email })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, gift_card: id }, 'mail refused for good')
    }
    await updateMailed(db, merchantId, [{ id, sealed_code: card.sealed_code }])
  },
}

/** Codes are kept for minutes, so they are counted here, not encrypted again. */
export const giftCardCodes: SealedValues<{ seal: Seal }> = {
  name: 'codes of gift cards',
  reseal: ({ db, seal }) => countSealedOtherwise(db, seal.currentPrefix),
}
