import { randomUUID } from 'node:crypto'
import { ApiError, type Quote } from './api.ts'
import {
  checkoutBody,
  type Extras,
  extraFields,
  extraLines,
  giftFields,
  keepConsent,
  readExtras,
  readGift,
} from './checkout-extras.ts'
import { policyLink, termsNote } from './content.ts'
import { money } from './format.ts'
import {
  addressBlock,
  addressFields,
  emailField,
  type Faults,
  faultsOf,
  marketingBox,
  missing,
  neededOfAddress,
  noFaults,
  type TypedAddress,
  typedAddress,
} from './forms.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import { notice } from './layout.ts'
import { hasFees, methodOf, paidWithFee, payFor, paymentChoices } from './payment.ts'
import { few, sumsOf } from './sums.ts'
import type { Answer, Draft, Handler, Page, View } from './view.ts'

const emptyCart = (view: View): Answer => ({ redirect: view.href('/cart') })

/** First step: who, and where to. */
const addressStep: Handler = async (view, { query }) => {
  const saved = view.remembered.hasAccount ? await view.visit.addresses() : []
  const used = saved.find(({ id }) => id === query.get('address')) ?? saved.find((one) => one.is_default)
  const { draft } = view.remembered
  const email = draft.email || (view.remembered.hasAccount ? (await view.visit.profile()).email : undefined)
  const typed = query.has('address') ? used : (draft.address ?? used)
  return addressPage(view, { ...typed, ...pickExtras(draft), email }, noFaults, saved)
}

const pickExtras = ({ billing, vat }: Draft): Extras => ({ billing, vat })

async function addressPage(
  view: View,
  typed: TypedAddress & Extras & { email?: string | null | undefined },
  faults: Faults,
  saved: { id: string; name: string; line1: string; city: string }[] = [],
): Promise<Answer> {
  const cart = await view.visit.cart()
  if (!cart || cart.items.length === 0) return emptyCart(view)
  const { t } = view
  const { draft } = view.remembered
  view.remembered.draft = { ...draft, lines: linesOf(cart.items) }
  return checkoutPage(
    view,
    html`${draft.hasEnded && notice(t.sessionEnded)}${faults.size > 0 && notice(t.pleaseCheck, 'alert')}
${
  saved.length > 0 &&
  html`<section><h2>${t.useAddress}</h2><ul class="saved">${saved
    .slice(0, 6)
    .map(
      ({ id, name, line1, city }) =>
        html`<li><a href="${view.href(`/checkout?address=${id}`)}">${name}, ${line1}, ${city}</a></li>`,
    )}</ul></section>`
}
<form method="post" action="${view.href('/checkout')}" class="stack">
<section><div class="heading"><h2>${t.contact}</h2>${
      !view.remembered.hasAccount &&
      html`<p>${t.haveAccount} <a href="${view.href('/account/sign-in?to=/checkout')}">${t.signIn}</a></p>`
    }</div>
${emailField(view, faults, typed.email, t.emailHelp)}</section>
<section><h2>${t.shippingAddress}</h2>${addressFields(view, faults, typed)}
${extraFields(view, faults, typed)}</section>
<button class="wide">${t.toDelivery}</button>
<p class="muted">${icon('lock')}${t.secure}</p></form>`,
    html`<ul class="few">${cart.items.map((line) => few(view, line, cart.currency))}</ul>
<dl class="sums"><div><dt>${t.subtotal}</dt><dd>${money(cart.subtotal, cart.currency, view.locale)}</dd></div>
${
  cart.discount_total > 0 &&
  html`<div class="off"><dt>${t.discount}</dt>
<dd>−${money(cart.discount_total, cart.currency, view.locale)}</dd></div>`
}
<div><dt>${t.shipping}</dt><dd class="muted">${policyLink(view, 'shipping') ?? t.shippingLater}</dd></div>
<div class="total"><dt>${t.total}</dt><dd>${money(cart.total, cart.currency, view.locale)}</dd></div></dl>`,
    { status: faults.size > 0 ? 422 : 200, isFirst: true },
  )
}

/** As many as fit into a cookie. */
const linesOf = (items: readonly { product_id: string; quantity: number }[]): NonNullable<Draft['lines']> =>
  items.slice(0, 20).map(({ product_id, quantity }) => [product_id, quantity])

function checkoutPage(view: View, main: Html, summary: Html, { status = 200, isFirst = false } = {}): Page {
  const { t } = view
  return {
    title: t.checkout,
    isPrivate: true,
    step: 'checkout',
    status,
    main: html`<div class="wrap checkout${isFirst && ' first'}"><h1>${t.checkout}</h1>
<div class="split"><div class="steps">${main}</div>
<aside class="summary" aria-label="${t.summary}"><h2>${t.summary}</h2>${summary}
<p><a href="${view.href('/cart')}">${t.change}</a></p></aside></div></div>`,
  }
}

