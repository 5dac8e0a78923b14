import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'

/** How a shop writes its consecutive order numbers. */
export interface OrderNumberForm {
  prefix: string
  /** Shorter numbers have zeros in front. */
  digits: number
  /** The next one when it was set; `free` has the one of now. */
  next: number
  /** The last number that was given before `next` was set. */
  given: number
}

export type OrderNumberInput = Partial<Omit<OrderNumberForm, 'given'>>

export const maxOrderDigits = 12
export const maxNextOrderNumber = 999_999_999

/**
 * The form after a change; absent fields stay. `free` is the least number that waits.
 * @throws AppError VALIDATION_ERROR
 */
export function changedOrderNumber(
  before: OrderNumberForm | null,
  input: OrderNumberInput,
  free: number | undefined,
): OrderNumberForm {
  const given = lastGiven(before, free)
  const after = { prefix: '', digits: 1, ...before, next: free ?? 1, ...input, given }
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ field: `order_number.${field}`, message })
  if (/\d$/.test(after.prefix)) fault('prefix', 'must not end with a digit: 1 and 11 would look alike')
  if (/^\d{6}-/.test(after.prefix)) fault('prefix', 'must not begin like the day of other order numbers')
  if (after.next <= given) fault('next', `must be more than ${given}, the last one: numbers only go up`)
  if (faults.length > 0) throw invalid(...faults)
  return after
}

/** Numbers are taken in turn, so all before the least that waits were given, unless the shop has skipped them. */
function lastGiven(before: OrderNumberForm | null, free: number | undefined): number {
  if (free === undefined) return before?.given ?? 0
  return before?.next === free ? before.given : free - 1
}
