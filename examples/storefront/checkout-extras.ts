import type { CheckoutBody, Quote } from './api.ts'
import {
  addressBlock,
  addressFields,
  type Faults,
  faultOf,
  field,
  missing,
  neededOfAddress,
  noFaults,
  type TypedAddress,
  typedAddress,
} from './forms.ts'
import { html, type Part } from './html.ts'
import type { Draft, View } from './view.ts'

/** What only some orders have: another address for the invoice, the VAT number of a business, a gift card's recipient. */
export interface Extras {
  billing?: TypedAddress | undefined
  vat?: string | null | undefined
}

/** The fields of another address come once its box is ticked, which needs no JavaScript. */
export function extraFields(view: View, faults: Faults, { billing, vat }: Extras): Part {
  const { t } = view
  const number = { name: 'vat_number', label: t.vatNumber, help: t.vatHelp, value: vat, autocomplete: 'off' }
  return html`<label class="radio extra"><input type="checkbox" name="other_billing"
value="1"${billing && html` checked`}><span>${t.otherBilling}</span></label>
${billing && html`<h3>${t.billingAddress}</h3>${addressFields(view, faults, billing, 'billing_')}`}
<details class="extra"${(vat || faults.has('vat_number')) && html` open`}><summary>${t.asBusiness}</summary>
<div>${field(view, faults, { ...number, isOptional: true, isUnsaid: true })}</div></details>`
}

/** What was typed; `isAsked` if the fields of another address are still to be shown. */
export function readExtras(
  view: View,
  form: URLSearchParams,
): { extras: Extras; faults: Faults; isIncomplete: boolean } {
  const vat = form.get('vat_number')?.trim()
  const extras: Extras = { ...(vat && { vat }) }
  if (form.get('other_billing') !== '1') return { extras, faults: noFaults, isIncomplete: false }
  const billing = form.has('billing_name') ? typedAddress(form, 'billing_') : { country: typedAddress(form).country }
  if (!form.has('billing_name')) return { extras: { ...extras, billing }, faults: noFaults, isIncomplete: true }
  const needed = neededOfAddress.map((name) => `billing_${name}`)
  return { extras: { ...extras, billing }, faults: missing(view, form, needed), isIncomplete: false }
}

/** As the API takes what was typed so far. */
export function checkoutBody({ email, address, billing, vat, gift }: Draft): CheckoutBody {
  return {
    email: email ?? '',
    shipping_address: address as never,
    ...(billing && { billing_address: billing as never }),
    ...(vat && { vat_number: vat }),
    ...(gift && {
      gift: {
        email: gift.email,
        ...(gift.message && { message: gift.message }),
        ...(gift.date && { send_at: `${gift.date}T08:00:00Z` }),
      },
    }),
  }
}

export function extraLines({ t, locale }: View, { billing, vat }: Draft): Part {
  return html`${billing && html`<h3>${t.billingAddress}</h3>${addressBlock(billing, locale)}`}
${vat && html`<p>${t.vatNumber}: ${vat}</p>`}`
}

/** For whom the gift cards of an order are, if it has any. */
export function giftFields(view: View, { items }: Quote, typed: Draft['gift'], faults: Faults): Part {
  if (!items.some(({ gift_card }) => gift_card)) return null
  const { t } = view
  const optional = { autocomplete: 'off', isOptional: true, isUnsaid: true }
  const fault = faults.get('gift_message')
  return html`<fieldset class="stack"><legend>${t.giftFor}</legend><p class="muted">${t.giftForHelp}</p>
${field(view, faults, { ...optional, name: 'gift_email', label: t.giftEmail, type: 'email', value: typed?.email })}
<div class="field"><label for="gift_message">${t.giftMessage} <small>(${t.optional})</small></label>
<textarea id="gift_message" name="gift_message" rows="3" maxlength="300"${
    fault && html` aria-invalid="true" aria-describedby="gift_message-fault"`
  }>${typed?.message}</textarea>${faultOf('gift_message', fault)}</div>
${field(view, faults, {
  ...optional,
  isUnsaid: false,
  name: 'gift_send_at',
  label: t.giftDate,
  type: 'date',
  value: typed?.date,
})}</fieldset>`
}

/** Of a placed order: whatever becomes of the consent, it is paid next. */
export async function keepConsent(view: View, form: URLSearchParams): Promise<void> {
  if (form.get('marketing') !== '1') return
  await view.visit.setMarketing({ accepts_marketing: true, source: 'checkout' }).catch(() => undefined)
}

/** Undefined if nobody is named. */
export function readGift(form: URLSearchParams): Draft['gift'] {
  const [email, message, date] = ['gift_email', 'gift_message', 'gift_send_at'].map((name) => form.get(name)?.trim())
  if (!email && !message) return undefined
  return { email: email ?? '', ...(message && { message }), ...(date && { date }) }
}
