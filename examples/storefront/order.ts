import { randomUUID } from 'node:crypto'
import { ApiError, type LinkedOrder, type Order } from './api.ts'
import { plainPicture } from './cards.ts'
import { day, money } from './format.ts'
import { addressBlock, emailField, type Faults, faultsOf, field, missing, newPasswordField, noFaults } from './forms.ts'
import { type Html, html, type Part, webAddress } from './html.ts'
import { notice } from './layout.ts'
import { cardChoices, howToPay, payFor } from './payment.ts'
import { sumsOf } from './sums.ts'
import { type Handler, hrefIn, type Page, type View } from './view.ts'

const orderPage: Handler = async (view, ask) => {
  const order = await view.visit.order(ask.params['id'] ?? '')
  const { t, locale, languages, language } = view
  // The link in a mail has no language: its reader has that of the order.
  const ordered = languages.find(({ tag }) => tag === order.locale)
  if (view.isArriving && language.prefix === '' && ordered && ordered !== language)
    return { redirect: hrefIn(ordered, view.path), status: 302 }
  const { query, params } = ask
  const amount = (value: number) => money(value, order.currency, locale)
  const isPaying = isWaiting(order, query)
  const again = `/orders/${params['id']}?paying=${Number(query.get('paying')) + 1}`
  const due = order.amount_paid > 0 && order.amount_due > 0 ? order.amount_due : order.total
  const number = t.orderNumber(order.order_number)
  const at = `/orders/${params['id']}`
  const isOpen = order.status === 'pending' && order.amount_due > 0 && !isPaying
  const isThanks = query.has('thanks') || (query.has('paying') && order.amount_due === 0)
  return {
    title: number,
    isPrivate: true,
    head: html`${isPaying && html`<meta http-equiv="refresh" content="3;url=${view.href(again)}">`}`,
    main: html`<div class="wrap order">
${
  isThanks
    ? html`<h1>${t.thanks}</h1>
<p class="lead">${t.thanksText(order.email ?? '')}</p>`
    : html`<h1>${number}</h1>`
}
<p class="muted">${isThanks && `${number} · `}${t.orderedOn(day(order.created_at, locale))} ·
<b class="state">${statusOf(view, order)}</b></p>
${messages(view, query)}
${isPaying && notice(t.paying)}
<div class="split"><div>
${howToPay(view, order) ?? (isOpen && payForm(view, order, at, query))}
<ul class="lines">${order.items.map(
      (line) => html`<li class="line"><span
class="frame">${plainPicture(line.image_url, { alt: '' })}</span>
<div class="what"><h2>${linked(view, line.slug, line.name)}</h2><p
class="muted">${line.quantity} × ${amount(line.price)}</p></div>
<b class="amount">${amount(line.total)}</b></li>`,
    )}</ul>
${order.fulfillments.map((sent) => shipment(view, sent))}
${isThanks && !('returns' in order) && !view.remembered.hasAccount && order.email && keepOrder(view, order.email, at)}
${actions(view, order, at)}
</div><aside class="summary" aria-label="${t.summary}"><h2>${t.summary}</h2>
${sumsOf(view, { ...order, amount_due: due })}
${
  order.refunded_total > 0 &&
  html`<dl class="sums"><div><dt>${t.refunded}</dt><dd>${amount(order.refunded_total)}</dd>
</div></dl>`
}
${order.refunds.flatMap(({ status, parts, store_credit, amount: whole }) => {
  const ways = store_credit ? [{ amount: whole, destination: 'store_credit', status }] : parts
  return ways
    .filter((part) => part.status !== 'failed' && part.amount > 0)
    .map((part) => html`<p class="muted">${amount(part.amount)} ${refundWay(t, part)}</p>`)
})}
${
  order.shipping_address &&
  html`<h3>${t.shippingAddress}</h3>
${addressBlock(order.shipping_address, locale)}`
}</aside></div></div>`,
  }
}

function linked(view: View, slug: string | null, name: string): Part {
  return slug ? html`<a href="${view.href(`/products/${slug}`)}">${name}</a>` : name
}

/** The provider may still have to say that the money is there; the page asks for a minute. */
function isWaiting({ status, payment_status }: Order, query: URLSearchParams): boolean {
  const reloads = Number(query.get('paying') ?? 0)
  return reloads > 0 && reloads < 20 && status === 'pending' && payment_status !== 'failed'
}

function messages({ t }: View, query: URLSearchParams): Part {
  const faults: Record<string, string> = {
    declined: t.declined,
    gift: t.giftCardUnavailable,
    remainder: t.remainder,
    card: t.cardFailed,
  }
  const fault = faults[query.get('fault') ?? '']
  const reason = query.get('reason')
  const why = reason === null ? undefined : (t.notPossible[reason] ?? t.notPossible['not_offered'])
  return html`${fault && notice(fault, 'alert')}${why && notice(why, 'alert')}
${query.has('withdrawn') && notice(t.withdrawn)}${query.has('returned') && notice(t.returnRequested)}`
}

