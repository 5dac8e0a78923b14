import { invalid } from '#src/platform/lib/errors.ts'
import type { CustomerFormat } from './schemas.ts'

type AddressPart =
  | ('name' | 'first_name' | 'last_name' | 'company' | 'line1' | 'line2')
  | ('city' | 'region' | 'postal_code' | 'country' | 'phone')

/** What a column says of a customer. */
export type Target =
  | ('id' | 'name' | 'first_name' | 'last_name' | 'email' | 'phone' | 'company' | 'vat_number' | 'tags' | 'note')
  | ('locale' | 'tax_exempt' | 'send_before_paid' | 'consent_at' | 'consent_source' | 'consent_withdrawn_at')
  | `address.${AddressPart}`

export interface ReadColumn {
  /** As the file names it. */
  title: string
  /** Undefined: it is left out. */
  target: Target | undefined
  /** Why it is left out, if that has to be said. */
  reason?: string
}

const noConsent = 'does not say when and how they agreed: nobody has agreed by it'
const figures = 'comes from orders, not from a file'

interface Form {
  targets: Record<string, Target>
  reasons: Record<string, string>
}

const plain = [
  ...(['id', 'name', 'email', 'phone', 'company', 'vat_number', 'tags', 'note', 'locale'] as const),
  ...(['tax_exempt', 'send_before_paid'] as const),
]

const ownAddress = [
  ...(['name', 'company', 'line1', 'line2', 'city'] as const),
  ...(['region', 'postal_code', 'country', 'phone'] as const),
]

const own: Form = {
  targets: {
    ...Object.fromEntries(plain.map((name): [string, Target] => [name, name])),
    ...Object.fromEntries(ownAddress.map((part): [string, Target] => [`address_${part}`, `address.${part}`])),
    accepts_marketing_at: 'consent_at',
    accepts_marketing_source: 'consent_source',
    accepts_marketing_withdrawn_at: 'consent_withdrawn_at',
  },
  reasons: Object.fromEntries(
    ['is_guest', 'customer_since', 'order_count', 'order_total', 'currency', 'last_order_at'].map((name) => [name, '']),
  ),
}

const shopifyAddress: Record<string, Target> = {
  company: 'address.company',
  address1: 'address.line1',
  address2: 'address.line2',
  city: 'address.city',
  province_code: 'address.region',
  country_code: 'address.country',
  zip: 'address.postal_code',
}

/** Titles of both generations of the file. */
const shopify: Form = {
  targets: {
    first_name: 'first_name',
    last_name: 'last_name',
    email: 'email',
    phone: 'phone',
    note: 'note',
    tags: 'tags',
    tax_exempt: 'tax_exempt',
    ...shopifyAddress,
    ...Object.fromEntries(
      Object.entries(shopifyAddress).map(([name, target]): [string, Target] => [`default_address_${name}`, target]),
    ),
    default_address_phone: 'address.phone',
  },
  reasons: {
    ...Object.fromEntries(
      ['accepts_marketing', 'accepts_email_marketing', 'accepts_sms_marketing'].map((name) => [name, noConsent]),
    ),
    total_spent: figures,
    total_orders: figures,
    customer_id: '',
    country: '',
    province: '',
  },
}

/** The customers of its analytics, and of the usual exports of users. */
const woocommerce: Form = {
  targets: {
    name: 'name',
    display_name: 'name',
    first_name: 'first_name',
    last_name: 'last_name',
    email: 'email',
    user_email: 'email',
    locale: 'locale',
    billing_first_name: 'address.first_name',
    billing_last_name: 'address.last_name',
    billing_company: 'address.company',
    billing_address_1: 'address.line1',
    billing_address_2: 'address.line2',
    billing_city: 'address.city',
    billing_state: 'address.region',
    billing_postcode: 'address.postal_code',
    billing_country: 'address.country',
    billing_phone: 'phone',
  },
  reasons: {
    ...Object.fromEntries(['orders', 'total_spend', 'aov'].map((name) => [name, figures])),
    ...Object.fromEntries(
      ['country_region', 'city', 'region', 'postal_code'].map((name) => [name, 'is no address without a street']),
    ),
    user_pass: 'passwords are not taken over',
  },
}

const forms: Record<CustomerFormat, Form> = { own, shopify, woocommerce }

/** `Country / Region` is `country_region`. */
const columnKey = (title: string) =>
  title
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')

/** Which system's file has these titles. */
export function formatOf(titles: readonly string[]): CustomerFormat {
  const keys = new Set(titles.map(columnKey))
  const has = (...names: string[]) => names.some((name) => keys.has(name))
  if (has('accepts_marketing', 'accepts_email_marketing', 'default_address_address1')) return 'shopify'
  if (has('user_login', 'username', 'aov', 'billing_address_1', 'billing_first_name')) return 'woocommerce'
  return 'own'
}

/** @throws AppError VALIDATION_ERROR */
export function readColumns(titles: readonly string[], format: CustomerFormat): ReadColumn[] {
  const { targets, reasons } = forms[format]
  const taken = new Set<Target>()
  const columns = titles.map((title): ReadColumn => {
    const target = targets[columnKey(title)]
    if (target !== undefined && !taken.has(target)) {
      taken.add(target)
      return { title: title.trim(), target }
    }
    const reason = target === undefined ? (reasons[columnKey(title)] ?? 'is not read') : 'stands in another column, too'
    return { title: title.trim(), target: undefined, ...(reason && title.trim() && { reason }) }
  })
  const names = Object.keys(targets).filter((name) => format === 'own' || name !== 'id')
  const unknown = columns.filter(({ title }) => !(columnKey(title) in targets) && !(columnKey(title) in reasons))
  if (format === 'own' && unknown.some(({ title }) => title !== ''))
    throw invalid({
      field: 'header',
      message: `has unknown columns: ${unknown.map(({ title }) => title).join(', ')}; known are ${names.join(', ')}`,
    })
  if (!['email', 'phone', 'name', 'first_name', 'last_name'].some((target) => taken.has(target as Target)))
    throw invalid({ field: 'header', message: 'has no column for the name, e-mail address or phone' })
  return columns
}

/** The separator that cuts the line of titles into most columns. */
export function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '""')
  const [best = ','] = [',', ';', '\t', '|'].toSorted((one, two) => bare.split(two).length - bare.split(one).length)
  return best
}
