import type { Cart, CartLine, InitialColumns, Order, Payment, ShippingMethod, ShownProduct, TaxRate } from './rows.ts'

export type AuditValue = string | number | boolean | null | readonly string[]
export type AuditChanges = Record<string, readonly [before: AuditValue, after: AuditValue]>

export interface DomainEvent {
  merchantId: string
  name: string
  data: Record<string, unknown>
}

interface Place {
  country: string
  region: string | null
  postal_code?: string | null
}

interface PricedLine {
  price_minor: number
  quantity: number
}

interface Token {
  token: string
  hash: Buffer
}

export interface RefundInput {
  items?: readonly { product_id?: string; quantity: number; restock?: boolean }[]
  amount?: number
  shipping?: boolean
}

interface RefundPlan {
  lines: readonly { line: number; productId: string; returned: number; restock: boolean }[]
  items: readonly object[]
  amountMinor: number
  shippingMinor: number
  taxLines: unknown
}

interface WithItems {
  items: readonly object[]
}

export type OrderMovement = 'order_cancelled' | 'order_completed' | 'order_fulfilled' | 'refund_returned'

/**
 * What the demo shop uses of the service: the rules by which a shop is run, and what makes the bodies of its events.
 * Its own types have the fields that it reads; the service, which passes its functions in, knows more.
 */
export interface Service {
  createIds(clock: () => number): () => string
  slugOf(name: string): string
  foldText(text: string): string
  dayOf(ms: number, timezone: string): string
  toMinor(amount: number, currency: string): number | undefined
  toMajor(minor: number, currency: string): number
  toCommonScale(minor: number, currency: string): number
  shareOf(minor: number, part: number, whole: number): number
  sumMinor(amounts: readonly number[]): number
  changesOf<Row extends object>(before: Row | null, after: Row | null): AuditChanges
  targetTypeOf(action: string): string
  envelope(id: string, name: string, at: Date, data: Record<string, unknown>): Buffer
  newToken(prefix?: string): Token
  keyPrefixes: { admin: string; publishable: string }

  emailKey(email: string): string
  presentUser(user: object): object

  initialColumns: InitialColumns
  presentEventProduct(product: ShownProduct): object
  variantName(group: string, variesBy: readonly string[], options: Record<string, string>): string
  optionsKey(variesBy: readonly string[], options: Record<string, string>): string
  inventoryUpdated(merchantId: string, change: object, reason: string): DomainEvent
  movedPerUnit: Record<OrderMovement, { onHand: number; reserved: number }>

  lineChanged(cart: Cart, line: CartLine, quantity: number): DomainEvent
  cartAbandoned(cart: Cart): DomainEvent

  subtotalOf(lines: readonly PricedLine[], currency: string): number
  shippingOptions(
    methods: readonly ShippingMethod[],
    lines: readonly PricedLine[],
    to: Place,
    subtotalMinor: number,
  ): { method: ShippingMethod; priceMinor: number }[]
  totalsOf(
    lines: readonly PricedLine[],
    shippingMinor: number,
    tax: { rates: readonly TaxRate[]; place: Place; included: boolean },
    currency: string,
  ): { taxLineOf: readonly (number | null)[]; total_minor: number }
  unitsToIssue(order: WithItems): { line: number; unit: number; amountMinor: number }[]

  newOrderSuffix(): string
  orderCreated(order: Order): DomainEvent
  orderChanged(order: Order, statusBefore: string, what: string): DomainEvent[]
  orderUpdated(order: Order, statusBefore: string, what: string, more: object): DomainEvent
  leftOf(order: { status: string }, item: { quantity: number }): number
  planFulfillment(
    order: WithItems,
    items: readonly { product_id?: string; quantity: number }[] | undefined,
  ): {
    lines: readonly { line: number; productId: string; quantity: number }[]
    items: readonly object[]
    status: string
    fulfillmentStatus: string
  }

  paymentChanges(payment: Payment, statusBefore: string | null): AuditChanges
  paymentEvent(name: string, of: { payment: Payment; order: Order }): DomainEvent
  planRefund(order: WithItems, input: RefundInput): RefundPlan
  toStoredLine(line: RefundPlan['lines'][number]): object
  newPayToken(merchantId: string): Token

  makeSecret(): string
  /** As the row of a receiver has its secret. */
  sealSecret(receiverId: string, secret: string): Buffer
  expandEvents(names: readonly string[]): string[]
}
