import { fill, languageOf, type Said, textsIn } from '#src/platform/lib/languages.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, count, isolate, moment, money, quoted } from '#src/platform/mail/templates/values.ts'

const texts = {
  made: ['Your gift card of {amount} at {shop}', 'Ihre Geschenkkarte über {amount} bei {shop}'],
  madeTitle: ['A gift card of {amount}', 'Eine Geschenkkarte über {amount}'],
  madeText: [
    'You have a gift card of {shop}. Enter its code when you pay there.',
    'Sie haben eine Geschenkkarte von {shop}. Geben Sie den Code beim Bezahlen dort ein.',
  ],
  bought: ['You have a gift card of {amount} at {shop}', 'Sie haben eine Geschenkkarte über {amount} bei {shop}'],
  boughtTitle: ['You have a gift card of {amount}', 'Sie haben eine Geschenkkarte über {amount}'],
  boughtText: [
    'It is good at {shop}. Enter the code when you pay there.',
    'Sie gilt bei {shop}. Geben Sie den Code beim Bezahlen dort ein.',
  ],
  several: ['You have {count} gift cards at {shop}', 'Sie haben {count} Geschenkkarten bei {shop}'],
  severalTitle: ['You have {count} gift cards', 'Sie haben {count} Geschenkkarten'],
  severalText: [
    'They are good at {shop}. Enter a code when you pay there.',
    'Sie gelten bei {shop}. Geben Sie einen Code beim Bezahlen dort ein.',
  ],
  buyerWrites: ['The buyer writes: {words}', 'Die Nachricht dazu: {words}'],
  code: ['Code', 'Code'],
  codeOf: ['Code {number}', 'Code {number}'],
  worth: ['Worth', 'Wert'],
  goodUntil: ['Good until', 'Gültig bis'],
  keep: [
    'Anybody with the code can spend the card, so keep this e-mail to yourself.',
    'Wer den Code hat, kann die Karte einlösen: Behalten Sie diese E-Mail für sich.',
  ],
  footer: [
    'You receive this e-mail because a customer of {shop} bought a gift card for this address.',
    'Sie erhalten diese E-Mail, weil jemand bei {shop} eine Geschenkkarte für diese Adresse gekauft hat.',
  ],
} satisfies Record<string, Said>

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
  const t = textsIn(texts, languageOf(locale))
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
  const t = textsIn(texts, languageOf(locale))
  const [first] = cards
  const name = clean(shop.name)
  const message = first?.message ?? ''
  const words = quoted(message, languageOf(locale), { longest: message.length })
  const values = {
    amount: first === undefined ? '' : money(first.balance_minor, first.currency, locale),
    count: count(cards.length, locale),
  }
  const isOne = cards.length === 1
  return {
    locale,
    subject: fill(isOne ? t.bought : t.several, { ...values, shop: name }),
    title: fill(isOne ? t.boughtTitle : t.severalTitle, values),
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
  const t = textsIn(texts, languageOf(locale))
  const { code, balance_minor, currency, expires_at: ends } = card
  return [
    { label, value: code },
    { label: t.worth, value: money(balance_minor, currency, locale) },
    ...(ends === null ? [] : [{ label: t.goodUntil, value: moment(ends, timezone, locale) }]),
  ]
}
