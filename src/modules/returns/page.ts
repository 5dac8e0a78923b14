import { escapeHtml, moment, money } from '#src/platform/mail/index.ts'
import type { OrderByLink } from './open-link.ts'
import type { ReturnRow } from './queries.ts'

/** Addresses of the order's page and of the service. */
export interface PageAddress {
  order: string
  root: string
}

const statusWords: Record<string, string> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  processing: 'Partly sent',
  completed: 'Sent',
  cancelled: 'Cancelled',
}

const returnWords: Record<ReturnRow['status'], string> = {
  requested: 'asked for',
  approved: 'approved: please send the goods back',
  declined: 'declined',
  received: 'received by the shop',
  refunded: 'refunded',
  closed: 'closed',
  cancelled: 'cancelled',
}

/** What was ordered, and the button of article 11a of Directive 2011/83/EU. */
export function orderPage(found: OrderByLink, at: PageAddress, fault?: string): string {
  const { order, returns, withdrawal } = found
  const { currency } = order
  const lines = order.items.map(
    ({ quantity, name, price_minor }) =>
      `<tr><td>${quantity} × ${escapeHtml(name)}</td><td>${money(price_minor * quantity, currency)}</td></tr>`,
  )
  const back = order.refunded_total_minor
  const refunded = back === 0 ? '' : `<tr><td>Refunded</td><td>${money(back, currency)}</td></tr>`
  const until = withdrawal.until === null ? '' : ` until ${moment(withdrawal.until, 'UTC')}`
  const pay =
    order.status === 'pending'
      ? `<form method="post" action="${at.order}/pay"><button type="submit">Pay</button></form>`
      : ''
  const button = `<p>You may withdraw from this contract without giving a reason${until}.</p>
      <form method="get" action="${at.order}/withdraw">
        <button type="submit">Withdraw from contract here</button>
      </form>`
  return page(
    found,
    at,
    `Order ${order.order_number}`,
    `<p>${statusWords[order.status] ?? order.status} · placed ${moment(order.created_at, 'UTC')}</p>
      ${alert(fault)}
      <table>${lines.join('')}<tr><th>Total</th><th>${money(order.total_minor, currency)}</th></tr>${refunded}</table>
      ${pay}
      ${returns.map(returnLine).join('')}
      ${withdrawal.available ? button : ''}`,
  )
}

/** Name, order and e-mail as they are known, the units, and the second button. */
export function confirmPage(found: OrderByLink, at: PageAddress, fault?: string): string {
  const { order, withdrawal } = found
  const names = new Map(order.items.map(({ product_id, name }) => [product_id, name]))
  const isPaid = order.paid_at !== null
  const fields = withdrawal.lines.map(({ line, productId, cancelled, returning }) => {
    const most = cancelled + returning
    return `<label>${escapeHtml(names.get(productId) ?? '')} (of ${most})
        <input type="number" name="units-${line}" value="${most}" min="0" max="${most}" required></label>`
  })
  const name = order.billing_address?.name ?? order.shipping_address?.name
  const facts = [
    `Order ${order.order_number} of ${moment(order.created_at, 'UTC')}`,
    ...(name === undefined ? [] : [`Name: ${name}`]),
    ...(order.email === null ? [] : [`E-mail: ${order.email}`]),
  ]
  return page(
    found,
    at,
    'Withdraw from contract',
    `<p>I withdraw from the contract for these goods.</p>
      <ul>${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>
      ${alert(fault)}
      <form method="post" action="${at.order}/withdraw">
        ${isPaid ? fields.join('\n        ') : ''}
        <button type="submit">Confirm withdrawal</button>
      </form>
      <p>A mail confirms your withdrawal at once. Goods that you have received are to be sent back within 14 days.</p>
      <p><a href="${at.order}">Back to the order</a></p>`,
  )
}

export function notFoundPage(root: string): string {
  const text = '<p>This link is wrong, or it has ended. Newer mails about the order have a new one.</p>'
  return document('', root, 'No such order', text)
}

function returnLine({ kind, status, created_at, label_url }: ReturnRow): string {
  const what = kind === 'withdrawal' ? 'Withdrawal' : 'Return'
  const label = label_url === null ? '' : ` <a href="${escapeHtml(label_url)}">Label</a>`
  return `<p>${what} of ${moment(created_at, 'UTC')}: ${returnWords[status]}.${label}</p>`
}

function page({ shopName }: OrderByLink, { root }: PageAddress, title: string, body: string): string {
  return document(shopName, root, title, body)
}

const alert = (fault: string | undefined) => (fault === undefined ? '' : `<p role="alert">${escapeHtml(fault)}</p>`)

function document(shop: string, root: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="${root}/pages.css">
  </head>
  <body>
    <main>
      <p class="shop"><span>${escapeHtml(shop)}</span></p>
      <h1>${escapeHtml(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`
}