const submitAddress: Handler = async (view, { form }) => {
  const address = typedAddress(form)
  const email = (form.get('email') ?? '').trim()
  const { extras, faults, isIncomplete } = readExtras(view, form)
  const typed = { ...address, ...extras, email }
  const entered = { email, address, ...(extras as Pick<Draft, 'billing' | 'vat'>) }
  const { billing: _, vat: __, hasEnded: ___, ...before } = view.remembered.draft
  // Kept whatever comes: the session may have ended.
  view.remembered.draft = { ...before, ...entered }
  const empty = new Map([...missing(view, form, ['email', ...neededOfAddress]), ...faults])
  if (empty.size > 0 || isIncomplete) return addressPage(view, typed, empty)
  try {
    const quote = await view.visit.quote(checkoutBody(entered))
    const isOffered = quote.shipping_options.some(({ id }) => id === view.remembered.draft.method)
    const first = isOffered ? view.remembered.draft.method : quote.shipping_options[0]?.id
    const { method: ____, ...draft } = view.remembered.draft
    view.remembered.draft = { ...draft, ...(first !== undefined && { method: first }) }
    return { redirect: view.href('/checkout/delivery') }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'VALIDATION_ERROR') return addressPage(view, typed, faultsOf(view, error))
    return refusal(view, error)
  }
}

/** Where a refusal of the cart or the order is seen. */
function refusal(view: View, error: ApiError): Answer {
  const at: Record<string, string> = {
    INSUFFICIENT_STOCK: '/cart?fault=stock',
    NOT_FOUND: '/cart?fault=stock',
    CONFLICT: '/cart',
    PRICE_CHANGED: '/checkout/delivery?fault=changed',
    DISCOUNT_UNAVAILABLE: '/cart',
    SHIPPING_UNAVAILABLE: '/checkout/delivery?fault=changed',
    PAYMENT_METHOD_UNAVAILABLE: '/checkout/delivery?fault=changed',
    ORDER_LIMIT: '/checkout/delivery?fault=limit',
    VALIDATION_ERROR: '/checkout',
  }
  const path = at[error.code]
  if (path === undefined) throw error
  return { redirect: view.href(path) }
}

/** Second step: how it comes, and how it is paid. */
const deliveryStep: Handler = async (view, { query }) => {
  const { draft } = view.remembered
  if (!draft.address || !draft.email) return { redirect: view.href('/checkout') }
  try {
    return await deliveryPage(view, await quoted(view), query)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.code === 'ORDER_LIMIT') {
      return checkoutPage(view, notice(view.t.orderLimit, 'alert'), html``, { status: 409 })
    }
    return refusal(view, error)
  }
}

type Quoted = Quote & { isCardRefused?: boolean }

/** The order as it would be, with what the chosen way to pay costs. */
async function quoted(view: View): Promise<Quoted> {
  const quote = await quotedFor(view)
  const paid = (quote.amount_due ?? quote.total) > 0 && paidWithFee(view, view.remembered.draft.payment, quote)
  return paid ? { ...quote, ...(await quotedFor(view, paid)) } : quote
}

