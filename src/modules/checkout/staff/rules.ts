import { maxLines, type StaffLine } from '#src/modules/pricing/index.ts'
import type { StaffDiscount } from '#src/modules/promotions/index.ts'
import { standardClass } from '#src/modules/taxes/index.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { readPrice } from '#src/platform/lib/money.ts'

interface Money {
  currency: string
  /** Payments can charge multiples of so many minor units. */
  unit: number
}

interface LinesInput {
  items?: readonly { product_id: string; quantity: number; price?: number }[]
  custom_items?: readonly { name: string; price: number; quantity: number; tax_class?: string }[]
  shipping_method?: { name: string; price: number }
  shipping_method_id?: string
  discount?: { percent?: number; amount?: number; reason: string }
}

interface ReadLines {
  lines: StaffLine[]
  shipping: { name: string; priceMinor: number } | undefined
  discount: StaffDiscount | undefined
}

/**
 * The lines of an order by staff, products first. Lines of one product at one price are summed.
 * @throws AppError VALIDATION_ERROR
 */
export function readLines(input: LinesInput, { currency, unit }: Money): ReadLines {
  const faults: FieldFault[] = []
  const read = (price: number, field: string): number => {
    const found = readPrice(price, currency, unit)
    if ('minor' in found) return found.minor
    faults.push({ field, message: found.fault })
    return 0
  }
  const { items = [], custom_items = [], shipping_method: own } = input
  const products = new Map<string, Extract<StaffLine, { productId: string }>>()
  for (const [index, { product_id, quantity, price }] of items.entries()) {
    const productId = product_id.toLowerCase()
    const priceMinor = price === undefined ? undefined : read(price, `items[${index}].price`)
    const key = `${productId} ${priceMinor}`
    products.set(key, { productId, quantity: quantity + (products.get(key)?.quantity ?? 0), priceMinor })
  }
  const custom = custom_items.map(({ name, price, quantity, tax_class: taxClass = standardClass }, index) => {
    return { name, quantity, priceMinor: read(price, `custom_items[${index}].price`), taxClass }
  })
  const shipping = own && { name: own.name, priceMinor: read(own.price, 'shipping_method.price') }
  const discount = input.discount && readDiscount(input.discount, read, faults)
  const lines = [...products.values(), ...custom]
  if (lines.length === 0) faults.push({ field: 'items', message: 'must have an item, unless custom_items has one' })
  if (lines.length > maxLines)
    faults.push({ field: 'custom_items', message: `must not make more than ${maxLines} lines` })
  if (own !== undefined && input.shipping_method_id !== undefined)
    faults.push({ field: 'shipping_method_id', message: 'must not be sent with shipping_method' })
  if (faults.length > 0) throw invalid(...faults)
  return { lines, shipping, discount }
}

function readDiscount(
  { percent, amount, reason }: NonNullable<LinesInput['discount']>,
  read: (price: number, field: string) => number,
  faults: FieldFault[],
): StaffDiscount | undefined {
  if ((percent === undefined) === (amount === undefined)) {
    const message =
      percent === undefined ? 'is required, or discount.amount instead' : 'must not be sent with discount.amount'
    faults.push({ field: 'discount.percent', message })
  }
  if (amount !== undefined) return { amountMinor: read(amount, 'discount.amount'), reason }
  const hundredths = Math.round((percent ?? 0) * 100)
  if (hundredths / 100 !== (percent ?? 0))
    faults.push({ field: 'discount.percent', message: 'must have at most 2 decimals' })
  return { percent: hundredths, reason }
}
