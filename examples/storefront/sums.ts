import type { Cart, Quote } from './api.ts'
import { plainPicture } from './cards.ts'
import { taxName } from './content.ts'
import { money } from './format.ts'
import { type Html, html } from './html.ts'
import type { View } from './view.ts'

/** A line of the order in a few words. */
export function few({ locale }: View, line: Quote['items'][number] | Cart['items'][number], currency: string): Html {
  const { name, image_url, quantity, total } = line
  return html`<li><span class="frame">${plainPicture(image_url, { alt: '' })}</span><span>${quantity} × ${name}</span>
<span>${money(total, currency, locale)}</span></li>`
}

type Summed = Pick<
  Quote,
  | 'subtotal'
  | 'discounts'
  | 'shipping_total'
  | 'payment_fee_total'
  | 'rounding_total'
  | 'tax_included'
  | 'tax_lines'
  | 'total'
  | 'currency'
  | 'shipping_method'
> &
  Pick<Partial<Quote>, 'gift_cards' | 'amount_due'>

export function sumsOf({ t, locale }: View, of: Summed): Html {
  const amount = (value: number) => money(value, of.currency, locale)
  const shipped = of.shipping_total === 0 ? t.free : amount(of.shipping_total)
  return html`<dl class="sums"><div><dt>${t.subtotal}</dt><dd>${amount(of.subtotal)}</dd></div>
${of.discounts.map(
  ({ name, amount: off, shipping_amount }) =>
    html`<div class="off"><dt>${name}</dt><dd>−${amount(off + shipping_amount)}</dd></div>`,
)}
${of.shipping_method && html`<div><dt>${t.shipping}, ${of.shipping_method.name}</dt><dd>${shipped}</dd></div>`}
${of.payment_fee_total > 0 && html`<div><dt>${t.paymentFee}</dt><dd>${amount(of.payment_fee_total)}</dd></div>`}
${of.rounding_total !== 0 && html`<div><dt>${t.rounding}</dt><dd>${amount(of.rounding_total)}</dd></div>`}
${
  !of.tax_included &&
  of.tax_lines.map(
    ({ name, rate, amount: tax }) => html`<div><dt>${t.plus(taxName(t, name), rate)}</dt>
<dd>${amount(tax)}</dd></div>`,
  )
}
<div class="total"><dt>${t.total}</dt><dd>${amount(of.total)}</dd></div>
${
  of.tax_included &&
  of.tax_lines.map(
    ({ name, rate, amount: tax }) => html`<div
class="muted"><dt>${t.including(taxName(t, name), rate)}</dt><dd>${amount(tax)}</dd></div>`,
  )
}
${(of.gift_cards ?? []).map(
  ({ last_four, amount: paid }) =>
    html`<div class="off"><dt>${t.giftCard} … ${last_four}</dt><dd>−${amount(paid)}</dd></div>`,
)}
${
  of.amount_due !== undefined &&
  of.amount_due !== of.total &&
  html`<div class="total"><dt>${t.amountDue}</dt>
<dd>${amount(of.amount_due)}</dd></div>`
}</dl>`
}
