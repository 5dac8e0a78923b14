import type { Schemas } from '@commerce-platform/client'
import { readAmount } from '#console/lib/amounts.ts'
import { readTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'

export type OrderBody = Schemas['PlaceStaffOrder']
export type Product = Schemas['Card']

/** Somebody whom the shop knows, or the address of somebody new. */
export type Customer =
  | { id: string; name: string; email: string | null }
  | { id?: undefined; name: string; email: string | null }

/** A product, or what staff names; its price is that of the catalog if none is typed. */
export interface Line {
  key: number
  product?: Product
  name: string
  quantity: string
  price: string
  taxClass: string
}

export const addressNames = [
  ...(['name', 'company', 'line1', 'line2', 'postal_code', 'city', 'region', 'country', 'phone'] as const),
] as const
export type Address = Record<(typeof addressNames)[number], string>
const needed = ['name', 'line1', 'city', 'country'] as const

/** An order as it is typed: values are texts until they are read. */
export interface Draft {
  customer: Customer | undefined
  lines: readonly Line[]
  address: Address
  /** Of a buyer that is a business. */
  vatNumber: string
  /** The id of a method, `own`, or none yet: then the cheapest is taken. */
  method: string
  ownMethod: { name: string; price: string }
  discount: { kind: 'none' | 'percent' | 'amount'; value: string; reason: string }
  /** The id of a payment method of the shop, or none. */
  payment: string
  note: string
  /** The last day to pay. */
  lastDay: string
  /** The market and the customer's language; undefined: those of the shop. */
  market: { id: string; locale: string } | undefined
}

let lastKey = 0

export const customLine = (): Line => ({ key: ++lastKey, name: '', quantity: '1', price: '', taxClass: 'standard' })
export const productLine = (product: Product): Line => ({
  key: ++lastKey,
  product,
  name: product.name,
  quantity: '1',
  price: '',
  taxClass: '',
})

export const emptyAddress = (country: string): Address => ({
  name: '',
  company: '',
  line1: '',
  line2: '',
  postal_code: '',
  city: '',
  region: '',
  country,
  phone: '',
})

export const emptyDraft = (country: string): Draft => ({
  customer: undefined,
  lines: [],
  address: emptyAddress(country),
  vatNumber: '',
  method: '',
  ownMethod: { name: '', price: '' },
  discount: { kind: 'none', value: '', reason: '' },
  payment: '',
  note: '',
  lastDay: '',
  market: undefined,
})

/** A product that is chosen again is one more of it. */
export function withProduct(lines: readonly Line[], product: Product): readonly Line[] {
  const existing = lines.find((line) => line.product?.id === product.id && line.price === '')
  if (existing === undefined) return [...lines, productLine(product)]
  const more = { ...existing, quantity: String(Number(existing.quantity) + 1) }
  return lines.map((line) => (line === existing ? more : line))
}

/** Without an address that is complete nothing can be shipped. */
export function hasAddress({ address }: Draft): boolean {
  return needed.every((name) => address[name].trim() !== '')
}

/** Something but the country is typed. */
export function isAddressBegun({ address }: Draft): boolean {
  return addressNames.some((name) => name !== 'country' && address[name].trim() !== '')
}

/** An address begins with the name of the customer, if that was typed. */
export function withAddress(draft: Draft, change: Partial<Address>): Address {
  const { customer } = draft
  const named = !isAddressBegun(draft) && customer?.id === undefined && customer?.name.trim()
  return { ...draft.address, ...(named && { name: named }), ...change }
}

export type QuoteBody = Schemas['QuoteStaffOrder']

/** What can be priced of what is typed; undefined as long as that is nothing. */
export function quoteOf(draft: Draft, method: string | undefined, currency: string): QuoteBody | undefined {
  const amount = (text: string) => readAmount(text, currency)?.amount
  const products = draft.lines.filter(({ product }) => product !== undefined)
  const customs = draft.lines.filter(({ product, name, price }) => product === undefined && name.trim() && price.trim())
  if (products.length + customs.length === 0 || draft.lines.some(({ quantity }) => !isQuantity(quantity)))
    return undefined
  const { id, email, name } = draft.customer ?? {}
  const value = readNumber(draft.discount, currency)
  const reason = draft.discount.reason.trim()
  return {
    ...(draft.customer && {
      customer: id === undefined ? { ...(email && { email }), ...(name && { name }) } : { user_id: id },
    }),
    ...(products.length > 0 && {
      items: products.map(({ product, quantity, price }) => ({
        product_id: product?.id ?? '',
        quantity: Number(quantity),
        ...(price.trim() !== '' && { price: amount(price) ?? 0 }),
      })),
    }),
    ...(customs.length > 0 && {
      custom_items: customs.map((custom) => ({
        name: custom.name.trim(),
        price: amount(custom.price) ?? 0,
        quantity: Number(custom.quantity),
        ...(custom.taxClass.trim() && { tax_class: custom.taxClass.trim() }),
      })),
    }),
    ...(value !== undefined && { discount: { [draft.discount.kind]: value, reason: reason || t('Discount') } }),
    ...(hasAddress(draft) && { shipping_address: addressOf(draft.address) }),
    ...(draft.vatNumber.trim() !== '' && { vat_number: draft.vatNumber.trim() }),
    ...shippingOf(draft, method, amount),
    ...(draft.payment !== '' && { payment_method_id: draft.payment }),
    ...(draft.market && { market: draft.market.id, locale: draft.market.locale }),
  }
}

function shippingOf(draft: Draft, method: string | undefined, amount: (text: string) => number | undefined) {
  if (draft.method !== 'own') return method !== undefined && { shipping_method_id: method }
  const price = amount(draft.ownMethod.price)
  const name = draft.ownMethod.name.trim()
  return name !== '' && price !== undefined && { shipping_method: { name, price } }
}

const isQuantity = (text: string) => /^\s*[1-9]\d*\s*$/.test(text)

function readNumber({ kind, value }: Draft['discount'], currency: string): number | undefined {
  if (kind === 'none' || value.trim() === '') return undefined
  if (kind === 'amount') return readAmount(value, currency)?.amount
  const percent = Number(value.trim().replace(',', '.'))
  return Number.isNaN(percent) ? undefined : percent
}

export function addressOf(address: Address): Schemas['AddressInput'] {
  const text = (name: keyof Address) => address[name].trim()
  const others = (['company', 'line2', 'region', 'postal_code', 'phone'] as const).filter((name) => text(name) !== '')
  return {
    name: text('name'),
    line1: text('line1'),
    city: text('city'),
    country: text('country'),
    ...Object.fromEntries(others.map((name) => [name, text(name)])),
  }
}

/** The whole order; its total is that which was shown. */
export function orderOf(draft: Draft, quote: QuoteBody, expectedTotal: number): OrderBody {
  const { customer = {}, discount, payment_method_id: _, ...rest } = quote
  return {
    ...rest,
    customer,
    ...(discount && { discount: { ...discount, reason: draft.discount.reason.trim() } }),
    ...(draft.payment !== '' && { payment_method_id: draft.payment }),
    ...(draft.note.trim() !== '' && { note: draft.note.trim() }),
    ...(draft.lastDay !== '' && { expires_at: endOf(draft.lastDay) ?? '' }),
    expected_total: expectedTotal,
  }
}

/** The same, to be placed later. */
export function draftOf(draft: Draft, quote: QuoteBody): OrderBody {
  const { expected_total: _, ...order } = orderOf(draft, quote, 0)
  if (quote.customer !== undefined) return { ...order, draft: true }
  const { customer: __, ...rest } = order
  return { ...rest, draft: true }
}

/** A day holds to its end, in the zone of the shop. */
function endOf(day: string): string | undefined {
  const next = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000)
  return readTime(`${next.toISOString().slice(0, 10)}T00:00`)
}

/** The field of a line in the body: products first, then what staff names. */
export function fieldOf(lines: readonly Line[], line: Line): string {
  const isProduct = line.product !== undefined
  const alike = lines.filter(({ product }) => (product !== undefined) === isProduct)
  return `${isProduct ? 'items' : 'custom_items'}[${alike.indexOf(line)}]`
}
