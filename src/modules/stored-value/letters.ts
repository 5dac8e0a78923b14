import { languageOf } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, count, isolate, moment, money, quoted } from '#src/platform/mail/templates/values.ts'

/** `locale`: in which its mails are written (`writtenLocale`). */
interface CardShop {
  name: string
  timezone: string
  locale: string
}

interface MailedCard {
  code: string
  balance_minor: number
  currency: string
  expires_at: Date | null
}

/** The mail with a gift card that staff has made. */
export function writeGiftCardMail(card: MailedCard, shop: CardShop): MailDocument {
  const { locale } = shop
  const t = textsIn('giftCardMail', languageOf(locale))
  const name = clean(shop.name)
  const amount = money(card.balance_minor, card.currency, locale)
  return {
    locale,
    subject: fill(t.made, { amount, shop: name }),
    title: fill(t.madeTitle, { amount }),
    blocks: [
      { type: 'paragraph', text: fill(t.madeText, { shop: isolate(name) }), keeps: '' },
      { type: 'facts', facts: factsOf(card, t.code, shop) },
      { type: 'paragraph', text: t.keep },
    ],
  }
}

/** The mail with the gift cards of an order. */
export function writeBoughtMail(
  cards: readonly (MailedCard & { message: string | null })[],
  shop: CardShop,
): MailDocument {
  const { locale } = shop
  const t = textsIn('giftCardMail', languageOf(locale))
  const [first] = cards
  const name = clean(shop.name)
  const message = first?.message ?? ''
  const words = quoted(message, languageOf(locale), { longest: message.length })
  const values = {
    amount: first === undefined ? '' : money(first.balance_minor, first.currency, locale),
    count: cards.length,
  }
  const isOne = cards.length === 1
  return {
    locale,
    subject: fill(isOne ? t.bought : t.several, { ...values, shop: name }, locale),
    title: fill(isOne ? t.boughtTitle : t.severalTitle, values, locale),
    blocks: [
      ...(message === '' ? [] : [{ type: 'paragraph' as const, text: fill(t.buyerWrites, { words }) }]),
      { type: 'paragraph', text: fill(isOne ? t.boughtText : t.severalText, { shop: isolate(name) }), keeps: '' },
      {
        type: 'facts',
        facts: cards.flatMap((card, index) =>
          factsOf(card, isOne ? t.code : fill(t.codeOf, { number: count(index + 1, locale) }), shop),
        ),
      },
      { type: 'paragraph', text: t.keep },
    ],
    footer: [fill(t.footer, { shop: isolate(name) })],
  }
}

function factsOf(card: MailedCard, label: string, { timezone, locale }: CardShop) {
  const t = textsIn('giftCardMail', languageOf(locale))
  const { code, balance_minor, currency, expires_at: ends } = card
  return [
    { label, value: code },
    { label: t.worth, value: money(balance_minor, currency, locale) },
    ...(ends === null ? [] : [{ label: t.goodUntil, value: moment(ends, timezone, locale) }]),
  ]
}
