import { linesBlock } from '#src/modules/orders/index.ts'
import { fill, languageOf, type Said, textsIn } from '#src/platform/lib/languages.ts'
import { lineTotal } from '#src/platform/lib/money.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, money } from '#src/platform/mail/templates/values.ts'
import { toMoneyLine } from '../rules.ts'

const texts = {
  subject: ['You left something in your cart at {shop}', 'In Ihrem Warenkorb bei {shop} liegt noch etwas'],
  title: ['You left something in your cart', 'In Ihrem Warenkorb liegt noch etwas'],
  text: [
    'Your cart at {shop} is still there. The prices below are today’s.',
    'Ihr Warenkorb bei {shop} ist noch da. Unten stehen die Preise von heute.',
  ],
  cart: ['Your cart', 'Ihr Warenkorb'],
  open: ['Open the cart', 'Warenkorb öffnen'],
  footer: [
    'You receive this e-mail because you agreed to marketing e-mails from {shop}.',
    'Sie erhalten diese E-Mail, weil Sie Werbe-E-Mails von {shop} zugestimmt haben.',
  ],
  unsubscribe: ['Unsubscribe', 'Abmelden'],
} satisfies Record<string, Said>

/** `locale`: in which its mails are written (`writtenLocale`). */
export interface CartShop {
  name: string
  locale: string
  support_email: string | null
  storefront_url: string | null
}

export interface MailedLine {
  quantity: number
  name: string
  price_minor: number
}

/** A mail about a cart that its customer left. */
export function writeCartMail(
  { lines, currency }: { lines: readonly MailedLine[]; currency: string },
  { storefront_url, ...dirty }: CartShop,
  unsubscribeUrl: string,
): MailDocument {
  const shop = clean(dirty)
  const t = textsIn(texts, languageOf(shop.locale))
  const name = isolate(shop.name)
  const shown = clean(lines).map((line) => ({
    quantity: line.quantity,
    name: isolate(line.name),
    amount: money(lineTotal(toMoneyLine(line)), currency, shop.locale),
  }))
  return {
    locale: shop.locale,
    subject: fill(t.subject, { shop: shop.name }),
    title: t.title,
    blocks: [
      { type: 'paragraph', text: fill(t.text, { shop: name }), keeps: '' },
      linesBlock(t.cart, shown),
      ...(storefront_url === null ? [] : [{ type: 'link' as const, label: t.open, url: `${storefront_url}/cart` }]),
    ],
    footer: [fill(t.footer, { shop: name })],
    unsubscribe: { label: t.unsubscribe, url: unsubscribeUrl },
  }
}
