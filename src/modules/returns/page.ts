import type { Brand } from '#src/modules/merchants/index.ts'
import { renderHowToPay, renderOrderTable, renderShippingAddress } from '#src/modules/orders/index.ts'
import { howToPay } from '#src/modules/payment-methods/index.ts'
import { renderAlert, renderCard, renderText } from '#src/platform/http/pages/frame.ts'
import type { PageVoice } from '#src/platform/http/pages/page-language.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { clean, day, escapeHtml, isolate, moment, webAddress } from '#src/platform/mail/index.ts'
import type { OrderByLink } from './open-link.ts'
import type { ReturnRow } from './queries.ts'
import { isSentUnpaid } from './rules.ts'

/** Where a page is, and how it speaks. */
export interface PageAddress extends PageVoice {
  /** Path of the order's page. */
  order: string
  /** Path of the service. */
  root: string
  brand: Brand | undefined
}

interface Refused {
  fault?: string
  /** What was sent. */
  typed?: URLSearchParams
}

/** What was ordered, and the button of article 11a of Directive 2011/83/EU. */
export function orderPage(found: OrderByLink, at: PageAddress, { fault }: Refused = {}): string {
  const { order, returns, withdrawal } = found
  const t = textsIn('orderPage', at.language)
  const day = dayIn(at)
  const kind = { pending: 'warn', paid: 'good', completed: 'good' }[order.status as string] ?? ''
  const state = t[order.status as keyof typeof t] ?? order.status
  const until = withdrawal.until === null ? undefined : timeIn(at)(withdrawal.until)
  const byHand = howToPay(order, { locale: at.locale, timezone: at.brand?.timezone ?? 'UTC' })
  const right = until === undefined ? t.mayWithdraw : fill(t.mayWithdrawUntil, { until })
  const placed = escapeHtml(fill(t.placed, { date: day(order.created_at) }))
  const main = [
    `<p><span class="state ${kind}">${escapeHtml(state)}</span> ${placed}</p>`,
    renderAlert(fault),
    renderOrderTable(order, at.locale),
    renderHowToPay(byHand),
    ...((order.status === 'pending' || isSentUnpaid(order)) && byHand === undefined
      ? [button(`${at.order}/pay`, t.pay)]
      : []),
    renderShippingAddress(order, at.language),
    ...parcels(found, at),
    ...(returns.length === 0
      ? []
      : [`<h2>${escapeHtml(t.returns)}</h2>`, ...returns.map((one) => returnLine(one, at))]),
    ...(withdrawal.available
      ? [`<p class="note">${escapeHtml(right)}</p>`, button(`${at.order}/withdraw`, t.withdrawHere, 'get')]
      : []),
  ]
  return card(at, fill(t.order, { number: order.order_number }), main)
}

/** Name, order and e-mail as they are known, the units, and the second button. */
export function confirmPage(found: OrderByLink, at: PageAddress, { fault, typed }: Refused = {}): string {
  const { order, withdrawal } = found
  const t = textsIn('orderPage', at.language)
  const names = new Map(order.items.map(({ product_id, name }) => [product_id, name]))
  const choosesUnits = order.paid_at !== null || isSentUnpaid(order)
  const fields = withdrawal.lines.map(({ line, productId, cancelled, returning }) => {
    const max = cancelled + returning
    const name = escapeHtml(isolate(clean(names.get(productId) ?? '')))
    const value = escapeHtml(typed?.get(`units-${line}`) ?? String(max))
    const most = escapeHtml(fill(t.of, { most: String(max) }))
    return `<div class="units"><label for="units-${line}">${name} <small>${most}</small>
</label><input type="number" id="units-${line}" name="units-${line}" value="${value}" min="0" max="${max}" required
${fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'}></div>`
  })
  const name = order.billing_address?.name ?? order.shipping_address?.name
  const facts: [string, string][] = [
    [t.number, order.order_number],
    [t.date, timeIn(at)(order.created_at)],
    ...(name === undefined ? [] : [[t.name, clean(name)] as [string, string]]),
    ...(order.email === null ? [] : [[t.email, order.email] as [string, string]]),
  ]
  const main = [
    renderText(t.iWithdraw),
    `<dl class="facts">${facts
      .map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`)
      .join('')}</dl>`,
    `<form method="post" action="${at.order}/withdraw">`,
    fault === undefined ? '' : `<p role="alert" id="fault">${escapeHtml(fault)}</p>`,
    ...(choosesUnits ? fields : []),
    `<button type="submit">${escapeHtml(t.confirm)}</button>\n</form>`,
    `<p class="note">${escapeHtml(t.whatNext)}</p>`,
    `<p class="note"><a href="${at.order}">${escapeHtml(t.back)}</a></p>`,
  ]
  return card(at, t.withdraw, main)
}

function card({ root, language, brand }: PageAddress, title: string, parts: readonly string[]): string {
  const main = parts.filter((part) => part !== '').join('\n')
  return renderCard({ language, root, shop: brand && clean(brand), title, isWide: true, main })
}

function button(action: string, label: string, method = 'post'): string {
  const look = method === 'get' ? ' class="quiet"' : ''
  return `<form method="${method}" action="${action}"><button${look} type="submit">${escapeHtml(label)}</button></form>`
}

function parcels({ order }: OrderByLink, at: PageAddress): string[] {
  const t = textsIn('orderPage', at.language)
  return (order.fulfillments ?? []).map(({ carrier, tracking_number, tracking_url, created_at }) => {
    const address = webAddress(tracking_url)
    const link = address && `<br><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(t.track)}</a>`
    const named = [carrier, tracking_number].filter((part) => part !== null).map(clean)
    const title = fill(t.parcel, { date: dayIn(at)(new Date(created_at)) })
    return `<h2>${escapeHtml(title)}</h2>\n<p>${escapeHtml(named.join(' '))}${link ?? ''}</p>`
  })
}

function returnLine({ kind, status, created_at, label_url }: ReturnRow, at: PageAddress): string {
  const t = textsIn('orderPage', at.language)
  const what = fill(kind === 'withdrawal' ? t.withdrawal : t.return, { date: dayIn(at)(created_at) })
  const address = webAddress(label_url)
  const label = address && `<br><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(t.label)}</a>`
  return `<p>${escapeHtml(`${what}: ${textsIn('returnStates', at.language)[status]}.`)}${label ?? ''}</p>`
}

/** A time of the shop's clock. */
function timeIn(at: PageAddress): (time: Date) => string {
  return (time) => moment(time, at.brand?.timezone ?? 'UTC', at.locale)
}

function dayIn(at: PageAddress): (time: Date) => string {
  return (time) => day(time, at.brand?.timezone ?? 'UTC', at.locale)
}
