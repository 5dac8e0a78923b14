import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import {
  currencyDecimals,
  isChargeable,
  maxAmount,
  multipleOf,
  type PriceStep,
  percentUnits,
  readPrice,
  stepPrice,
  toMajor,
  toMinor,
} from '#src/platform/lib/money.ts'
import { cardPriceFault } from '../products/gift-card-rules.ts'
import type { ProductStatus } from '../products/statuses.ts'
import type { ChangeInput, PriceStepInput } from './schemas.ts'

const maxTags = 50

/** How prices are counted: in minor units of the currency, in multiples of `unit` of them. */
export interface Pricing {
  currency: string
  unit: number
}

/** What a change sets of a product, as columns name it. */
export interface ProductValues {
  status: ProductStatus
  category: string | null
  tags: string[]
  price_minor: number
  compare_at_minor: number | null
}

/** A product that is to be changed. */
interface Candidate extends ProductValues {
  id: string
  sku: string
  name: string
  currency: string
  gift_card: boolean
  /** The group whose variant it is. */
  group_name: string | null
}

/** What becomes of a product: the values that differ, none, or why it cannot be. */
type Outcome = { values: Partial<ProductValues> } | { fault: FieldFault }

interface Step {
  step: PriceStep
  roundTo: number
}

/** Decides about one product. */
export type Decide = (product: Candidate) => Outcome

/** What a change means for each product. @throws AppError VALIDATION_ERROR with the fields of the body */
export function readChange(change: ChangeInput, pricing: Pricing): Decide {
  const kinds = [
    change.status !== undefined && 'status',
    change.category !== undefined && 'category',
    (change.add_tags ?? change.remove_tags) !== undefined && 'tags',
    (change.price !== undefined || change.compare_at_price !== undefined) && 'prices',
  ].filter((kind) => kind !== false)
  if (kinds.length === 0) {
    const message = 'must have one of status, category, add_tags, remove_tags, price and compare_at_price'
    throw invalid({ field: 'change', message })
  }
  if (kinds.length > 1) {
    throw invalid({ field: 'change', message: `changes one thing at a time, not ${kinds.join(' and ')}` })
  }
  const { status, category } = change
  if (status !== undefined) return ({ status: now }) => differing(now, status as ProductStatus, 'status')
  if (category !== undefined) {
    return ofGroup('category', (product) => differing(product.category, category || null, 'category'))
  }
  return kinds[0] === 'tags' ? ofGroup('tags', readTags(change)) : readPrices(change, pricing)
}

function differing<Field extends keyof ProductValues>(
  now: ProductValues[Field],
  next: ProductValues[Field],
  field: Field,
): Outcome {
  return { values: now === next ? {} : { [field]: next } }
}

/** What a variant has of its group is changed there. */
function ofGroup(field: string, decide: Decide): Decide {
  return (product) => {
    const outcome = decide(product)
    if (product.group_name === null || 'fault' in outcome || Object.keys(outcome.values).length === 0) return outcome
    const message = `belongs to its group ${product.group_name}: change it there`
    return { fault: { field, message } }
  }
}

function readTags({ add_tags: added = [], remove_tags: removed = [] }: ChangeInput): Decide {
  const twice = removed.findIndex((tag) => added.includes(tag))
  if (twice !== -1) throw invalid({ field: `change.remove_tags[${twice}]`, message: 'must not be in add_tags as well' })
  return ({ tags }) => {
    const remaining = tags.filter((tag) => !removed.includes(tag))
    const next = [...new Set([...remaining, ...added])]
    if (next.length > maxTags) {
      return { fault: { field: 'tags', message: `would be ${next.length}; a product has at most ${maxTags}` } }
    }
    const isChanged = next.length !== tags.length || next.some((tag, index) => tag !== tags[index])
    return { values: isChanged ? { tags: next } : {} }
  }
}

