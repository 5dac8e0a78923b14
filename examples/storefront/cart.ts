import { ApiError, type Cart, shopPaths } from './api.ts'
import { plainPicture } from './cards.ts'
import { priceNote } from './content.ts'
import { money } from './format.ts'
import { type Html, html, type Part } from './html.ts'
import { notice, saying } from './layout.ts'
import type { Handler, View } from './view.ts'

const cartPage: Handler = async (view, { query }) => {
  const cart = await view.visit.cart()
  view.remembered.cart = cart?.item_count ?? 0
  const { t } = view
  if (!cart || cart.items.length === 0) {
    const action = { href: view.href('/products'), label: t.continueShopping }
    // A mail about the cart of an account leads here.
    const signIn = !view.remembered.hasAccount && { href: view.href('/account/sign-in?to=/cart'), label: t.accountCart }
    return { title: t.yourCart, isPrivate: true, main: saying(t.emptyCart, t.emptyCartHelp, action, signIn) }
  }
  const isOrderable = cart.items.every(({ available }) => available)
  return {
    title: t.yourCart,
    isPrivate: true,
    step: 'cart',
    main: html`<div class="wrap cart"><h1>${t.yourCart}</h1>
${query.has('added') && notice(html`${icon()}${t.added}`)}
${query.get('fault') === 'stock' && notice(t.outOfStock, 'alert')}
<div class="split"><ul class="lines">${cart.items.map((line) => lineOf(view, cart, line))}</ul>
<aside class="summary" aria-label="${t.summary}"><h2>${t.summary}</h2>
${sums(view, cart)}
${
  isOrderable
    ? html`<a class="button wide" href="${view.href('/checkout')}">
${t.toCheckout}</a>`
    : notice(t.noLongerAvailable, 'alert')
}
<p class="muted">${priceNote(view)}</p>
${codes(view, cart, query.get('code'))}
<p><a href="${view.href('/products')}">${t.continueShopping}</a></p>
</aside></div></div>`,
  }
}

const icon = () =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.500 4.500 4.500L19 7.500"/></svg>`

function lineOf(view: View, { currency }: Cart, line: Cart['items'][number]): Html {
  const { t, locale } = view
  const { product_id: id, name, options, image_url, slug, quantity, price, total, available } = line
  const described = Object.entries(options).map(([option, value]) => `${option}: ${value}`)
  const to = slug === null ? undefined : view.href(shopPaths.variant(slug, line.sku))
  const max = Math.max(10, quantity)
  return html`<li class="line"><span class="frame">${plainPicture(image_url, { alt: '' })}</span>
<div class="what"><h2>${to ? html`<a href="${to}">${name}</a>` : name}</h2>
${described.length > 0 && html`<p class="muted">${described.join(', ')}</p>`}
<p class="muted">${money(price, currency, locale)}</p>
${!available && html`<p class="fault">${t.noLongerAvailable}</p>`}</div>
<form method="post" action="${view.href('/cart/change')}" data-auto><input type="hidden" name="product" value="${id}">
<label class="hidden" for="quantity-${id}">${t.quantityOf(name)}</label>
<select id="quantity-${id}" name="quantity">${Array.from({ length: max }, (_, index) => index + 1).map(
    (count) => html`<option${count === quantity && html` selected`}>${count}</option>`,
  )}</select><noscript><button class="quiet">${t.update}</button></noscript></form>
<form class="remove" method="post" action="${view.href('/cart/change')}"><input type="hidden" name="product"
value="${id}">
<button class="link" name="quantity" value="0" aria-label="${t.removeItem(name)}">${t.remove}</button></form>
<b class="amount">${money(total, currency, locale)}</b></li>`
}

function sums(view: View, cart: Cart): Html {
  const { t, locale } = view
  const amount = (value: number) => money(value, cart.currency, locale)
  return html`<dl class="sums"><div><dt>${t.subtotal}</dt><dd>${amount(cart.subtotal)}</dd></div>
${cart.discounts.map(
  ({ name, amount: off }) => html`<div class="off"><dt>${name}</dt>
<dd>−${amount(off)}</dd></div>`,
)}
<div><dt>${t.shipping}</dt><dd class="muted">${t.shippingLater}</dd></div>
<div class="total"><dt>${t.total}</dt><dd>${amount(cart.total)}</dd></div></dl>`
}

function codes(view: View, cart: Cart, refused: string | null): Html {
  const { t } = view
  const faults = new Map(
    (cart.discount_faults ?? []).map(({ code, reason }) => [code, t.codeFaults[reason] ?? t.fieldFault]),
  )
  const fault: Part = refused && (t.codeFaults[refused] ?? t.fieldFault)
  return html`${
    cart.discount_codes.length > 0 &&
    html`<ul class="codes">${cart.discount_codes.map(
      (code) => html`<li><form method="post" action="${view.href('/cart/code')}"><span><code>${code}</code>
${faults.has(code) && html`<small class="fault">${faults.get(code)}</small>`}</span>
<button class="link" name="remove" value="${code}" aria-label="${t.removeCode(code)}">${t.remove}</button></form></li>`,
    )}</ul>`
  }
<details${(fault || cart.discount_codes.length > 0) && html` open`}><summary>${t.code}</summary>
<form class="inline" method="post" action="${view.href('/cart/code')}"><label
class="hidden" for="code">${t.code}</label>
<input id="code" name="code" required maxlength="100" autocomplete="off" autocapitalize="characters"
${fault && html` aria-invalid="true" aria-describedby="code-fault"`}><button class="quiet">${t.useCode}</button>
${fault && html`<p class="fault" id="code-fault">${fault}</p>`}</form></details>`
}

const add: Handler = async (view, { form }) => {
  const quantity = Math.trunc(Number(form.get('quantity'))) || 1
  view.remembered.cart = await view.visit.addToCart(form.get('product') ?? '', Math.min(Math.max(quantity, 1), 100))
  return { redirect: view.href('/cart?added') }
}

const change: Handler = async (view, { form }) => {
  const quantity = Math.min(Math.max(Math.trunc(Number(form.get('quantity'))) || 0, 0), 1_000)
  view.remembered.cart = await view.visit.setQuantity(form.get('product') ?? '', quantity)
  return { redirect: view.href('/cart') }
}

/** A code that nobody knows is not kept in the cart: it says so beside the field. */
const code: Handler = async (view, { form }) => {
  const removed = form.get('remove')
  if (removed !== null) {
    await view.visit.removeCode(removed)
    return { redirect: view.href('/cart') }
  }
  const given = (form.get('code') ?? '').trim()
  try {
    const cart = await view.visit.addCode(given)
    const fault = cart.discount_faults?.find((one) => one.code.toLowerCase() === given.toLowerCase())
    if (fault?.reason === 'unknown') await view.visit.removeCode(fault.code)
    return { redirect: view.href(fault?.reason === 'unknown' ? '/cart?code=unknown' : '/cart') }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 409)) throw error
    return { redirect: view.href('/cart?code=unknown') }
  }
}

export const cartPages = {
  'GET /cart': cartPage,
  'POST /cart/add': add,
  'POST /cart/change': change,
  'POST /cart/code': code,
}