export function statusOf({ t }: View, { status, payment_status, fulfillment_status }: Order): string {
  if (status === 'cancelled' || status === 'pending') return t.statuses[status] ?? status
  if (payment_status === 'refunded' || payment_status === 'partially_refunded')
    return t.statuses[payment_status] ?? status
  if (fulfillment_status === 'fulfilled') return t.statuses['shipped'] ?? status
  if (fulfillment_status === 'partially_fulfilled') return t.statuses['partly_shipped'] ?? status
  return t.statuses[status] ?? status
}

function payForm(view: View, order: Order, at: string, query: URLSearchParams): Html {
  const { t, locale } = view
  return html`<form class="stack pay" method="post" action="${view.href(`${at}/pay`)}">
<input type="hidden" name="key" value="${randomUUID()}">
<fieldset><legend>${t.payOrder}</legend>${
    !query.has('fault') &&
    html`<p>
${t.payOpen(money(order.amount_due, order.currency, locale))}</p>`
  }
${cardChoices(view)}</fieldset><button>${t.pay}</button></form>`
}

function shipment(
  { t, locale }: View,
  { carrier, tracking_number, tracking_url, created_at }: Order['fulfillments'][number],
): Html {
  const to = webAddress(tracking_url)
  return html`<section class="box"><h2>${t.shipment}, ${day(created_at, locale)}</h2>
<p>${[carrier, tracking_number].filter(Boolean).join(' ')}
${to && html`<br><a href="${to}" rel="noreferrer">${t.track}</a>`}</p></section>`
}

function keepOrder(view: View, email: string, at: string): Html {
  const { t } = view
  return html`<section class="box"><h2>${t.keepOrder}</h2><p>${t.keepOrderText}</p>
<form method="post" action="${view.href('/account/register')}"><input type="hidden" name="email" value="${email}">
<input type="hidden" name="to" value="${at}">
${newPasswordField(view, noFaults)}
<button class="quiet">${t.createAccount}</button></form></section>`
}

function actions(view: View, order: Order | LinkedOrder, at: string): Html {
  const { t, shop } = view
  const isLinked = 'withdrawal' in order
  const isPaid = order.status !== 'pending' && order.status !== 'cancelled'
  const canWithdraw = isLinked ? order.withdrawal.available : isPaid && shop.withdrawal !== false
  const canReturn = shop.return_days !== null && order.fulfillment_status !== 'unfulfilled' && isPaid
  return html`<p class="actions">
${canReturn && html`<a class="button quiet" href="${view.href(`${at}/return`)}">${t.returnItems}</a>`}
${canWithdraw && html`<a class="button quiet" href="${view.href(`${at}/withdraw`)}">${t.withdraw}</a>`}</p>
${
  !isLinked &&
  order.status === 'pending' &&
  html`<form method="post" action="${view.href(`${at}/cancel`)}">
<button class="link">${t.cancel}</button></form>`
}`
}

const pay: Handler = async (view, { params, form }) => {
  const named = params['id'] ?? ''
  const order = await view.visit.order(named)
  if (order.status !== 'pending' || order.amount_due === 0) return { redirect: view.href(`/orders/${named}`) }
  const key = /^[\w-]{16,64}$/.exec(form.get('key') ?? '')?.[0] ?? randomUUID()
  return payFor(view, order, { named, payment: form.get('payment') ?? undefined, giftCard: undefined, key })
}

const cancel: Handler = async (view, { params }) => {
  const id = params['id'] ?? ''
  try {
    await view.visit.cancelOrder(id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  }
  return { redirect: view.href(`/orders/${id}`) }
}

/** Whoever has lost the mail with the link asks for another; the page says the same whether or not there is an order. */
const findPage: Handler = async (view) => findForm(view)

function findForm(view: View, message?: Html, faults: Faults = noFaults): Page {
  const { t } = view
  const number = { name: 'order_number', label: t.orderNumberLabel, autocomplete: 'off' }
  return {
    title: t.findOrder,
    status: faults.size > 0 ? 422 : 200,
    main: html`<div class="wrap narrow"><h1>${t.findOrder}</h1>${message ?? html`<p>${t.findOrderText}</p>`}
<form method="post" class="stack">${field(view, faults, number)}${emailField(view, faults)}
<button class="wide">${t.sendLink}</button></form></div>`,
  }
}

const find: Handler = async (view, { form }) => {
  const empty = missing(view, form, ['order_number', 'email'])
  if (empty.size > 0) return findForm(view, undefined, empty)
  const [order_number = '', email = ''] = ['order_number', 'email'].map((name) => form.get(name)?.trim())
  try {
    await view.visit.lookUpOrder({ order_number, email, merchant_id: view.shop.id })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    return findForm(view, undefined, faultsOf(view, error))
  }
  return findForm(view, notice(view.t.orderLinkSent))
}

export const orderPages = {
  'GET /orders': findPage,
  'POST /orders': find,
  'GET /orders/:id': orderPage,
  'POST /orders/:id/pay': pay,
  'POST /orders/:id/cancel': cancel,
}

/** How money goes back; what the shop pays back itself is never said to have moved. */
function refundWay(t: View['t'], { destination, status }: { destination: string; status: string }): string {
  if (destination === 'manual') return t.refundByHand
  if (destination === 'store_credit') return t.refundToCredit
  if (destination === 'gift_card') return t.refundToCard
  return status === 'pending' ? t.refundOnItsWay : t.refundToPayment
}
