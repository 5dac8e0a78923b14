import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { maxStoredValue, toMajor } from '#src/platform/lib/money.ts'
import type { Permissions } from '#src/platform/lib/permissions.ts'
import { lacksValuePermission, mayGiveValue, unitsToIssue } from './gift-card-rules.ts'
import type { Gift, UnplacedOrder } from './priced-order.ts'
import type { OfferedLine } from './staff-lines.ts'

/** Each is a mail to somebody, or value that a stolen card has paid. */
const maxGiftCards = 20

/** Gift cards stand in no promotion and no minimum. */
export function isDiscountable({ voucher }: Pick<OfferedLine, 'voucher'>): boolean {
  return voucher == null
}

export function withExemption<Line extends Pick<OfferedLine, 'voucher'>>(line: Line): Line {
  return isDiscountable(line) ? line : { ...line, is_exempt: true, lacks_staff_discount: true }
}

interface GiftCardInput {
  items: readonly { product_id: string }[]
  gift?: Gift | null
}

/**
 * An order by staff with gift cards takes the permission of their value, at any price and before any payment.
 * @throws AppError VALIDATION_ERROR for too many gift cards, one that is worth nothing, and a gift without any;
 * INSUFFICIENT_PERMISSIONS
 */
export function refuseGiftCards(
  lines: readonly OfferedLine[],
  { items, gift }: GiftCardInput,
  staff: { permissions: Permissions } | undefined,
): void {
  const cards = lines.filter((line) => !isDiscountable(line))
  if (cards.length === 0) {
    if (gift) throw invalid({ field: 'gift', message: 'may be sent only for an order with gift cards' })
    return
  }
  if (staff && !mayGiveValue(staff)) throw lacksValuePermission()
  const fieldOf = (line: OfferedLine) => `items[${items.findIndex((item) => isOf(item, line))}]`
  const faults: FieldFault[] = []
  let units = 0
  for (const card of cards) {
    units += card.quantity
    if (card.price_minor === 0)
      faults.push({ field: `${fieldOf(card)}.product_id`, message: 'must be a gift card with a price above 0' })
    if (units > maxGiftCards)
      faults.push({ field: `${fieldOf(card)}.quantity`, message: `must not make more than ${maxGiftCards} gift cards` })
  }
  if (faults.length > 0) throw invalid(...faults)
}

function isOf(item: { product_id: string }, line: OfferedLine): boolean {
  return item.product_id.toLowerCase() === line.product_id
}

/** A card that is bought is worth no more than one that staff makes. @throws AppError VALIDATION_ERROR */
export function refuseDearGiftCards(order: UnplacedOrder, { items }: Pick<GiftCardInput, 'items'>): void {
  const { currency } = order
  const dear = unitsToIssue({ ...order, refunds: null }).find(
    ({ amountMinor }) => toMajor(amountMinor, currency) > maxStoredValue,
  )
  if (dear === undefined) return
  const productId = order.items.find(({ line }) => line === dear.line)?.product_id
  const field = `items[${items.findIndex((item) => item.product_id.toLowerCase() === productId)}].product_id`
  const message = `must not be worth more than ${maxStoredValue} ${currency}: sell several gift cards instead`
  throw invalid({ field, message })
}
