import { readByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { isEmail, readEmail } from '#src/platform/lib/email.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import { toMinor } from '#src/platform/lib/money.ts'
import { amountsOf, isNamed } from './candidate-rules.ts'
import { faultOfCode, readCode } from './code-rules.ts'
import type { PromotionFields } from './queries.ts'
import type { Choice, PromotionAmounts, PromotionKind, Terms } from './rules.ts'
import type { PromotionInput } from './schemas.ts'

/** Fields of `Terms` in the body, by the kinds that know them. */
const termsOf = {
  percentage: ['percent', 'max_discount'],
  amount: ['amount', 'each'],
  free_shipping: ['max_shipping'],
  buy_x_get_y: ['buy', 'get', 'times_at_most'],
} as const satisfies Record<PromotionKind, readonly (keyof PromotionInput)[]>

const allTerms = Object.values(termsOf).flat()

const blank = {
  code: null,
  public: false,
  applies_to: { all: true as const },
  minimum: {},
  customers: {},
  usage_limit: null,
  per_customer_limit: null,
  starts_at: null,
  ends_at: null,
  combines: false,
  prices: null,
  priority: 0,
  status: 'active' as const,
}

/**
 * The fields of a promotion after a change, or of a new one. Refuses one that could never apply.
 * @throws AppError VALIDATION_ERROR
 */
export function readPromotion(
  before: PromotionFields | null,
  input: PromotionInput,
  currency: string,
): PromotionFields {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  const minor = (field: string, amount: number) => minorOf(field, amount, currency, fault)
  const moment = (field: string, text: string | null) => {
    const at = text === null ? null : readMoment(text)
    if (at === undefined) fault(field, 'must be a time from 1970 to 2999')
    return at ?? null
  }
  const base = before ?? blank
  const kind = input.kind ?? before?.kind ?? 'percentage'
  const name = input.name === undefined ? (before?.name ?? '') : input.name.trim()
  if (name === '') fault('name', 'must not be blank')
  const fields: PromotionFields = {
    name,
    kind,
    code: input.code === undefined ? base.code : readNewCode(input.code, fault),
    public: input.public ?? base.public,
    terms: readTerms(before?.kind === kind ? before.terms : {}, kind, input, { fault, minor }),
    applies_to: input.applies_to === undefined ? base.applies_to : lowered(input.applies_to),
    minimum: input.minimum === undefined ? base.minimum : readMinimum(input.minimum, minor),
    customers: input.customers === undefined ? base.customers : readCustomers(input.customers, fault),
    usage_limit: input.usage_limit === undefined ? base.usage_limit : input.usage_limit,
    per_customer_limit: input.per_customer_limit === undefined ? base.per_customer_limit : input.per_customer_limit,
    starts_at: input.starts_at === undefined ? base.starts_at : moment('starts_at', input.starts_at),
    ends_at: input.ends_at === undefined ? base.ends_at : moment('ends_at', input.ends_at),
    prices: null,
    combines: input.combines ?? base.combines,
    priority: input.priority ?? base.priority,
    status: input.status ?? base.status,
  }
  fields.prices = readPrices(input.prices, base.prices, fields, currency, faults)
  refuseWithoutProducts(fields, fault)
  const { starts_at: starts, ends_at: ends } = fields
  if (starts !== null && ends !== null && ends <= starts) fault('ends_at', 'must be after starts_at')
  if (faults.length > 0) throw invalid(...faults)
  return fields
}

/** Whether a change sets the end anew, which then must be in the future. */
export function setsEnd(before: PromotionFields | null, { ends_at }: PromotionFields): boolean {
  return ends_at !== null && ends_at.getTime() !== before?.ends_at?.getTime()
}

type Fault = (field: string, message: string) => void

function minorOf(field: string, amount: number, currency: string, fault: Fault): number {
  const read = toMinor(amount, currency)
  if (read === undefined) fault(field, `is not a valid amount in ${currency}`)
  else if (read === 0) fault(field, 'must be more than 0')
  return read ?? 0
}

/** By the fields of the body. */
const amountNames = {
  amount_minor: 'amount',
  max_discount_minor: 'max_discount',
  max_shipping_minor: 'max_shipping',
  subtotal_minor: 'minimum.subtotal',
} as const satisfies Record<keyof PromotionAmounts, string>

/** Amounts in other currencies: those that the promotion has in its own, each of them. */
function readPrices(
  given: PromotionInput['prices'],
  before: PromotionFields['prices'],
  fields: PromotionFields,
  own: string,
  faults: FieldFault[],
): PromotionFields['prices'] {
  const needed = Object.keys(amountsOf(fields)) as (keyof PromotionAmounts)[]
  const fault = (field: string, message: string) => faults.push({ field, message })
  if (given !== undefined)
    return readByCurrency(given, own, faults, ({ currency, ...entry }, field) => {
      const amounts: { [name in keyof PromotionAmounts]: number | undefined } = {
        amount_minor: entry.amount,
        max_discount_minor: entry.max_discount,
        max_shipping_minor: entry.max_shipping,
        subtotal_minor: entry.minimum?.subtotal,
      }
      const read: PromotionAmounts = {}
      for (const [key, name] of Object.entries(amountNames) as [keyof PromotionAmounts, string][]) {
        const amount = amounts[key]
        if (amount !== undefined && !needed.includes(key)) fault(field(name), `is not set in ${own}`)
        else if (amount !== undefined) read[key] = minorOf(field(name), amount, currency, fault)
        else if (needed.includes(key)) fault(field(name), `is required: the promotion has it in ${own}`)
      }
      return read
    })
  // What the promotion has no more goes; what is new to it is missing.
  const kept = Object.entries(before ?? {}).map(([currency, its]) => {
    const missing = needed.find((key) => its[key] === undefined)
    if (missing !== undefined) fault('prices', `needs ${amountNames[missing]} in ${currency}, as the promotion has it`)
    return [currency, Object.fromEntries(needed.map((key) => [key, its[key]]))] as const
  })
  return kept.length === 0 || needed.length === 0 ? null : Object.fromEntries(kept)
}

function readNewCode(code: string | null, fault: Fault): string | null {
  if (code === null) return null
  const shown = readCode(code)
  const wrong = faultOfCode(shown)
  if (wrong !== undefined) fault('code', wrong)
  return shown
}

/** What a kind needs, without the rest. Null clears a field. */
function readTerms(
  before: Terms,
  kind: PromotionKind,
  input: PromotionInput,
  { fault, minor }: { fault: Fault; minor: (field: string, amount: number) => number },
): Terms {
  const allowed: readonly string[] = termsOf[kind]
  for (const field of allTerms) {
    const value = input[field]
    if (!allowed.includes(field) && value !== undefined && value !== null && value !== false)
      fault(field, `is not for the kind ${kind}`)
  }
  const percent = (field: string, given: number) => {
    const hundredths = Math.round(given * 100)
    if (toMinor(given, 'EUR') === undefined) fault(field, 'must have at most two decimals')
    else if (hundredths === 0) fault(field, 'must be more than 0')
    return hundredths
  }
  const next = <T, R>(value: T | null | undefined, was: R | undefined, read: (value: T) => R): R | undefined =>
    value === undefined ? was : value === null ? undefined : read(value)
  const terms = {
    percent: next(input.percent, before.percent, (value) => percent('percent', value)),
    max_discount_minor: next(input.max_discount, before.max_discount_minor, (value) => minor('max_discount', value)),
    amount_minor: next(input.amount, before.amount_minor, (value) => minor('amount', value)),
    each: next(input.each, before.each, (value) => value),
    max_shipping_minor: next(input.max_shipping, before.max_shipping_minor, (value) => minor('max_shipping', value)),
    buy: next(input.buy, before.buy, ({ quantity, of }) => ({ quantity, of: lowered(of) })),
    get: next(input.get, before.get, ({ quantity, of, percent: off = 100 }) => ({
      quantity,
      of: lowered(of),
      percent: percent('get.percent', off),
    })),
    times_at_most: next(input.times_at_most, before.times_at_most, (value) => value),
  }
  if (kind === 'percentage' && terms.percent === undefined) fault('percent', 'is required for this kind')
  if (kind === 'amount' && terms.amount_minor === undefined) fault('amount', 'is required for this kind')
  if (kind === 'buy_x_get_y' && terms.buy === undefined) fault('buy', 'is required for this kind')
  if (kind === 'buy_x_get_y' && terms.get === undefined) fault('get', 'is required for this kind')
  const stored = { ...terms, each: terms.each || undefined }
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined))
}