/** A method or gift card that is not good any more is left out. */
async function quotedFor(view: View, paid: object = {}): Promise<Quoted> {
  const { method, giftCard } = view.remembered.draft
  const body = { ...checkoutBody(view.remembered.draft), ...paid }
  const ask = (more: object) => view.visit.quote({ ...body, ...more })
  const chosen = method !== undefined && { shipping_method_id: method }
  try {
    return await ask({ ...chosen, ...(giftCard && { gift_cards: [giftCard] }) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (giftCard && ['GIFT_CARD_UNAVAILABLE', 'VALIDATION_ERROR'].includes(error.code)) {
      const { giftCard: _, ...rest } = view.remembered.draft
      view.remembered.draft = rest
      return { ...(await quotedFor(view, paid)), isCardRefused: true }
    }
    if (error.code !== 'SHIPPING_UNAVAILABLE') throw error
    const { shipping_options } = await ask({})
    const { method: _, ...rest } = view.remembered.draft
    view.remembered.draft = { ...rest, ...(shipping_options[0] && { method: shipping_options[0].id }) }
    return ask(shipping_options[0] ? { shipping_method_id: shipping_options[0].id } : {})
  }
}

async function deliveryPage(
  view: View,
  quote: Quoted,
  query: URLSearchParams,
  { faults = noFaults, gift = view.remembered.draft.gift }: { faults?: Faults; gift?: Draft['gift'] } = {},
): Promise<Page> {
  const { t, locale } = view
  const { draft } = view.remembered
  const amount = (value: number) => money(value, quote.currency, locale)
  const needsShipping = quote.items.some(({ requires_shipping }) => requires_shipping)
  const isStuck = needsShipping && view.shop.countries.length > 0 && quote.shipping_options.length === 0
  const due = quote.amount_due ?? quote.total
  const payments = paymentChoices(view, draft.payment, quote)
  const fault = query.get('fault')
  const main = html`${faults.size > 0 && notice(t.pleaseCheck, 'alert')}${fault === 'changed' && notice(t.changedTotal, 'alert')}
${fault === 'limit' && notice(t.orderLimit, 'alert')}
<section class="done"><div class="heading"><h2>${t.shippingAddress}</h2><a
href="${view.href('/checkout')}">${t.change}</a></div>
<p>${draft.email}</p>${addressBlock(draft.address ?? {}, locale)}${extraLines(view, draft)}</section>
<form method="post" action="${view.href('/checkout/delivery')}" class="stack" data-auto="${hasFees(quote) ? 'shipping payment' : 'shipping'}">
<input type="hidden" name="key" value="${randomUUID()}"><input type="hidden" name="expected"
value="${quote.expected_total}">
${
  needsShipping &&
  html`<fieldset><legend>${t.delivery}</legend>${
    isStuck
      ? notice(t.noShipping, 'alert')
      : quote.shipping_options.map(
          ({
            id,
            name,
            description,
            price,
          }) => html`<label class="radio"><input type="radio" name="shipping" value="${id}"
${id === quote.shipping_method?.id && html` checked`}><span>${name}${
            description &&
            html`<small>
${description}</small>`
          }</span>
<b>${price === 0 ? t.free : amount(price)}</b></label>`,
        )
  }<noscript><button class="quiet" name="do" value="update">${t.update}</button></noscript></fieldset>`
}
${giftFields(view, quote, gift, faults)}
<fieldset><legend>${t.giftCard}</legend>
<div class="inline field"><label class="hidden" for="gift">${t.giftCard}</label>
<input id="gift" name="gift" maxlength="100" autocomplete="off"
value="${draft.giftCard}" placeholder="XXXX-XXXX-XXXX-XXXX"
${quote.isCardRefused && html` aria-invalid="true" aria-describedby="gift-fault"`}>
<button class="quiet" name="do" value="update">${t.useCode}</button>
${
  quote.isCardRefused
    ? html`<p class="fault" id="gift-fault">${t.giftCardUnavailable}</p>`
    : html`<small class="help">
${t.giftCardHelp}</small>`
}</div></fieldset>
${
  due > 0 &&
  html`<fieldset><legend>${t.payment}</legend>${payments}
${hasFees(quote) && html`<noscript><button class="quiet" name="do" value="update">${t.update}</button></noscript>`}</fieldset>`
}
${!isStuck && html`${marketingBox(view)}${termsNote(view)}<button class="wide" name="do" value="order">${t.orderAndPay(amount(quote.total))}</button>`}
${view.shop.return_days !== null && html`<p class="muted">${t.withdrawalNote(view.shop.return_days)}</p>`}</form>`
  const lines = quote.items.map((line) => few(view, line, quote.currency))
  const reverseCharge = quote.buyer_vat?.reverse_charge && html`<p class="muted">${t.reverseCharge}</p>`
  const summary = html`<ul class="few">${lines}</ul>${sumsOf(view, quote)}${reverseCharge}`
  return checkoutPage(view, main, summary, { status: faults.size > 0 ? 422 : 200 })
}

const submitOrder: Handler = async (view, { form }) => {
  const text = (name: string) => form.get(name)?.trim() || undefined
  const { email, address, billing, vat, lines } = view.remembered.draft
  if (!email || !address) return { redirect: view.href('/checkout') }
  const chosen = { method: text('shipping'), payment: text('payment'), giftCard: text('gift') }
  const entered = { ...chosen, billing, vat, lines }
  const draft = { email, address, ...Object.fromEntries(Object.entries(entered).filter(([, value]) => value)) }
  view.remembered.draft = draft
  const gift = readGift(form)
  const body = checkoutBody({ ...draft, ...(gift && { gift }) })
  try {
    if (gift) await view.visit.quote(body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const faults = faultsOf(view, error)
    // Whatever else is refused is said where the order is.
    if (faults.size > 0) return deliveryPage(view, await quoted(view), new URLSearchParams(), { faults, gift })
  }
  view.remembered.draft = { ...draft, ...(gift && { gift }) }
  if (form.get('do') !== 'order') return { redirect: view.href('/checkout/delivery') }
  const expected = Number(form.get('expected') || Number.NaN)
  const key = /^[\w-]{16,64}$/.exec(form.get('key') ?? '')?.[0] ?? randomUUID()
  try {
    const order = await view.visit.placeOrder(
      {
        ...body,
        ...(chosen.method && { shipping_method_id: chosen.method }),
        ...methodOf(view, chosen.payment),
        ...(Number.isFinite(expected) && { expected_total: expected }),
      },
      key,
    )
    view.remembered.draft = {}
    view.remembered.cart = 0
    await keepConsent(view, form)
    return await payFor(view, order, { ...chosen, named: order.id, key })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return refusal(view, error)
  }
}

export const checkoutPages = {
  'GET /checkout': addressStep,
  'POST /checkout': submitAddress,
  'GET /checkout/delivery': deliveryStep,
  'POST /checkout/delivery': submitOrder,
}
