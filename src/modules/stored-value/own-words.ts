import type { MailValues, MailVariable } from '#src/modules/mails/index.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { currencyDecimals } from '#src/platform/lib/money.ts'
import { money, type ShopMail } from '#src/platform/mail/index.ts'
import { writeBoughtMail, writeGiftCardMail } from './letters.ts'
import { readSender } from './read-sender.ts'

const variables = ['shop.name', 'card.amount'] as const satisfies readonly MailVariable[]

/** Of a mail with cards, all of which are worth the same or have a mail of their own. */
export function cardValues(
  shop: { name: string; locale: string },
  ...cards: readonly { balance_minor: number; currency: string }[]
): MailValues {
  const [card] = cards
  const amount = card && money(card.balance_minor, card.currency, shop.locale)
  return { 'shop.name': shop.name, 'card.amount': amount ?? null }
}

/** A shop and a card that nobody has. */
async function sampleOf(db: Executor, { merchantId, language }: Parameters<ShopMail['draft']>[1]) {
  const sender = await readSender(db, merchantId)
  if (sender === undefined) throw notFound('shop')
  const other = language !== undefined && languageOf(sender.locale) !== language
  const shop = { ...sender, ...(other && { locale: language }) }
  const { currency } = shop
  const card = {
    code: 'ABCD-EFGH-JKLM-NPQR',
    balance_minor: 50 * 10 ** currencyDecimals(currency),
    currency,
    expires_at: null,
  }
  return { shop, card, values: cardValues(shop, card) }
}

export const giftCardMail: ShopMail = {
  kind: 'gift_card',
  name: 'Gift card from the shop',
  variables,
  ofOrder: false,
  async draft({ db }, subject) {
    const { shop, card, values } = await sampleOf(db, subject)
    return { shop, document: writeGiftCardMail(card, shop), values }
  },
}

export const boughtMail: ShopMail = {
  kind: 'bought_gift_cards',
  name: 'Gift cards of an order',
  variables,
  ofOrder: false,
  async draft({ db }, subject) {
    const { shop, card, values } = await sampleOf(db, subject)
    return { shop, document: writeBoughtMail([{ ...card, message: null }], shop), values }
  },
}
