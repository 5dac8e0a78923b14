import { cleanText, trimText } from '#src/platform/lib/clean-text.ts'
import { readEmail } from '#src/platform/lib/email.ts'
import type { JsonSchema } from './faults.ts'

/** The cleaned value. Objects and arrays are changed in place. */
type Clean = (value: unknown) => unknown

/**
 * Cleans the texts of a schema, in bodies, queries, paths and files alike: trims blanks, normalizes keys and names to
 * Unicode NFC, and the domains of e-mail addresses to one form. Passwords and secrets stay as typed. Undefined: the
 * schema has no texts.
 */
export function cleanerOf(schema: JsonSchema): Clean | undefined {
  if (schema.type === 'string') return textCleaner(schema)
  if (schema.type === 'object') {
    const { additionalProperties: values } = schema
    return typeof values === 'object' ? valuesCleaner(values) : objectCleaner(schema.properties ?? {})
  }
  if (schema.type === 'array') {
    const clean = cleanerOf(schema.items ?? {})
    return clean && ((value) => (Array.isArray(value) ? eachOf(value, clean) : value))
  }
  const cleaners = (schema.anyOf ?? []).map(cleanerOf).filter((clean) => clean !== undefined)
  return cleaners.length === 0 ? undefined : (value) => cleaners.reduce((cleaned, clean) => clean(cleaned), value)
}

/** Longer texts are only trimmed: normalizing many accents on one letter takes long. */
const maxNameLength = 500

function textCleaner({ format, enum: choice, maxLength = maxNameLength }: JsonSchema): Clean | undefined {
  if ((format !== undefined && format !== 'idn-email') || choice !== undefined) return undefined
  const clean = format === 'idn-email' ? readEmail : cleanText
  return (value) => {
    if (typeof value !== 'string') return value
    return value.length <= 2 * Math.min(maxLength, maxNameLength) ? clean(value) : trimText(value)
  }
}

function objectCleaner(properties: Record<string, JsonSchema>): Clean | undefined {
  const cleaners = Object.entries(properties).flatMap(([name, schema]) => {
    const clean = cleanerOf(schema)
    return clean ? [{ name, clean }] : []
  })
  if (cleaners.length === 0) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields = value as Record<string, unknown>
    for (const { name, clean } of cleaners) if (Object.hasOwn(fields, name)) fields[name] = clean(fields[name])
    return value
  }
}

/** Of an object whose keys the sender chooses: they stay as they are. */
function valuesCleaner(schema: JsonSchema): Clean | undefined {
  const clean = cleanerOf(schema)
  if (clean === undefined) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields = value as Record<string, unknown>
    for (const key of Object.keys(fields)) fields[key] = clean(fields[key])
    return value
  }
}

function eachOf(values: unknown[], clean: Clean): unknown[] {
  for (const [index, value] of values.entries()) values[index] = clean(value)
  return values
}