function readPrices({ price, compare_at_price: compareAt }: ChangeInput, pricing: Pricing): Decide {
  const priceStep = price && readStep(price, 'change.price', pricing)
  const compareStep = compareAt != null && readCompared(compareAt, pricing)
  return (product) => {
    const nextPrice = priceStep ? stepped(product.price_minor, priceStep) : product.price_minor
    const compared = compareStep ? stepped(product.price_minor, compareStep) : null
    const nextCompared = compareAt === undefined ? product.compare_at_minor : compared
    const values: Partial<ProductValues> = {
      ...(nextPrice !== product.price_minor && { price_minor: nextPrice }),
      ...(nextCompared !== product.compare_at_minor && { compare_at_minor: nextCompared }),
    }
    const fault =
      (values.price_minor !== undefined && faultOfPrice('price', values.price_minor, pricing)) ||
      (values.price_minor !== undefined && product.gift_card && faultOfCard(values.price_minor, pricing)) ||
      (values.compare_at_minor != null && faultOfPrice('compare_at_price', values.compare_at_minor, pricing)) ||
      (Object.keys(values).length > 0 && faultOfBoth(nextPrice, nextCompared, compareAt !== undefined, pricing))
    return fault ? { fault } : { values }
  }
}

function readCompared(compareAt: number | PriceStepInput, pricing: Pricing): Step {
  const field = 'change.compare_at_price'
  if (typeof compareAt === 'object') return readStep(compareAt, field, pricing)
  const read = readPrice(compareAt, pricing.currency, pricing.unit)
  if ('fault' in read) throw invalid({ field, message: read.fault })
  return { step: { setMinor: read.minor }, roundTo: 1 }
}

function stepped(priceMinor: number, { step, roundTo }: Step): number {
  return stepPrice(priceMinor, step, roundTo)
}

function faultOfPrice(field: string, minor: number, { currency, unit }: Pricing): FieldFault | undefined {
  if (minor < 0) return { field, message: `would be below 0: ${toMajor(minor, currency)}` }
  if (toMajor(minor, currency) > maxAmount) return { field, message: `would be above ${maxAmount}` }
  if (!isChargeable(minor, unit)) return { field, message: `would not be ${multipleOf(unit, currency)}` }
  return undefined
}

function faultOfCard(minor: number, pricing: Pricing): FieldFault | undefined {
  const message = cardPriceFault(minor, pricing)
  return message === undefined ? undefined : { field: 'price', message }
}

function faultOfBoth(
  price: number,
  compareAt: number | null,
  isCompareAtGiven: boolean,
  { currency }: Pricing,
): FieldFault | undefined {
  if (compareAt === null || compareAt > price) return undefined
  const [priceText, compareText] = [toMajor(price, currency), toMajor(compareAt, currency)]
  return isCompareAtGiven
    ? { field: 'compare_at_price', message: `would be ${compareText}: it must be above the price of ${priceText}` }
    : { field: 'price', message: `would be ${priceText}: it must be below the compare_at_price of ${compareText}` }
}

/** @throws AppError VALIDATION_ERROR */
function readStep(input: PriceStepInput, field: string, { currency, unit }: Pricing): Step {
  const given = (['percent', 'amount', 'set'] as const).filter((name) => input[name] !== undefined)
  if (given.length !== 1) {
    throw invalid({ field, message: 'must have percent, amount or set, and only one of them' })
  }
  const roundTo = readRounding(input.round_to, `${field}.round_to`, { currency, unit })
  const { percent, amount, set } = input
  if (percent !== undefined) {
    const units = percentUnits(percent)
    if (units === undefined) throw invalid({ field: `${field}.percent`, message: 'must have at most 4 decimals' })
    return { step: { percentUnits: units }, roundTo: roundTo ?? unit }
  }
  if (amount !== undefined) {
    const read = readPrice(amount, currency, roundTo === undefined ? unit : 1)
    if ('fault' in read) throw invalid({ field: `${field}.amount`, message: read.fault })
    return { step: { amountMinor: read.minor }, roundTo: roundTo ?? 1 }
  }
  const read = readPrice(set ?? 0, currency, roundTo === undefined ? unit : 1)
  if ('fault' in read) throw invalid({ field: `${field}.set`, message: read.fault })
  return { step: { setMinor: read.minor }, roundTo: roundTo ?? 1 }
}

function readRounding(roundTo: number | undefined, field: string, { currency, unit }: Pricing): number | undefined {
  if (roundTo === undefined) return undefined
  const minor = toMinor(roundTo, currency)
  if (minor === undefined) {
    const message = `must have at most ${currencyDecimals(currency)} decimals, as ${currency} has`
    throw invalid({ field, message })
  }
  if (minor === 0) throw invalid({ field, message: 'must be above 0' })
  if (!isChargeable(minor, unit)) throw invalid({ field, message: `must be ${multipleOf(unit, currency)}` })
  return minor
}
