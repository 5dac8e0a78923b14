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
    for (const { field, message } of error.faults) byField.set(field, sentence(plainly(message)))
    const about = error.code === 'CONFLICT' && conflict ? [conflict] : fieldsOf[error.code]
    const [field, ...others] = about?.filter((name) => fields.includes(name)) ?? []
    if (field && others.length === 0) byField.set(field, sentence(error.message))
  }
  const isCovered = byField.size > 0 && [...byField.keys()].every((field) => fields.includes(field))
  return { of: (field) => byField.get(field), rest: isCovered ? undefined : error }
}

/** What the page calls fields that the service compares with each other. */
const labels: Partial<Record<string, string>> = {
  created_from: 'Placed from',
  created_to: 'Placed to',
  min_total: 'Total from',
  max_total: 'Total to',
  min_weight_grams: 'Lightest, in grams',
  max_weight_grams: 'Heaviest, in grams',
}

function labelOf(field: string): string {
  const label = labels[field]
  return label === undefined ? field.replaceAll(/[._]/g, ' ') : `“${label}”`
}

/** `must not be more than max_total` as `must not be more than “Total to”`, `<= 1000` as `at most 1,000` */
function plainly(message: string): string {
  return message
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, labelOf)
    .replace(/([<>])= (\d+)$/, (_, side, limit) => `${side === '<' ? 'at most' : 'at least'} ${count(Number(limit))}`)
}

/** Of faults that are shown together, away from their fields. */
export function sentencesOf(faults: readonly { field: string; message: string }[]): string {
  return faults.map(({ field, message }) => sentence(`${labelOf(field)} ${plainly(message)}`)).join(' ')
}

/** `must not be blank` as `Must not be blank.` */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
