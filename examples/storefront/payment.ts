import { ApiError, type Order, type Quote, type Shop } from './api.ts'
import { day, money } from './format.ts'
import { type Html, html, type Part } from './html.ts'
import { notice } from './layout.ts'
import type { Answer, Page, View } from './view.ts'

type Offered = Shop['payment_methods'][number]

const isByHand = ({ provider }: Offered) => provider === 'manual'

/** What a choice is called in forms: the id of a way to pay the shop itself, or what a provider takes. */
const choiceOf = (offered: Offered) => (isByHand(offered) ? (offered.id ?? '') : offered.method)

/** The ways to pay that the pages know and that fit the order, and the chosen one of them. */
function offeredFor({ t, shop }: View, payment: string | undefined, options: Quote['payment_options']) {
  const fits = ({ id }: Offered) => id === undefined || options === undefined || options.some((one) => one.id === id)
  const isKnown = (offered: Offered) =>
    isByHand(offered) || (offered.method in t.methods && offered.method !== 'store_credit')
  const offered = shop.payment_methods.filter((one) => isKnown(one) && fits(one))
  return { offered, chosen: offered.find((one) => choiceOf(one) === payment) ?? offered[0] }
}

/** The first one is chosen, unless `payment` is. */
export function paymentChoices(view: View, payment: string | undefined, quote?: Quote): Part {
  const { offered, chosen } = offeredFor(view, payment, quote?.payment_options)
  return offered.map((one) => choice(one, one === chosen, view, quote))
}

const feeOf = ({ id }: Offered, quote: Quote | undefined) =>
  quote?.payment_options?.find((one) => one.id === id)?.fee ?? 0

/** Whether the total depends on the way to pay. */
export const hasFees = ({ payment_options: options = [] }: Quote) => options.some(({ fee }) => fee > 0)

/** The way to pay that is chosen, if it costs something. */
export function paidWithFee(view: View, payment: string | undefined, quote: Quote) {
  const { chosen } = offeredFor(view, payment, quote.payment_options)
  return chosen?.id !== undefined && feeOf(chosen, quote) > 0 ? { payment_method_id: chosen.id } : undefined
}

/** Of an order that is placed: only providers take it now. */
export function cardChoices(view: View): Part {
  const methods = view.shop.payment_methods.filter((one) => !isByHand(one))
  return paymentChoices({ ...view, shop: { ...view.shop, payment_methods: methods } }, undefined)
}

function choice(offered: Offered, isFirst: boolean, { t, locale }: View, quote: Quote | undefined): Part {
  const fee = feeOf(offered, quote)
  const [name, help] = isByHand(offered)
    ? [offered.name, offered.instructions]
    : [t.methods[offered.method], t.methodHelp[offered.method]]
  return html`<label class="radio"><input type="radio" name="payment" value="${choiceOf(offered)}" required
${isFirst && html` checked`}><span>${name}
${help && html`<small>${help}</small>`}</span>${fee > 0 && html`<b>+ ${money(fee, quote?.currency ?? '', locale)}</b>`}</label>`
}

/** Which of the shop's own methods an order is paid by; a shop without any has none. */
export function methodOf({ shop }: View, payment: string | undefined): { payment_method_id?: string } {
  const id = shop.payment_methods.find((one) => choiceOf(one) === payment)?.id
  return id === undefined ? {} : { payment_method_id: id }
}

/** What somebody is told who pays the shop itself; undefined for all others. */
export function howToPay({ t, locale }: View, order: Order): Html | undefined {
  const { payment_terms: terms, amount_due, currency } = order
  if (terms === undefined || terms.kind === 'card' || amount_due === 0 || order.status === 'cancelled') return undefined
  const { name, instructions, bank, reference, due_at } = terms
  const facts: [string, string | null | undefined][] = [
    [t.amountDue, money(amount_due, currency, locale)],
    [t.accountHolder, bank?.holder],
    ['IBAN', bank?.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', bank?.bic],
    [t.reference, reference],
    [t.payBy, due_at && day(due_at, locale)],
  ]
  return html`<section class="box"><h2>${t.howToPay(name)}</h2>${instructions && html`<p>${instructions}</p>`}
<dl>${facts.map(([label, value]) => value && html`<dt>${label}</dt><dd>${value}</dd>`)}</dl></section>`
}

interface Means {
  /** As the address of the order names it. */
  named: string
  payment: string | undefined
  giftCard: string | undefined
  /** Sent again, it pays nothing twice. */
  key: string
}

/** Pays by the gift card first, the rest by the method. Whatever fails is seen on the page of the order. */
export async function payFor(view: View, placed: Order, { named, payment, giftCard, key }: Means): Promise<Answer> {
  const at = `/orders/${named}`
  let order = placed
  if (giftCard && order.amount_due > 0) {
    try {
      order = (await view.visit.pay(named, { method: 'gift_card', code: giftCard }, `${key}-gift`)).order
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return { redirect: view.href(`${at}?fault=${error.code === 'REMAINDER_TOO_SMALL' ? 'remainder' : 'gift'}`) }
    }
  }
  if (order.amount_due === 0) return { redirect: view.href(`${at}?thanks`) }
  const offered = view.shop.payment_methods.find((one) => choiceOf(one) === payment)
  if (!offered) return { redirect: view.href(at) }
  if (isByHand(offered)) return { redirect: view.href(`${at}?thanks`) }
  const paid = await view.visit.pay(named, { method: offered.method }, `${key}-pay`)
  const next = paid.payment.next_action
  if (next && 'client_secret' in next) return cardPage(view, { ...order, named }, offered, next.client_secret)
  if (paid.payment.status === 'failed') return { redirect: view.href(`${at}?fault=declined`) }
  return { redirect: view.href(paid.payment.status === 'succeeded' ? `${at}?thanks` : `${at}?paying=1`) }
}

/** Where Stripe's own form takes the card: neither this server nor the API sees it. */
export function cardPage(view: View, order: Order & { named: string }, offered: Offered, secret: string): Page {
  const { t, locale, assets } = view
  const at = view.href(`/orders/${order.named}`)
  return {
    title: t.payOrder,
    isPrivate: true,
    takesCards: true,
    head: html`<script src="https://js.stripe.com/v3/" defer></script><script
type="module" src="${assets.cardScript}"></script>`,
    main: html`<div class="wrap narrow"><h1>${t.payOrder}</h1>
<p>${t.payOpen(money(order.amount_due, order.currency, locale))}</p>
<form id="card" class="stack" data-key="${offered.publishable_key}" data-account="${offered.account}"
data-secret="${secret}"
data-done="${at}?paying=1" data-failed="${t.cardFailed}" data-locale="${view.language.lang}">
<div id="element" class="card-box">${t.cardLoading}</div><p class="fault" role="status"></p>
<noscript>${notice(t.needsScript, 'alert')}</noscript><button>${t.pay}</button></form>
<p><a href="${at}">${t.change}</a></p></div>`,
  }
}
