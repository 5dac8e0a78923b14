import { ApiError, type SavedAddress } from './api.ts'
import { day, money } from './format.ts'
import {
  addressBlock,
  addressFields,
  type Faults,
  faultsOf,
  missing,
  neededOfAddress,
  noFaults,
  type TypedAddress,
  typedAddress,
} from './forms.ts'
import { type Html, html, webAddress } from './html.ts'
import { notice } from './layout.ts'
import { statusOf } from './order.ts'
import type { Answer, Handler, Page, View } from './view.ts'

const tabs = {
  '/account': 'orders',
  '/account/returns': 'returns',
  '/account/addresses': 'addresses',
  '/account/emails': 'emails',
} as const

/** A page of the account with its tabs; without an account, the way to one. */
async function within(view: View, tab: keyof typeof tabs, make: () => Promise<Html>): Promise<Answer> {
  if (!view.remembered.hasAccount || !view.visit.hasSession()) return toSignIn(view)
  const { t } = view
  const main = await make()
  return {
    title: t[tabs[tab]],
    isPrivate: true,
    main: html`<div class="wrap account"><div class="heading"><h1>${t.yourAccount}</h1>
<form method="post" action="${view.href('/account/sign-out')}"><button class="link">${t.signOut}</button></form></div>
<nav class="tabs" aria-label="${t.yourAccount}">${Object.entries(tabs).map(
      ([path, name]) => html`<a href="${view.href(path)}"${path === tab && html` aria-current="page"`}>${t[name]}</a>`,
    )}</nav>${main}</div>`,
  }
}

const toSignIn = (view: View): Answer => ({
  redirect: view.href(`/account/sign-in?to=${encodeURIComponent(view.path)}`),
})

const orders: Handler = (view, { query }) =>
  within(view, '/account', async () => {
    const { t, locale } = view
    const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), 1_000)
    const { items, pagination } = await view.visit.orders(page)
    if (items.length === 0) return empty(view, t.noOrders, t.noOrdersText)
    const to = (number: number) => view.href(`/account?page=${number}`)
    return html`<ul class="rows">${items.map(
      (order) => html`<li><a href="${view.href(`/orders/${order.id}`)}"><b>${t.orderNumber(order.order_number)}</b>
<span>${day(order.created_at, locale)}</span><span class="state">${statusOf(view, order)}</span>
<b class="amount">${money(order.total, order.currency, locale)}</b></a></li>`,
    )}</ul><nav class="pager" aria-label="${t.pages}">${
      page > 1 ? html`<a class="button quiet" href="${to(page - 1)}">${t.previous}</a>` : html`<span></span>`
    }${pagination.has_more && html`<a class="button quiet" href="${to(page + 1)}">${t.next}</a>`}</nav>`
  })

