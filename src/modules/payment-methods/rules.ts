import type { ByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { creditorReference } from '#src/platform/lib/creditor-reference.ts'

export const paymentKinds = ['card', 'bank_transfer', 'cash_on_delivery', 'on_account', 'in_store'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** What a transfer quotes, so that the shop finds its order. */
export const referenceKinds = ['order_number', 'rf'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

export const termStates = ['awaiting', 'overdue', 'received'] as const
export type TermState = (typeof termStates)[number]

export interface Bank {
  holder: string
  /** Without spaces. */
  iban: string
  bic: string | null
}

export interface PaymentMethodRow {
  id: string
  kind: PaymentKind
  name: string
  instructions: string | null
  /** ISO 3166-1 alpha-2; null: anywhere. */
  countries: string[] | null
  /** Customer groups that may choose it; empty: all customers. */
  groups: string[]
  /** Of the order's total, both included. */
  min_minor: number | null
  max_minor: number | null
  /** What it costs, in prices of the shop; null: nothing. */
  fee_minor: number | null
  /** Null: it costs nothing. */
  fee_tax_class: string | null
  /** How long an unpaid order keeps its stock; null: as long as without a method. */
  keeps_stock_hours: number | null
  net_days: number | null
  reference: ReferenceKind
  /** Of a bank transfer. */
  bank: Bank | null
  /** Its orders may be sent before they are paid. */
  send_before_paid: boolean
  position: number
  active: boolean
  /** In other currencies than the shop's; null: none. */
  prices: ByCurrency<MethodAmounts> | null
}

/** The amounts of a method in one currency. */
export type MethodAmounts = Pick<PaymentMethodRow, 'min_minor' | 'max_minor' | 'fee_minor'>

/** The copy of a method that an order keeps. */
export interface PaymentTermsRow
  extends Pick<PaymentMethodRow, 'kind' | 'name' | 'instructions' | 'keeps_stock_hours' | 'net_days' | 'bank'> {
  method_id: string
  /** Null: it needs none. */
  reference: ReferenceKind | null
  /** Of its fee, which stands in the order. Present only if it has one. */
  fee_tax_class?: string
  /** Present only if true. */
  send_before_paid?: true
}

/** What a way to pay costs. */
export interface PaymentFee {
  amountMinor: number
  taxClass: string
}

export interface Paying {
  /** Of the shipping address, or else of the billing address; undefined without either. */
  country: string | undefined
  /** Without the fee. */
  totalMinor: number
  /** The customer groups that the buyer is in. */
  groups: readonly string[]
}

/** Methods with their amounts in a currency. One that has amounts, and none in it, is not offered. */
export function amountsIn(
  methods: readonly PaymentMethodRow[],
  currency: string,
  ownCurrency: string,
): PaymentMethodRow[] {
  if (currency === ownCurrency) return [...methods]
  return methods.flatMap((method) => {
    const { min_minor, max_minor, fee_minor } = method
    const its = method.prices?.[currency]
    if (its !== undefined) return [{ ...method, ...its }]
    return [min_minor, max_minor, fee_minor].every((minor) => minor === null) ? [method] : []
  })
}

/** The methods that an order can be paid by, in the order of the shop. */
export function paymentOptions(methods: readonly PaymentMethodRow[], { country, totalMinor, groups: own }: Paying) {
  return methods.filter(
    ({ active, countries, groups, min_minor, max_minor }) =>
      active &&
      (groups.length === 0 || groups.some((id) => own.includes(id))) &&
      (countries === null || (country !== undefined && countries.includes(country))) &&
      totalMinor >= (min_minor ?? 0) &&
      totalMinor <= (max_minor ?? Number.POSITIVE_INFINITY),
  )
}

/** What a method costs an order of so much. There is nothing to pay of one that costs nothing. */
export function feeOf({ fee_minor, fee_tax_class }: PaymentMethodRow, orderMinor: number): PaymentFee | undefined {
  if (fee_minor === null || fee_tax_class === null || orderMinor === 0) return undefined
  return { amountMinor: fee_minor, taxClass: fee_tax_class }
}

/** @param fee what the order pays for it */
export function termsOf(method: PaymentMethodRow, fee?: PaymentFee): PaymentTermsRow {
  const { id, kind, name, instructions, keeps_stock_hours, net_days, bank } = method
  const reference = kind === 'bank_transfer' || kind === 'on_account' ? method.reference : null
  const sent = method.send_before_paid && { send_before_paid: true as const }
  const taxed = fee && { fee_tax_class: fee.taxClass }
  return { method_id: id, kind, name, instructions, keeps_stock_hours, net_days, bank, reference, ...taxed, ...sent }
}

/** The part of an order that says how far its payment is. */
export interface Payable {
  order_number: string
  status: string
  payment_terms: PaymentTermsRow | null
  created_at: Date
  expires_at: Date | null
  paid_at: Date | null
  total_minor: number
  paid_minor: number
}

export interface TermsState {
  state: TermState
  due_at: Date | null
  /** Null: it needs none. */
  reference: string | null
}

const dayMs = 86_400_000

/** Due after the days of the method, or else when the order would be cancelled. */
export function stateOf(order: Payable, terms: PaymentTermsRow, now = Date.now()): TermsState {
  const { net_days: days, reference } = terms
  const due_at = days === null ? order.expires_at : new Date(order.created_at.getTime() + days * dayMs)
  const isReceived = order.paid_at !== null && order.paid_minor >= order.total_minor
  const isOverdue = order.status !== 'cancelled' && due_at !== null && due_at.getTime() < now
  return {
    state: isReceived ? 'received' : isOverdue ? 'overdue' : 'awaiting',
    due_at,
    reference: reference === 'rf' ? creditorReference(order.order_number) : reference && order.order_number,
  }
}

/** Whether the buyer pays without a card, and so needs to be told how. */
export function isPaidByHand(terms: Pick<PaymentTermsRow, 'kind'> | null): boolean {
  return terms !== null && terms.kind !== 'card'
}
