import { ApiError, type Order, type ReturnReason } from './api.ts'
import { html } from './html.ts'
import { notice } from './layout.ts'
import type { Answer, Ask, Handler, Page, View } from './view.ts'

const pathOf = ({ params }: Ask) => `/orders/${params['id']}`

const returnPage: Handler = async (view, ask) => returnForm(view, ask, await view.visit.order(ask.params['id'] ?? ''))

function returnForm(view: View, ask: Ask, order: Order, fault?: string): Page {
  const { t } = view
  const sent = order.items.map((line) => ({ ...line, max: line.quantity_fulfilled - line.quantity_refunded }))
  const reasons = Object.entries(t.reasons)
  return {
    title: t.returnItems,
    isPrivate: true,
    status: fault ? 422 : 200,
    main: html`<div class="wrap narrow"><h1>${t.returnItems}</h1><p>${t.returnText}</p>
${fault && notice(fault, 'alert')}
<form method="post" class="stack">${sent
      .filter(({ max }) => max > 0)
      .map(
        ({ line, name, max }) => html`<fieldset><legend>${name}</legend><div class="pair">
<div class="field"><label for="units-${line}">${t.returnHowMany}</label><select id="units-${line}"
name="units-${line}">${Array.from({ length: max + 1 }, (_, count) => html`<option>${count}</option>`)}</select></div>
<div class="field"><label for="reason-${line}">${t.returnWhy}</label><select id="reason-${line}"
name="reason-${line}">${reasons.map(
          ([reason, label]) => html`<option value="${reason}">${label}</option>`,
        )}</select></div></div></fieldset>`,
      )}<button>${t.requestReturn}</button></form>
<p><a href="${view.href(pathOf(ask))}">${t.orderNumber(order.order_number)}</a></p></div>`,
  }
}

const askForReturn: Handler = async (view, ask) => {
  const order = await view.visit.order(ask.params['id'] ?? '')
  const items = order.items.flatMap(({ line }) => {
    const quantity = Math.trunc(Number(ask.form.get(`units-${line}`))) || 0
    const reason = ask.form.get(`reason-${line}`) as ReturnReason
    return quantity > 0 && reason in view.t.reasons ? [{ line, quantity, reason }] : []
  })
  if (items.length === 0) return returnForm(view, ask, order, view.t.returnNothing)
  return orReason(view, ask, async () => {
    await view.visit.requestReturn(ask.params['id'] ?? '', items)
    return '?returned'
  })
}

const withdrawPage: Handler = async (view, ask) => {
  const order = await view.visit.order(ask.params['id'] ?? '')
  const { t } = view
  return {
    title: t.withdraw,
    isPrivate: true,
    main: html`<div class="wrap narrow"><h1>${t.withdraw}</h1><p>${t.orderNumber(order.order_number)}</p>
<p>${t.withdrawText}</p><ul>${order.items.map(({ name, quantity }) => html`<li>${quantity} × ${name}</li>`)}</ul>
<form method="post"><button>${t.confirmWithdrawal}</button></form>
<p><a href="${view.href(pathOf(ask))}">${t.orderNumber(order.order_number)}</a></p></div>`,
  }
}

const withdraw: Handler = async (view, ask) => {
  return orReason(view, ask, async () => {
    await view.visit.withdraw(ask.params['id'] ?? '')
    return '?withdrawn'
  })
}

/** Back to the order, which says why it could not be. */
async function orReason(view: View, ask: Ask, act: () => Promise<string>): Promise<Answer> {
  try {
    return { redirect: view.href(pathOf(ask) + (await act())) }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 400)) throw error
    const { reason = 'not_offered' } = (error.details ?? {}) as { reason?: string }
    return { redirect: view.href(`${pathOf(ask)}?reason=${encodeURIComponent(reason)}`) }
  }
}

export const returnPages = {
  'GET /orders/:id/return': returnPage,
  'POST /orders/:id/return': askForReturn,
  'GET /orders/:id/withdraw': withdrawPage,
  'POST /orders/:id/withdraw': withdraw,
}
