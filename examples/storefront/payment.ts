import { ApiError, type Order, type Shop } from './api.ts'
import { money } from './format.ts'
import { html, type Part } from './html.ts'
import { notice } from './layout.ts'
import type { Answer, Page, View } from './view.ts'

/** The ways to pay that the pages know, the first one chosen. */
export function paymentChoices({ t, shop }: View, chosen: string | undefined): Part {
  const offered = shop.payment_methods.filter(({ method }) => method in t.methods && method !== 'store_credit')
  const first = offered.find(({ method }) => method === chosen) ?? offered[0]
  return offered.map(
    ({ method }) => html`<label class="radio"><input type="radio" name="payment" value="${method}" required
${method === first?.method && html` checked`}><span>${t.methods[method]}
${t.methodHelp[method] && html`<small>${t.methodHelp[method]}</small>`}</span></label>`,
  )
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
  const offered = view.shop.payment_methods.find(({ method }) => method === payment)
  if (!offered) return { redirect: view.href(at) }
  const paid = await view.visit.pay(named, { method: offered.method }, `${key}-pay`)
  const next = paid.payment.next_action
  if (next && 'client_secret' in next) return cardPage(view, { ...order, named }, offered, next.client_secret)
  if (paid.payment.status === 'failed') return { redirect: view.href(`${at}?fault=declined`) }
  return { redirect: view.href(paid.payment.status === 'succeeded' ? `${at}?thanks` : `${at}?paying=1`) }
}

type Offered = Shop['payment_methods'][number]

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
data-done="${at}?paying=1" data-failed="${t.cardFailed}" data-locale="${view.language}">
<div id="element" class="card-box">${t.cardLoading}</div><p class="fault" role="status"></p>
<noscript>${notice(t.needsScript, 'alert')}</noscript><button>${t.pay}</button></form>
<p><a href="${at}">${t.change}</a></p></div>`,
  }
}
