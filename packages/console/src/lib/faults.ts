import { ApiError } from '@commerce-platform/client'
import { count } from './format.ts'

/** Codes that are about a field. A form with both of them cannot tell which was wrong. */
const fieldsOf: Partial<Record<string, string[]>> = {
  SKU_TAKEN: ['sku'],
  EMAIL_TAKEN: ['email'],
  INVALID_CREDENTIALS: ['current_password', 'code'],
}

export interface Faults {
  /** By the field's name. */
  of: (field: string) => string | undefined
  /** What belongs to no field of the form, to be shown above its buttons. */
  rest: unknown
}

/**
 * Divides a failure of a form: what is about one of its fields goes there, the rest stays together. `conflict` is the
 * field that a CONFLICT of this form is about.
 */
export function faultsOf(error: unknown, fields: readonly string[], conflict?: string): Faults {
  const byField = new Map<string, string>()
  if (error instanceof ApiError) {
    for (const { field, message } of error.faults) byField.set(inputOf(field, fields), sentence(plainly(message)))
    const { field: said } = { ...(error.details as { field?: string } | undefined) }
    if (said !== undefined && fields.includes(said)) byField.set(said, sentence(error.message))
    const about = error.code === 'CONFLICT' && conflict ? [conflict] : fieldsOf[error.code]
    const [field, ...others] = about?.filter((name) => fields.includes(name)) ?? []
    if (field && others.length === 0) byField.set(field, sentence(error.message))
  }
  const isCovered = byField.size > 0 && [...byField.keys()].every((field) => fields.includes(field))
  return { of: (field) => byField.get(field), rest: isCovered ? undefined : error }
}

/** The input that a fault is of: `tags[1]` is of `tags`, `seo.title` of itself, if the form has one of this name. */
function inputOf(field: string, names: readonly string[]): string {
  const around = names.filter((name) => field.startsWith(`${name}.`) || field.startsWith(`${name}[`))
  return names.includes(field) ? field : (around.sort((a, b) => b.length - a.length)[0] ?? field)
}

/** A failure of a list of which this form has one item: `carriers[3].name` is about its name. */
export function ofOneItem(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.faults.length === 0) return error
  const { status, code, message, requestId, faults } = error
  const details = faults.map(({ field, ...fault }) => ({ ...fault, field: field.split('.').at(-1) ?? field }))
  return new ApiError(status, { code, message, details, ...(requestId && { request_id: requestId }) } as never)
}

/** What the pages call fields whose names say it otherwise. */
const labels: Partial<Record<string, string>> = {
  sku: 'SKU',
  on_hand: 'Units counted',
  counted_at: 'Counted at',
  image_url: 'Image address',
  weight_grams: 'Weight in grams',
  compare_at_price: 'Price before the sale',
  compare_at_amount: 'Price before the sale',
  unit_cost: 'Unit cost',
  prices: 'Prices',
  support_email: 'E-mail',
  timezone: 'Time zone',
  free_from: 'Free from',
  tracking_url: 'Tracking address',
  tracking_pattern: 'Tracking address',
  max_open_orders_per_user: 'Unpaid orders per customer',
  max_open_orders: 'Unpaid orders per guest',
  max_quantity_per_line: 'Units of one product per order',
  max_unpaid_units_per_address: 'Unpaid items per network',
  hold_unpaid_seconds: 'Hold stock for unpaid orders (minutes)',
  created_from: 'Placed from',
  created_to: 'Placed to',
  min_total: 'Total from',
  max_total: 'Total to',
  min_weight_grams: 'Minimum weight (g)',
  max_weight_grams: 'Maximum weight (g)',
}

/** A part of a list or a group has the name of its last part: `carriers[0].name` is a name. */
function labelOf(field: string): string {
  const last = field.split('.').at(-1) ?? field
  const label = labels[last.replace(/\[\d+\]$/, '')]
  return label === undefined ? field.replaceAll(/[._]/g, ' ') : `“${label}”`
}

/** What validators say, and what a person would. */
const said: readonly [of: RegExp, text: string | ((...parts: string[]) => string)][] = [
  [/^(is required|must not be blank|must be filled|must NOT have fewer than 1 characters)$/, 'needs a value'],
  [/^must NOT have fewer than 1 items$/, 'needs at least one'],
  [/^must NOT have more than (\d+) (characters|items)$/, (_, max, what) => `can have at most ${counted(max)} ${what}`],
  [
    /^must NOT have fewer than (\d+) (characters|items)$/,
    (_, least, what) => `needs at least ${counted(least)} ${what}`,
  ],
  [/^must be (integer|number)$/, (_, type) => (type === 'integer' ? 'needs a whole number' : 'needs a number')],
  [/^must be (string|object|array|boolean|null)$/, 'is not of the right kind'],
  [/^has the wrong format; example: (.*)$/, (_, example) => `does not look right: write it like ${example}`],
  [/^has the wrong format$/, 'does not look right'],
  [/^must not contain control characters$/, 'has a character that cannot be shown, such as a line break'],
  [/([<>])= (\d+)$/, (_, side, limit) => `${side === '<' ? 'at most' : 'at least'} ${counted(limit)}`],
]

const counted = (digits: string | undefined) => count(Number(digits))

/** `must not be more than max_total` as `must not be more than “Total to”`, `<= 1000` as `at most 1,000`. */
function plainly(message: string): string {
  const [of, text] = said.find(([known]) => known.test(message)) ?? []
  const plain = of === undefined ? message : message.replace(of, text as string)
  return plain.replaceAll(/(?<!\{)\b[a-z]+(?:_[a-z]+)+\b/g, labelOf)
}

/** Of faults that are shown together, away from their fields. */
export function sentencesOf(faults: readonly { field: string; message: string }[]): string {
  return faults.map(({ field, message }) => sentence(`${labelOf(field)} ${plainly(message)}`)).join(' ')
}

/** `must not be blank` as `Must not be blank.` */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
