import { Type } from 'typebox'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { isUuid } from '#src/platform/lib/ids.ts'

/** So many fit into the address of a request, of which all headers together may have 16 KiB. */
const maxChosen = 200

/** A query parameter that chooses items of a list one by one. */
export const chosenIds = (what: string, max = maxChosen) =>
  Type.Optional(
    Type.String({
      maxLength: maxChosen * 37,
      description: `Only these ${what}: up to ${max} ids, separated by commas.`,
      examples: ['019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'],
    }),
  )

/** The ids, each once, as they are kept. @throws AppError VALIDATION_ERROR */
export function readChosenIds(text: string | undefined, max = maxChosen): string[] | undefined {
  if (text === undefined) return undefined
  const ids = [...new Set(text.toLowerCase().split(','))]
  const fault = (message: string): FieldFault => ({ field: 'ids', message })
  if (!ids.every(isUuid)) throw invalid(fault('must be ids, separated by commas'))
  if (ids.length > max) throw invalid(fault(`must not have more than ${max} ids`))
  return ids
}
