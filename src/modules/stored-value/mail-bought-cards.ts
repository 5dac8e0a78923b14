import { countMails } from '#src/modules/identity/index.ts'
import { inOwnWords } from '#src/modules/mails/index.ts'
import { inTextsOf } from '#src/modules/merchants/index.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { enqueue, type Job } from '#src/platform/jobs/index.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { MailRefused } from '#src/platform/mail/index.ts'
import { updateMailed } from './account-queries.ts'
import { type BoughtCard, lockToMail, type OrderOfCards, selectGift, updateCodes } from './bought-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { writeBoughtMail } from './letters.ts'
import { openCode, sealCode } from './mail-gift-card.ts'
import { boughtMail, cardValues } from './own-words.ts'
import { readSender } from './read-sender.ts'
import { hashed, newCode } from './rules.ts'

interface BoughtMail {
  merchant_id: string
  order_id: string
  user_id: string
}

type Services = Pick<Dependencies, 'shop' | 'merchants' | 'seal' | 'mailer' | 'logger' | 'config'>

const hourMs = 3_600_000

/**
 * Mails the gift cards of an order, all in one mail. Their codes are made here, kept encrypted until the mail server
 * has the mail, and then only hashed. A stranger can have a mail sent to any address by paying for a card: such mails
 * count to the hourly limits of mails to new addresses, of the buyer and of the shop, and wait for the next hour.
 */
export const mailBoughtCards: Job<BoughtMail, Services> = {
  name: 'stored_value.mail_bought_cards',
  async run(deps, payload) {
    const { shop, seal, mailer, logger, config } = deps
    const { merchant_id: merchantId, order_id: orderId, user_id: userId } = payload
    const db = shop(merchantId)
    const order = { merchantId, orderId }
    const own = await readSender(db, merchantId)
    if (own === undefined) return
    const { isGift, locale } = await selectGift(db, order)
    const sender = { ...own, locale: writtenLocale(locale ?? own.locale) }
    const cards = await inTransaction(db, async (transaction) => {
      const due = await lockToMail(transaction, order)
      const first = due.some(({ sealed_code }) => sealed_code === null)
      if (first && isGift && !(await countMails(transaction, config, { userId, merchantId }))) {
        await enqueue(transaction, mailBoughtCards, payload, undefined, hourMs)
        return []
      }
      return withCodes(transaction, seal, order, due)
    })
    const [{ email: to } = { email: null }] = cards
    if (to === null) return
    const document = await inTextsOf(deps, merchantId, () =>
      inOwnWords(db, merchantId, boughtMail.kind, {
        document: writeBoughtMail(
          cards.map((card) => ({ ...card, code: openCode(seal, card) })),
          sender,
        ),
        values: cardValues(sender, ...cards),
      }),
    )
    const mail = { id: `gift-cards-${orderId}`, to, document, sender: sender.name }
    try {
      await mailer.send({ ...mail, replyTo: sender.support_email })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      logger.warn({ err: error, order: orderId }, 'mail refused for good')
    }
    await updateMailed(db, merchantId, cards)
  },
}

type Coded = BoughtCard & { sealed_code: Buffer }

/** Cards that have a code keep it: a mail that is tried again is the same. */
async function withCodes(
  transaction: Transaction,
  seal: Dependencies['seal'],
  { merchantId }: OrderOfCards,
  cards: readonly BoughtCard[],
): Promise<Coded[]> {
  const coded = cards.map((card): Coded & { code_hash?: Buffer; last_four: string | null } => {
    if (card.sealed_code !== null) return { ...card, sealed_code: card.sealed_code }
    const code = newCode()
    return { ...card, ...hashed(merchantId, code), sealed_code: sealCode(seal, card.id, code) }
  })
  await updateCodes(
    transaction,
    merchantId,
    coded.flatMap(({ id, code_hash, last_four, sealed_code }) =>
      code_hash === undefined || last_four === null ? [] : [{ id, code_hash, last_four, sealed_code }],
    ),
  )
  return coded
}
