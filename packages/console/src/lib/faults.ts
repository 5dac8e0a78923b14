import { ApiError } from '@commerce-platform/client'

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
    for (const { field, message } of error.faults) byField.set(field, sentence(message))
    const about = error.code === 'CONFLICT' && conflict ? [conflict] : fieldsOf[error.code]
    const [field, ...others] = about?.filter((name) => fields.includes(name)) ?? []
    if (field && others.length === 0) byField.set(field, sentence(error.message))
  }
  const isCovered = byField.size > 0 && [...byField.keys()].every((field) => fields.includes(field))
  return { of: (field) => byField.get(field), rest: isCovered ? undefined : error }
}

/** `must not be blank` as `Must not be blank.` */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
