import { pagePolicy } from '#src/platform/http/pages/pages.ts'
import { escapeHtml } from '#src/platform/mail/index.ts'
import type { LinesBlock } from '#src/platform/mail/templates/document.ts'
import { clean, moment, money } from '#src/platform/mail/templates/values.ts'
import { orderLines } from '../mails/order-blocks.ts'
import type { OpenLink } from './pay-linked.ts'

/** Where a card is taken. */
const stripe = 'https://js.stripe.com'

/** What the page may load: Stripe's elements only where cards are taken. */
const plainPolicy = pagePolicy({ 'form-action': "'self'" })
const cardPolicy = pagePolicy({
  'form-action': "'self'",
  'script-src': `'self' ${stripe}`,
  'frame-src': `${stripe} https://hooks.stripe.com`,
  'connect-src': "'self' https://api.stripe.com",
})

interface Shown {
  html: string
  /** Content security policy. */
  policy: string
  status: number
}

/** The page of a link: its order, and a form for each way to pay, which works without JavaScript but for cards. */
export function payPage(link: OpenLink | undefined, { fault, sent }: { fault?: string; sent: boolean }): Shown {
  if (link === undefined) {
    return {
      status: 404,
      policy: plainPolicy,
      html: page('There is no such link', [paragraph('Open it from the mail again.')]),
    }
  }
  const { order: dirty, state, methods, takesGiftCards } = link
  const order = clean(dirty)
  const number = `Order ${order.order_number}`
  const shop = `<p class="shop">${escapeHtml(order.shop_name)}</p>`
  if (state === 'ended') {
    const text = `${order.shop_name} can send you another.`
    return {
      status: 410,
      policy: plainPolicy,
      html: page('This link has ended', [shop, paragraph(number), paragraph(text)]),
    }
  }
  if (state === 'paid') {
    const thanks = `Thank you. ${order.shop_name} has your payment.`
    return {
      status: 200,
      policy: plainPolicy,
      html: page('Your order is paid', [shop, paragraph(number), paragraph(thanks)]),
    }
  }
  const isChecking = state === 'checking' || sent
  const until = `Please pay until ${moment(order.link_expires_at, order.timezone)}.`
  const declined = order.last_payment === 'failed' ? 'The payment was declined. Try again, or another way.' : undefined
  const alert = fault ?? (isChecking ? undefined : declined)
  const parts = [
    shop,
    paragraph(number),
    lines(orderLines(order) as LinesBlock, dueOf(order)),
    paragraph(isChecking ? 'Your payment is being checked. This page loads again by itself.' : until),
    ...(alert === undefined ? [] : [`<p role="alert">${escapeHtml(alert)}</p>`]),
    ...(takesGiftCards ? [giftCardForm] : []),
    ...(state === 'open' ? methods.map((method) => form(method, methods.length)) : []),
  ]
  const takesCards = methods.some((method) => method.publishable_key !== null)
  const html = page('Pay for your order', parts, isChecking, takesCards)
  return { html, policy: takesCards ? cardPolicy : plainPolicy, status: 200 }
}

function form({ method, publishable_key: key, account }: OpenLink['methods'][number], count: number): string {
  if (key === null) {
    const label = count === 1 ? 'Pay' : `Pay with ${method.replaceAll('_', ' ')}`
    return `<form method="post"><input type="hidden" name="method" value="${escapeHtml(method)}">
<button type="submit">${escapeHtml(label)}</button></form>`
  }
  const to = `data-key="${escapeHtml(key)}" data-account="${escapeHtml(account ?? '')}"`
  const data = `data-method="${escapeHtml(method)}" ${to}`
  return `<form id="card" method="post" ${data}><div id="element"></div><p role="status"></p>
<noscript><p>Paying by card needs JavaScript.</p></noscript><button type="submit">Pay by card</button></form>`
}

/** What the card does not pay is paid another way: the page then says what is left. */
const giftCardForm = `<form method="post"><input type="hidden" name="method" value="gift_card">
<label>Code of a gift card <input name="code" required maxlength="100" autocomplete="off" autocapitalize="characters"
spellcheck="false"></label>
<button type="submit">Pay with the gift card</button></form>`

/** Of an order that is paid in part. */
function dueOf({ paid_minor, total_minor, currency }: OpenLink['order']): LinesBlock['totals'] {
  if (paid_minor === 0) return []
  return [
    { label: 'Paid', amount: money(paid_minor, currency) },
    { label: 'To pay', amount: money(total_minor - paid_minor, currency) },
  ]
}

function lines({ lines: all, more, totals }: LinesBlock, due: LinesBlock['totals']): string {
  const rows = all.map(({ quantity, name, amount = '' }) => row(`${quantity} × ${name}`, amount))
  const rest = more > 0 ? [row(`and ${more} more`, '')] : []
  const sums = [...totals, ...due].map(({ label, amount }) => row(label, amount))
  return `<table>${[...rows, ...rest, ...sums].join('\n')}</table>`
}

function row(label: string, amount: string): string {
  return `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(amount)}</td></tr>`
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function page(title: string, parts: readonly string[], reloads = false, takesCards = false): string {
  const scripts = takesCards ? `<script src="${stripe}/v3/"></script>\n<script src="card.js"></script>\n` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${reloads ? '<meta http-equiv="refresh" content="3">\n' : ''}<title>${title}</title>
<link rel="stylesheet" href="../pages.css">
</head>
<body>
<main>
<h1>${title}</h1>
${parts.join('\n')}
</main>
${scripts}</body>
</html>
`
}
