import { presentLineProduct } from '#src/modules/catalog/index.ts'
import { addressLines, countryNames } from '#src/platform/lib/address-lines.ts'
import { type Language, languageOf } from '#src/platform/lib/languages.ts'
import { lineTotal } from '#src/platform/lib/money.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { clean, escapeHtml, isolate, money, webAddress } from '#src/platform/mail/index.ts'
import { type RefundDestination, waysOf } from '../destinations.ts'
import { totalsOf } from '../mails/order-blocks.ts'
import type { OrderRow } from '../row-queries.ts'

/** Beyond them a page is long enough. */
const maxLines = 60

/** The lines of an order with its sums, what is paid of it, and how each refund goes back. */
export function renderOrderTable(dirty: OrderRow, locale: string): string {
  const order = clean(dirty)
  const t = textsIn('orderTable', languageOf(locale))
  const amount = (minor: number) => money(minor, order.currency, locale)
  const shown = order.items.slice(0, maxLines).map((item) => {
    const address = webAddress(presentLineProduct(item).image_url)
    return { item, picture: address }
  })
  const isPlain = shown.every(({ picture }) => picture === undefined)
  const lines = shown.map(({ item, picture }) => {
    const { quantity, name, price_minor } = item
    const options = Object.entries(item.options).map(([option, value]) => `${option}: ${value}`)
    const each = quantity === 1 ? [] : [`${amount(price_minor)} ${t.each}`]
    const note = [...options, ...each].map(isolate).join(' · ')
    return `<li>${isPlain ? '' : renderPicture(picture)}<span>${quantity} × ${escapeHtml(isolate(name))}${
      note && `<small>${escapeHtml(note)}</small>`
    }</span><span class="amount">${amount(lineTotal({ priceMinor: price_minor, quantity }))}</span></li>`
  })
  const left = order.items.length - lines.length
  const more = escapeHtml(fill(t.more, { count: left }, locale))
  const rest = left > 0 ? [`<li>${isPlain ? '' : '<span></span>'}<span>${more}</span></li>`] : []
  const { paid_minor: paid, total_minor: total } = order
  const sums = [
    ...totalsOf(order, locale),
    ...(paid > 0 && paid < total
      ? [
          { label: t.paid, amount: amount(paid) },
          { label: t.toPay, amount: amount(total - paid), strong: true },
        ]
      : []),
    ...refundedBy(order).map(({ way, minor }) => ({ label: t[way], amount: amount(minor) })),
  ].map(({ label, amount: of, ...more }) => {
    const emphasis = 'strong' in more && more.strong ? ' class="strong"' : ''
    return `<div${emphasis}><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(of)}</dd></div>`
  })
  const list = `<ul class="lines${isPlain ? ' plain' : ''}">${[...lines, ...rest].join('\n')}</ul>`
  return `${list}\n<dl class="sums">${sums.join('\n')}</dl>`
}

type Way = 'toPayment' | 'onItsWay' | 'toCredit' | 'toCard' | 'byHand'

/** How much goes back in which way, without what was refused. Nobody but the shop knows whether it paid by hand. */
function refundedBy({ refunds }: Pick<OrderRow, 'refunds'>): { way: Way; minor: number }[] {
  const sums = new Map<Way, number>()
  for (const refund of refunds ?? []) {
    for (const { destination, amount_minor, status } of waysOf(refund)) {
      if (status === 'failed' || amount_minor === 0) continue
      const way = destination === 'provider' && status === 'pending' ? 'onItsWay' : wayTo[destination]
      sums.set(way, (sums.get(way) ?? 0) + amount_minor)
    }
  }
  return [...sums].map(([way, minor]) => ({ way, minor }))
}

const wayTo: Record<RefundDestination, Way> = {
  provider: 'toPayment',
  store_credit: 'toCredit',
  gift_card: 'toCard',
  manual: 'byHand',
}

function renderPicture(address: string | undefined): string {
  if (address === undefined) return '<span class="blank"></span>'
  return `<img src="${escapeHtml(address)}" alt="" width="52" height="52" loading="lazy">`
}

/** Where it is sent to, if anywhere. */
export function renderShippingAddress({ shipping_address: address }: OrderRow, language: Language): string {
  if (address === null) return ''
  const lines = addressLines(address, countryNames[language]).map((line) => escapeHtml(isolate(clean(line))))
  return `<h2>${escapeHtml(textsIn('orderTable', language).shippingTo)}</h2>\n<address>${lines.join('<br>')}</address>`
}
