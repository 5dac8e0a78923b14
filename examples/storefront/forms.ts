import { type ApiError, addressLines, type SavedAddress } from './api.ts'
import { countryOptions } from './format.ts'
import { type Html, html, type Part } from './html.ts'
import type { View } from './view.ts'

/** Faults of a form by the name of the field. */
export type Faults = ReadonlyMap<string, string>

export const noFaults: Faults = new Map()

/** What the API has refused, in the language of the page. */
export function faultsOf({ t }: View, error: ApiError): Faults {
  return new Map(
    error.faults.map(({ field }) => {
      const [whole = '', part] = field.split('.')
      const prefix = { billing_address: 'billing_', gift: 'gift_' }[whole] ?? ''
      const name = prefix + (part ?? whole)
      return [name, t.fieldFaults[name] ?? t.fieldFaults[part ?? whole] ?? t.fieldFault]
    }),
  )
}

/** The fields that are empty and must not be. */
export function missing({ t }: View, form: URLSearchParams, names: readonly string[]): Faults {
  const empty = names.filter((name) => !form.get(name)?.trim())
  return new Map(empty.map((name) => [name, t.fieldFaults[name.replace('billing_', '')] ?? t.fieldFault]))
}

interface Field {
  name: string
  label: string
  type?: string
  autocomplete: string
  value?: string | null | undefined
  isOptional?: boolean
  /** Where only some countries have it. */
  isUnsaid?: boolean
  help?: string
  minlength?: number
}

export function field({ t }: View, faults: Faults, of: Field): Html {
  const { name, label, type = 'text', autocomplete, value, isOptional, isUnsaid, help, minlength } = of
  const fault = faults.get(name)
  const described = [fault && `${name}-fault`, help && `${name}-help`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}${isOptional && !isUnsaid && html` <small>(${t.optional})</small>`}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200" value="${value}"
${minlength !== undefined && html` minlength="${minlength}"`}${!isOptional && html` required`}
${described && html` aria-describedby="${described}"`}${
  fault && html` aria-invalid="true"${name === [...faults.keys()][0] && html` autofocus`}`
}>${help && html`<small class="help" id="${name}-help">${help}</small>`}${faultOf(name, fault)}</div>`
}

export function emailField(view: View, faults: Faults, value?: string | null, help?: string): Html {
  const of = { name: 'email', label: view.t.email, type: 'email', autocomplete: 'email', value }
  return field(view, faults, { ...of, ...(help !== undefined && { help }) })
}

export function newPasswordField(view: View, faults: Faults): Html {
  const { password: label, passwordHelp: help } = view.t
  const of = { name: 'password', type: 'password', autocomplete: 'new-password', minlength: 8 }
  return field(view, faults, { ...of, label, help })
}

/** A consent counts only if the box was ticked by whoever gives it. */
export const marketingBox = ({ t }: View): Html =>
  html`<label class="radio"><input type="checkbox" name="marketing" value="1"><span>${t.marketingBox}</span></label>`

export const faultOf = (name: string, fault: string | undefined): Part =>
  fault && html`<span class="fault" id="${name}-fault">${fault}</span>`

const names = ['name', 'company', 'line1', 'line2', 'postal_code', 'city', 'region', 'country', 'phone'] as const
type AddressName = (typeof names)[number]
export type TypedAddress = Partial<Record<AddressName, string | null>>

export const neededOfAddress: readonly AddressName[] = ['name', 'line1', 'city', 'country']

/** With a prefix the address is another one, which may be left out. */
export function addressFields(view: View, faults: Faults, typed: TypedAddress, prefix: '' | 'billing_' = ''): Html {
  const { t, shop, locale } = view
  const kind = prefix && 'billing '
  const of = (name: AddressName, label: string, more: Partial<Field> = {}) =>
    field(view, faults, {
      name: prefix + name,
      label,
      value: typed[name],
      autocomplete: kind + autocompletes[name],
      ...more,
      ...(prefix && !more.isOptional && { isOptional: true, isUnsaid: true }),
    })
  const chosen = typed.country ?? likelyCountry(view)
  const country = `${prefix}country`
  const fault = faults.get(country)
  return html`<div class="field"><label for="${country}">${t.country}</label>
<select id="${country}" name="${country}" autocomplete="${kind}country"${!prefix && html` required`}${
    fault && html` aria-invalid="true" aria-describedby="${country}-fault"`
  }>
<option value="">${t.choose}</option>${countryOptions(shop.countries, locale).map(
    ({ code, name }) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  )}</select>${faultOf(country, fault)}</div>
${of('name', t.name)}
${of('company', t.company, { isOptional: true })}
${of('line1', t.line1)}
${of('line2', t.line2, { isOptional: true })}
<div class="pair">${of('postal_code', t.postalCode, { isOptional: true, isUnsaid: true })}${of('city', t.city)}</div>
${of('region', t.region, { isOptional: true })}
${of('phone', t.phone, { isOptional: true, type: 'tel' })}`
}

const autocompletes: Record<AddressName, string> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  postal_code: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
  country: 'country',
  phone: 'tel',
}

/** That of the visitor's browser, if the shop ships there. */
function likelyCountry({ acceptLanguage, shop, language }: View): string | undefined {
  const region =
    /^[a-z]{2}-([A-Z]{2})/.exec(acceptLanguage)?.[1] ??
    /-([A-Z]{2})$/.exec(language.tag)?.[1] ??
    { de: 'DE', fr: 'FR', ja: 'JP' }[language.lang]
  return shop.countries.find((code) => code === region)
}

export interface Typed {
  name: string
  line1: string
  city: string
  country: string
  [field: string]: string
}

/** The address of a form, without what is left empty. */
export function typedAddress(form: URLSearchParams, prefix: '' | 'billing_' = ''): Typed {
  const typed = names.flatMap((name) => {
    const value = form.get(prefix + name)?.trim()
    return value ? [[name, value]] : []
  })
  return { name: '', line1: '', city: '', country: '', ...Object.fromEntries(typed) }
}

export function addressBlock(address: TypedAddress | SavedAddress, locale: string): Html {
  return html`<address>${addressLines(address, locale).map((line) => html`${line}<br>`)}</address>`
}
