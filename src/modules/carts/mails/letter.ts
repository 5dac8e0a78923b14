import { linesBlock } from '#src/modules/orders/index.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { lineTotal } from '#src/platform/lib/money.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, money } from '#src/platform/mail/templates/values.ts'
import { toMoneyLine } from '../rules.ts'

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
  const t = textsIn('cartMail', languageOf(shop.locale))
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
