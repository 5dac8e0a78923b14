import { t } from '#console/lib/text.ts'
import type { Rules } from './collection-data.ts'

export type Condition = Rules['conditions'][number]
export type RuleField = Condition['field']
export type RuleOperator = Condition['operator']

export const sortTexts = {
  manual: t('Manual order'),
  newest: t('Newest first'),
  price_asc: t('Lowest price first'),
  price_desc: t('Highest price first'),
  name: t('By name'),
} as const

type ValueKind = 'text' | 'amount' | 'truth'

export const ruleFields: Record<RuleField, { text: string; kind: ValueKind; operators: readonly RuleOperator[] }> = {
  category: { text: t('Category'), kind: 'text', operators: ['is', 'is_not', 'contains', 'set'] },
  tag: { text: t('Tag'), kind: 'text', operators: ['is', 'is_not', 'contains', 'set'] },
  brand: { text: t('Brand'), kind: 'text', operators: ['is', 'is_not', 'contains', 'set'] },
  name: { text: t('Name'), kind: 'text', operators: ['is', 'is_not', 'contains'] },
  price: { text: t('Price'), kind: 'amount', operators: ['above', 'below', 'is', 'is_not'] },
  compare_at_price: {
    text: t('Price before the sale'),
    kind: 'amount',
    operators: ['set', 'above', 'below', 'is', 'is_not'],
  },
  in_stock: { text: t('In stock'), kind: 'truth', operators: ['is'] },
}

export const operatorTexts: Record<RuleOperator, string> = {
  is: 'is',
  is_not: t('is not'),
  contains: 'contains',
  above: t('is above'),
  below: t('is below'),
  set: t('is there'),
}

export function kindOfValue({ field, operator }: Pick<Condition, 'field' | 'operator'>): ValueKind {
  return operator === 'set' ? 'truth' : ruleFields[field].kind
}
