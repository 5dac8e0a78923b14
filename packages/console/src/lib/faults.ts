import { ApiError } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'

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
  on_hand: t('Units counted'),
  counted_at: t('Counted at'),
  image_url: t('Image address'),
  weight_grams: t('Weight in grams'),
  compare_at_price: t('Price before the sale'),
  compare_at_amount: t('Price before the sale'),
  unit_cost: t('Unit cost'),
  prices: t('Prices'),
  support_email: 'E-mail',
  timezone: t('Time zone'),
  free_from: t('Free from'),
  tracking_url: t('Tracking address'),
  tracking_pattern: t('Tracking address'),
  max_open_orders_per_user: t('Unpaid orders per customer'),
  max_open_orders: t('Unpaid orders per guest'),
  max_quantity_per_line: t('Units of one product per order'),
  max_unpaid_units_per_address: t('Unpaid items per network'),
  hold_unpaid_seconds: t('Hold stock for unpaid orders (minutes)'),
  created_from: t('Placed from'),
  created_to: t('Placed to'),
  min_total: t('Total from'),
  max_total: t('Total to'),
  min_weight_grams: t('Minimum weight (g)'),
  max_weight_grams: t('Maximum weight (g)'),
}

/** A part of a list or a group has the name of its last part: `carriers[0].name` is a name. */
function labelOf(field: string): string {
  const last = field.split('.').at(-1) ?? field
  const label = labels[last.replace(/\[\d+\]$/, '')]
  return label === undefined ? field.replaceAll(/[._]/g, ' ') : `“${label}”`
}

/** What validators say, and what a person would. */
const said: readonly [of: RegExp, text: string | ((...parts: string[]) => string)][] = [
  [/^(is required|must not be blank|must be filled|must NOT have fewer than 1 characters)$/, t('needs a value')],
  [/^must NOT have fewer than 1 items$/, t('needs at least one')],
  [
    /^must NOT have more than (\d+) (characters|items)$/,
    (_, max, what) =>
      what === 'items'
        ? t('can have at most {count} items', { count: Number(max) })
        : t('can have at most {count} characters', { count: Number(max) }),
  ],
  [
    /^must NOT have fewer than (\d+) (characters|items)$/,
    (_, least, what) =>
      what === 'items'
        ? t('needs at least {count} items', { count: Number(least) })
        : t('needs at least {count} characters', { count: Number(least) }),
  ],
  [/^must be (integer|number)$/, (_, type) => (type === 'integer' ? t('needs a whole number') : t('needs a number'))],
  [/^must be (string|object|array|boolean|null)$/, t('is not of the right kind')],
  [
    /^has the wrong format; example: (.*)$/,
    (_, example) => t('does not look right: write it like {example}', { example }),
  ],
  [/^has the wrong format$/, t('does not look right')],
  [/^must not contain control characters$/, t('has a character that cannot be shown, such as a line break')],
  [
    /([<>])= (\d+)$/,
    (_, side, limit) =>
      side === '<' ? t('at most {limit}', { limit: Number(limit) }) : t('at least {limit}', { limit: Number(limit) }),
  ],
]

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
