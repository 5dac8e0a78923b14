import { invalid } from '#src/platform/lib/errors.ts'
import { hasControls } from '#src/platform/lib/text-pattern.ts'

/** Of roles and customer groups. */
export const maxNameLength = 50

/** Blanks, including no-break and zero-width ones. */
const blanks = String.raw`[\s\p{Cf}\u2800\u3164\uffa0]`
const around = new RegExp(`^${blanks}+|${blanks}+$`, 'gu')

/** The stored form of a name. @throws AppError VALIDATION_ERROR */
export function readName(given: string): string {
  const name = given.normalize('NFC').replace(around, '')
  if (name === '' || name.length > maxNameLength || hasControls(name)) {
    throw invalid({ field: 'name', message: `must be 1 to ${maxNameLength} characters` })
  }
  return name
}

/** Comparison key of a name: without case, letter width and invisible characters. */
export function nameKey(name: string): string {
  const visible = name.normalize('NFKC').replace(/[\p{Cf}\u2800\u3164]/gu, '')
  return visible.replace(/\s+/gu, ' ').trim().toLowerCase()
}
