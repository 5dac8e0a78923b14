import { type RequestedUnits, unitsOfItems } from '#src/modules/orders/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import type { Condition } from './rules.ts'

/** Units of a return, as they were asked for. */
interface ReturnUnits {
  line: number
  product_id: string
  quantity: number
}

export interface ReceivedInput extends RequestedUnits {
  condition: Condition
  restock?: boolean
}

/** What came of an item. */
export interface ReceivedUnits {
  line: number
  quantity: number
  condition: Condition
  restock: boolean
}

/**
 * What came back of each item that was sent: by default everything, for resale. Where the shop lists what came,
 * everything else is missing. Items whose units were cancelled before they were sent may be listed with 0.
 * @throws AppError VALIDATION_ERROR
 */
export function readReceived(
  requested: readonly ReturnUnits[],
  given: readonly ReceivedInput[] | undefined,
): ReceivedUnits[] {
  const sent = requested.filter(({ quantity }) => quantity > 0)
  if (given === undefined)
    return sent.map(({ line, quantity }) => ({ line, quantity, condition: 'resell', restock: true }))
  const units = unitsOfItems(requested, given, ({ quantity }) => quantity)
  const max = new Map(requested.map(({ line, quantity }) => [line, quantity]))
  const faults: FieldFault[] = []
  for (const { line, quantity, requests: named } of units) {
    const [first, twin] = named
    const at = (one: ReceivedInput | undefined) => `items[${one === undefined ? 0 : given.indexOf(one)}]`
    if (twin !== undefined) faults.push({ field: `${at(twin)}.line`, message: 'is listed twice' })
    else if (quantity > (max.get(line) ?? 0))
      faults.push({ field: `${at(first)}.quantity`, message: `must be at most ${max.get(line)}` })
  }
  if (faults.length > 0) throw invalid(...faults)
  const came = new Map(units.map((one) => [one.line, one]))
  return sent.map(({ line }): ReceivedUnits => {
    const { quantity = 0, requests: [one] = [] } = came.get(line) ?? {}
    const condition = one?.condition ?? 'missing'
    if (condition === 'missing' || quantity === 0) return { line, quantity: 0, condition: 'missing', restock: false }
    return { line, quantity, condition, restock: one?.restock ?? condition === 'resell' }
  })
}

/** The units of a refund: what came, or all of a return whose goods the customer keeps. */
export function refundedUnits(
  items: readonly (ReturnUnits & { quantity_received: number | null; restock: boolean | null })[],
  wasReceived: boolean,
): { line: number; quantity: number; restock: boolean }[] {
  return items
    .map(({ line, quantity, quantity_received, restock }) => ({
      line,
      quantity: wasReceived ? (quantity_received ?? 0) : quantity,
      restock: wasReceived && restock === true,
    }))
    .filter(({ quantity }) => quantity > 0)
}