/** Ids compare in lower case. */
function lowered(choice: Choice): Choice {
  const ids = (lists: Choice) => ({
    ...lists,
    ...(lists.product_ids && { product_ids: lists.product_ids.map(lower) }),
    ...(lists.group_ids && { group_ids: lists.group_ids.map(lower) }),
    ...(lists.collection_ids && { collection_ids: lists.collection_ids.map(lower) }),
  })
  return { ...ids(choice), ...(choice.except && { except: ids(choice.except) }) }
}

function lower(id: string): string {
  return id.toLowerCase()
}

function readMinimum(
  minimum: PromotionInput['minimum'],
  minor: (field: string, amount: number) => number,
): PromotionFields['minimum'] {
  const { subtotal, quantity } = minimum ?? {}
  return {
    ...(subtotal !== undefined && { subtotal_minor: minor('minimum.subtotal', subtotal) }),
    ...(quantity !== undefined && { quantity }),
  }
}

/** Addresses as limits compare them: without case and +tag. */
function foldEmail(email: string): string {
  return readEmail(email)
    .replace(/\+[^@]*@/, '@')
    .toLowerCase()
}

function readCustomers(customers: PromotionInput['customers'], fault: Fault): PromotionFields['customers'] {
  const { new_only, emails } = customers ?? {}
  emails?.forEach((email, at) => {
    if (!isEmail(email)) fault(`customers.emails[${at}]`, 'must be an e-mail address')
  })
  return {
    ...(new_only && { new_only }),
    ...(emails && emails.length > 0 && { emails: [...new Set(emails.map(foldEmail))] }),
  }
}

/** A promotion of nothing could never apply. */
function refuseWithoutProducts({ kind, terms, applies_to }: PromotionFields, fault: Fault): void {
  const check = (field: string, { all, except: _, not_on_sale: __, ...lists }: Choice) => {
    if (all === true && isNamed(lists)) fault(field, 'must be {all: true} or name products, not both')
    else if (all !== true && !isNamed(lists)) fault(field, 'names no products')
  }
  check('applies_to', applies_to)
  if (kind !== 'buy_x_get_y') return
  if (JSON.stringify(applies_to) !== '{"all":true}') fault('applies_to', 'may only be {all: true} for this kind')
  if (terms.buy) check('buy.of', terms.buy.of)
  if (terms.get) check('get.of', terms.get.of)
}
