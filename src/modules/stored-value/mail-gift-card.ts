import type { Job } from '#src/platform/jobs/index.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, moment, money } from '#src/platform/mail/templates/values.ts'
import type { SealedValues } from '#src/platform/sweeps/reseal.ts'
import { type AccountRow, countSealedOtherwise, selectAccount, selectSender, updateMailed } from './account-queries.ts'
import type { Dependencies } from './dependencies.ts'

const contextOf = (id: string) => `gift_card:${id}`

export function sealCode(seal: Seal, id: string, code: string): Buffer {
  return seal.seal(code, contextOf(id))
}

export function openCode(seal: Seal, { id, sealed_code }: { id: string; sealed_code: Buffer }): string {
  return seal.open(sealed_code, contextOf(id))
}

type Services = Pick<Dependencies, 'shop' | 'seal' | 'mailer' | 'logger'>

/** Mails the code of a gift card. The code is kept encrypted until the mail server has the mail, then only hashed. */
export const mailGiftCard: Job<{ merchant_id: string; id: string }, Services> = {
  name: 'stored_value.mail_gift_card',
  async run({ shop, seal, mailer, logger }, { merchant_id: merchantId, id }) {
    const db = shop(merchantId)
    const card = await selectAccount(db, merchantId, { id })
    if (card === undefined || card.sealed_code === null || card.email === null || card.disabled_at !== null) return
    const sender = await selectSender(db, merchantId)
    if (sender === undefined) return
    const document = writeGiftCardMail(card, openCode(seal, { id, sealed_code: card.sealed_code }), sender)
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

function writeGiftCardMail(
  { balance_minor, currency, expires_at }: AccountRow,
  code: string,
  shop: { name: string; timezone: string },
): MailDocument {
  const { name } = clean({ name: shop.name })
  const amount = money(balance_minor, currency)
  const ends = expires_at === null ? [] : [{ label: 'Good until', value: moment(expires_at, shop.timezone) }]
  return {
    subject: `Your gift card of ${amount} at ${name}`,
    title: `A gift card of ${amount}`,
    blocks: [
      { type: 'paragraph', text: `You have a gift card of ${isolate(name)}. Enter its code when you pay there.` },
      { type: 'facts', facts: [{ label: 'Code', value: code }, { label: 'Worth', value: amount }, ...ends] },
      { type: 'paragraph', text: 'Whoever has the code can spend the card: keep this mail to yourself.' },
    ],
  }
}

/** Codes are kept for minutes, so they are counted here, not encrypted again. */
export const giftCardCodes: SealedValues<{ seal: Seal }> = {
  name: 'codes of gift cards',
  reseal: ({ db, seal }) => countSealedOtherwise(db, seal.currentPrefix),
}