function empty(view: View, title: string, text: string): Html {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>
<p><a class="button quiet" href="${view.href('/products')}">${view.t.browseAll}</a></p></div>`
}

const returns: Handler = (view) =>
  within(view, '/account/returns', async () => {
    const { t, locale } = view
    const all = await view.visit.returns()
    if (all.length === 0) return html`<div class="empty"><h2>${t.noReturns}</h2></div>`
    return html`<ul class="rows">${all.map((one) => {
      const label = webAddress(one.label_url)
      return html`<li><div><b><a
href="${view.href(`/orders/${one.order_id}`)}">${t.orderNumber(one.order_number)}</a></b>
<span>${day(one.created_at, locale)}</span><span class="state">${t.returnStatuses[one.status]}</span>
<span>${one.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
${label && html`<br><a href="${label}" rel="noreferrer">${t.returnLabel}</a>`}</span></div></li>`
    })}</ul>`
  })

const addresses: Handler = (view, { query }) =>
  within(view, '/account/addresses', async () => {
    const { t, locale } = view
    const all = await view.visit.addresses()
    return html`${query.has('saved') && notice(t.saved)}
${
  all.length === 0
    ? html`<div class="empty"><h2>${t.noAddresses}</h2></div>`
    : html`<ul class="address-book">${all.map(
        (one) => html`<li class="box">
${one.is_default && html`<b class="badge">${t.defaultAddress}</b>`}${addressBlock(one, locale)}
<p class="actions"><a href="${view.href(`/account/addresses/${one.id}`)}">${t.change}</a></p>
<form method="post" action="${view.href(`/account/addresses/${one.id}/delete`)}"><button
class="link">${t.delete}</button></form></li>`,
      )}</ul>`
}
<p><a class="button" href="${view.href('/account/addresses/new')}">${t.addAddress}</a></p>`
  })

function addressForm(view: View, typed: TypedAddress & { is_default?: boolean }, faults: Faults, isNew: boolean): Page {
  const { t } = view
  return {
    title: isNew ? t.addAddress : t.editAddress,
    isPrivate: true,
    status: faults.size > 0 ? 422 : 200,
    main: html`<div class="wrap narrow"><h1>${isNew ? t.addAddress : t.editAddress}</h1>
${faults.size > 0 && notice(t.pleaseCheck, 'alert')}
<form method="post" class="stack">${addressFields(view, faults, typed)}
<label class="radio"><input type="checkbox" name="default"
value="1"${typed.is_default && html` checked`}><span>${t.makeDefault}</span></label>
<button>${t.save}</button></form><p><a href="${view.href('/account/addresses')}">${t.addresses}</a></p></div>`,
  }
}

const editAddress: Handler = async (view, { params }) => {
  if (!view.remembered.hasAccount) return toSignIn(view)
  return addressForm(
    view,
    params['id'] === 'new' ? {} : await savedOne(view, params['id']),
    noFaults,
    params['id'] === 'new',
  )
}

async function savedOne({ visit }: View, id: string | undefined): Promise<SavedAddress> {
  const found = (await visit.addresses()).find((one) => one.id === id)
  if (!found) throw new ApiError(404, { code: 'NOT_FOUND' })
  return found
}

const saveAddress: Handler = async (view, { params, form }) => {
  const id = params['id'] ?? ''
  const isNew = id === 'new'
  const typed = typedAddress(form)
  const is_default = form.get('default') === '1'
  const empty = missing(view, form, neededOfAddress)
  if (empty.size > 0) return addressForm(view, { ...typed, is_default }, empty, isNew)
  const cleared = { company: null, line2: null, region: null, postal_code: null, phone: null }
  try {
    if (isNew) await view.visit.addAddress({ ...typed, is_default })
    else await view.visit.changeAddress(id, { ...cleared, ...typed, is_default })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error
    return addressForm(view, { ...typed, is_default }, faultsOf(view, error), isNew)
  }
  return { redirect: view.href('/account/addresses?saved') }
}

const deleteAddress: Handler = async (view, { params }) => {
  await view.visit.removeAddress(params['id'] ?? '')
  return { redirect: view.href('/account/addresses') }
}

const emails: Handler = (view) =>
  within(view, '/account/emails', async () => {
    const { t } = view
    const agreed = await view.visit.acceptsMarketing()
    return html`<p>${agreed ? t.marketingOn : t.marketingOff}</p>
<form method="post"><button name="marketing" value="${agreed ? '0' : '1'}">${agreed ? t.unsubscribe : t.subscribe}</button>
</form>`
  })

const changeEmails: Handler = async (view, { form }) => {
  if (!view.remembered.hasAccount) return toSignIn(view)
  await view.visit.setMarketing({ accepts_marketing: form.get('marketing') === '1', source: 'profile' })
  return { redirect: view.href('/account/emails') }
}

export const accountPages = {
  'GET /account/emails': emails,
  'POST /account/emails': changeEmails,
  'GET /account': orders,
  'GET /account/returns': returns,
  'GET /account/addresses': addresses,
  'GET /account/addresses/:id': editAddress,
  'POST /account/addresses/:id': saveAddress,
  'POST /account/addresses/:id/delete': deleteAddress,
}
