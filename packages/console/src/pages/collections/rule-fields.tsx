import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useCategories } from '#console/data/categories.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Input, Select } from '#console/ui/field.tsx'
import type { Rules } from './collection-data.ts'
import { FoundByRules } from './found-by-rules.tsx'
import {
  type Condition,
  kindOfValue,
  operatorTexts,
  type RuleField,
  type RuleOperator,
  ruleFields,
} from './rule-texts.ts'

/** A condition as it is typed: its value is text until it is read. */
export interface DraftCondition {
  key: number
  field: RuleField
  operator: RuleOperator
  value: string
}

export interface DraftRules {
  match: Rules['match']
  conditions: readonly DraftCondition[]
}

let lastKey = 0
const newCondition = (): DraftCondition => ({ key: ++lastKey, field: 'tag', operator: 'is', value: '' })

export function draftOf(rules: Rules | null, currency: string): DraftRules {
  if (rules === null) return { match: 'all', conditions: [newCondition()] }
  const conditions = rules.conditions.map(({ field, operator, value = true }) => ({
    key: ++lastKey,
    field,
    operator,
    value: typeof value === 'number' ? typedAmount(value, currency) : String(value),
  }))
  return { match: rules.match, conditions }
}

/** The rules that are typed; undefined as long as a value is missing. */
export function rulesOf({ match, conditions }: DraftRules, currency: string): Rules | undefined {
  const read = conditions.map(({ field, operator, value }): Condition | undefined => {
    const kind = kindOfValue({ field, operator })
    if (kind === 'truth') return { field, operator, value: value !== 'false' }
    if (kind === 'text') return value.trim() === '' ? undefined : { field, operator, value: value.trim() }
    const amount = readAmount(value, currency)?.amount
    return amount === undefined ? undefined : { field, operator, value: amount }
  })
  const whole = read.filter((condition) => condition !== undefined)
  return whole.length < read.length || whole.length === 0 ? undefined : { match, conditions: whole }
}

interface RuleFieldsProps {
  rules: DraftRules
  currency: string
  isRead: boolean
  /** What the service has refused, by its field. */
  faultOf: (field: string) => string | undefined
  onChange: (rules: DraftRules) => void
}

/** The conditions of a collection, and what they find as they are typed. */
export function RuleFields({ rules, currency, isRead, faultOf, onChange }: RuleFieldsProps) {
  const { conditions } = rules
  const set = (key: number, change: Partial<DraftCondition>) =>
    onChange({ ...rules, conditions: conditions.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2 text-ink-2">
        {t('Products that match')}
        <div className="w-44">
          <Select
            aria-label={t('How many conditions must match')}
            value={rules.match}
            disabled={isRead}
            onChange={(event) => onChange({ ...rules, match: event.target.value as Rules['match'] })}
          >
            <option value="all">{t('all conditions')}</option>
            <option value="any">{t('any condition')}</option>
          </Select>
        </div>
      </div>
      <ul className="grid gap-2" aria-label={t('Conditions')}>
        {conditions.map((condition, index) => (
          <Row
            key={condition.key}
            condition={condition}
            index={index}
            currency={currency}
            isRead={isRead}
            fault={faultOf(`rules.conditions[${index}].value`) ?? faultOf(`rules.conditions[${index}].operator`)}
            onChange={(change) => set(condition.key, change)}
            onRemove={
              conditions.length > 1
                ? () => onChange({ ...rules, conditions: conditions.filter(({ key }) => key !== condition.key) })
                : undefined
            }
          />
        ))}
      </ul>
      {!isRead && conditions.length < 50 && (
        <Button
          look="quiet"
          className="justify-self-start"
          onClick={() => onChange({ ...rules, conditions: [...conditions, newCondition()] })}
        >
          <Plus aria-hidden />
          {t('Add a condition')}
        </Button>
      )}
      <FoundByRules rules={rulesOf(rules, currency)} />
    </div>
  )
}

interface RowProps {
  condition: DraftCondition
  index: number
  currency: string
  isRead: boolean
  fault: string | undefined
  onChange: (change: Partial<DraftCondition>) => void
  onRemove: (() => void) | undefined
}

function Row({ condition, index, currency, isRead, fault, onChange, onRemove }: RowProps) {
  const { field, operator } = condition
  const named = (what: string) => t('{what} of condition {number}', { what, number: index + 1 })
  function choose(next: RuleField): void {
    const [first = 'is'] = ruleFields[next].operators
    const chosen = ruleFields[next].operators.includes(operator) ? operator : first
    const isSame = kindOfValue(condition) === kindOfValue({ field: next, operator: chosen })
    onChange({ field: next, operator: chosen, ...(!isSame && { value: '' }) })
  }
  return (
    <li>
      <div className="grid grid-cols-[1fr_1fr_2rem] gap-2 sm:grid-cols-[11rem_8rem_1fr_2rem]">
        <Select
          aria-label={named(t('Field'))}
          value={field}
          disabled={isRead}
          onChange={(event) => choose(event.target.value as RuleField)}
        >
          {Object.entries(ruleFields).map(([name, { text }]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </Select>
        <Select
          aria-label={named(t('Comparison'))}
          value={operator}
          disabled={isRead}
          onChange={(event) => {
            const next = event.target.value as RuleOperator
            const isSame = kindOfValue(condition) === kindOfValue({ field, operator: next })
            onChange({ operator: next, ...(!isSame && { value: '' }) })
          }}
        >
          {ruleFields[field].operators.map((name) => (
            <option key={name} value={name}>
              {operatorTexts[name]}
            </option>
          ))}
        </Select>
        <Value
          condition={condition}
          label={named(t('Value'))}
          currency={currency}
          isRead={isRead}
          onChange={onChange}
        />
        {onRemove && !isRead && (
          <Button
            look="quiet"
            square
            aria-label={t('Remove condition {index}', { index: index + 1 })}
            onClick={onRemove}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {fault && <p className="mt-1 text-xs text-bad">{fault}</p>}
    </li>
  )
}

interface ValueProps extends Pick<RowProps, 'condition' | 'currency' | 'isRead' | 'onChange'> {
  label: string
}

function Value({ condition, label, currency, isRead, onChange }: ValueProps) {
  const categories = useCategories(undefined)
  const list = useId()
  const kind = kindOfValue(condition)
  const shared = { 'aria-label': label, className: 'max-sm:order-last max-sm:col-span-2' }
  if (kind === 'truth') {
    return (
      <Select
        {...shared}
        value={condition.value === 'false' ? 'false' : 'true'}
        disabled={isRead}
        onChange={(event) => onChange({ value: event.target.value })}
      >
        <option value="true">{t('yes')}</option>
        <option value="false">{t('no')}</option>
      </Select>
    )
  }
  const typed = {
    ...shared,
    value: condition.value,
    required: true,
    readOnly: isRead,
    onChange: (event: { target: { value: string } }) => onChange({ value: event.target.value }),
  }
  if (kind === 'amount') return <AmountInput {...typed} currency={currency} placeholder={currency} />
  return (
    <>
      <Input {...typed} maxLength={200} autoComplete="off" list={condition.field === 'category' ? list : undefined} />
      {condition.field === 'category' && (
        <datalist id={list}>
          {categories.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
}
