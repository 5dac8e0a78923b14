import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { type Condition, refuseTwins } from './rules.ts'

/** Units of a return, as they were asked for. */
interface AskedUnits {
  product_id: string
  quantity: number
}

export interface ReceivedInput extends AskedUnits {
  condition: Condition
  restock?: boolean
}

/** What came of a product. */
export interface ReceivedUnits {
  product_id: string
  quantity: number
  condition: Condition
  restock: boolean
}

/**
 * What came back of each product: by default everything, for resale. Where the shop lists what came, everything else
 * is missing.
 * @throws AppError VALIDATION_ERROR
 */
export function readReceived(
  asked: readonly AskedUnits[],
  given: readonly ReceivedInput[] | undefined,
): ReceivedUnits[] {
  if (given === undefined) return asked.map((one) => ({ ...unitsOf(one), condition: 'resell', restock: true }))
  refuseTwins(given)
  const quantities = new Map(asked.map(({ product_id, quantity }) => [product_id, quantity]))
  const faults: FieldFault[] = []
  for (const [index, { product_id, quantity }] of given.entries()) {
    const most = quantities.get(product_id.toLowerCase())
    if (most === undefined) faults.push({ field: `items[${index}].product_id`, message: 'is not in this return' })
    else if (quantity > most) faults.push({ field: `items[${index}].quantity`, message: `must be at most ${most}` })
  }
  if (faults.length > 0) throw invalid(...faults)
  const came = new Map(given.map((one) => [one.product_id.toLowerCase(), one]))
  return asked.map(({ product_id }): ReceivedUnits => {
    const { condition = 'missing', quantity = 0, restock = condition === 'resell' } = came.get(product_id) ?? {}
    if (condition === 'missing' || quantity === 0)
      return { product_id, quantity: 0, condition: 'missing', restock: false }
    return { product_id, quantity, condition, restock }
  })
}

function unitsOf({ product_id, quantity }: AskedUnits): AskedUnits {
  return { product_id, quantity }
}

/** The units of a refund: what came, or all of a return whose goods the customer keeps. */
export function refundedUnits(
  items: readonly (AskedUnits & { quantity_received: number | null; restock: boolean | null })[],
  wasReceived: boolean,
): { product_id: string; quantity: number; restock: boolean }[] {
  return items
    .map(({ product_id, quantity, quantity_received, restock }) => ({
      product_id,
      quantity: wasReceived ? (quantity_received ?? 0) : quantity,
      restock: wasReceived && restock === true,
    }))
    .filter(({ quantity }) => quantity > 0)
}
