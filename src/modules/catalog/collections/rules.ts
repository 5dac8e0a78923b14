import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { readPrice } from '#src/platform/lib/money.ts'

export const sorts = ['manual', 'newest', 'price_asc', 'price_desc', 'name'] as const
export type CollectionSort = (typeof sorts)[number]

export const fields = ['category', 'tag', 'brand', 'price', 'compare_at_price', 'in_stock', 'name'] as const
type RuleField = (typeof fields)[number]

export const operators = ['is', 'is_not', 'contains', 'above', 'below', 'set'] as const
type RuleOperator = (typeof operators)[number]

export interface Condition {
  field: RuleField
  operator: RuleOperator
  value: string | number | boolean
}

export interface CollectionRules {
  match: 'all' | 'any'
  conditions: Condition[]
}

type ValueType = 'text' | 'amount' | 'truth'

const typeOf: Record<RuleField, ValueType> = {
  category: 'text',
  tag: 'text',
  brand: 'text',
  name: 'text',
  price: 'amount',
  compare_at_price: 'amount',
  in_stock: 'truth',
}

const ofText = ['is', 'is_not', 'contains'] as const
const ofAmounts = ['is', 'is_not', 'above', 'below'] as const

/** What each field can be asked. Every product has a name, a price and a stock. */
const operatorsOf: Record<RuleField, readonly RuleOperator[]> = {
  category: [...ofText, 'set'],
  tag: [...ofText, 'set'],
  brand: [...ofText, 'set'],
  name: ofText,
  price: ofAmounts,
  compare_at_price: [...ofAmounts, 'set'],
  in_stock: ['is', 'is_not'],
}

const words: Record<ValueType, string> = { text: 'text', amount: 'a number', truth: 'true or false' }

interface RulesInput {
  match: string
  conditions: readonly { field: string; operator: string; value?: string | number | boolean }[]
}

/** The rules of a body whose fields have the right types. @throws AppError VALIDATION_ERROR with all faults at once */
export function readRules({ match, conditions }: RulesInput, currency: string): CollectionRules {
  const faults: FieldFault[] = []
  const read = conditions.map(({ field, operator, value }, index): Condition => {
    const condition = { field: field as RuleField, operator: operator as RuleOperator, value: value ?? true }
    const fault = faultOf(condition, value === undefined, currency)
    if (fault) faults.push({ field: `rules.conditions[${index}].${fault.field}`, message: fault.message })
    return condition
  })
  if (faults.length > 0) throw invalid(...faults)
  return { match: match as CollectionRules['match'], conditions: read }
}

function faultOf({ field, operator, value }: Condition, isLeftOut: boolean, currency: string): FieldFault | undefined {
  const possible = operatorsOf[field]
  if (!possible.includes(operator)) {
    return { field: 'operator', message: `must be one of ${possible.join(', ')} for ${field}` }
  }
  const type = operator === 'set' ? 'truth' : typeOf[field]
  if (isLeftOut && operator !== 'set') return { field: 'value', message: `is required: ${words[type]}` }
  if (typeof value !== { text: 'string', amount: 'number', truth: 'boolean' }[type]) {
    return { field: 'value', message: `must be ${words[type]} for ${field}` }
  }
  if (type !== 'amount') return undefined
  if (Number(value) < 0) return { field: 'value', message: 'must be 0 or more' }
  const amount = readPrice(Number(value), currency, 1)
  return 'fault' in amount ? { field: 'value', message: amount.fault } : undefined
}
