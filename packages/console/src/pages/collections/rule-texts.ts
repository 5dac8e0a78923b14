import type { Rules } from './collection-data.ts'

export type Condition = Rules['conditions'][number]
export type RuleField = Condition['field']
export type RuleOperator = Condition['operator']

export const sortTexts = {
  manual: 'Manual order',
  newest: 'Newest first',
  price_asc: 'Lowest price first',
  price_desc: 'Highest price first',
  name: 'By name',
} as const

type ValueKind = 'text' | 'amount' | 'truth'

export const ruleFields: Record<RuleField, { text: string; kind: ValueKind; operators: readonly RuleOperator[] }> = {
  category: { text: 'Category', kind: 'text', operators: ['is', 'is_not', 'contains', 'set'] },
  tag: { text: 'Tag', kind: 'text', operators: ['is', 'is_not', 'contains', 'set'] },
  brand: { text: 'Brand', kind: 'text', operators: ['is', 'is_not', 'contains', 'set'] },
  name: { text: 'Name', kind: 'text', operators: ['is', 'is_not', 'contains'] },
  price: { text: 'Price', kind: 'amount', operators: ['above', 'below', 'is', 'is_not'] },
  compare_at_price: {
    text: 'Price before the sale',
    kind: 'amount',
    operators: ['set', 'above', 'below', 'is', 'is_not'],
  },
  in_stock: { text: 'In stock', kind: 'truth', operators: ['is'] },
}

export const operatorTexts: Record<RuleOperator, string> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  above: 'is above',
  below: 'is below',
  set: 'is there',
}

export function kindOfValue({ field, operator }: Pick<Condition, 'field' | 'operator'>): ValueKind {
  return operator === 'set' ? 'truth' : ruleFields[field].kind
}
