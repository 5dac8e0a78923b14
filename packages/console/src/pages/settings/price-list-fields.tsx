import type { Schemas } from '@commerce-platform/client'
import { useCallback, useRef } from 'react'
import { useOtherCurrencies } from '#console/data/market-currencies.ts'
import type { Faults } from '#console/lib/faults.ts'
import { currencyName, zoneTitle } from '#console/lib/format.ts'
import { readTime, typedTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { PaymentGroups } from './payment-groups.tsx'
import { fieldsAt, type ListKind, type Row, type RowProduct, type WholeList } from './price-list-rows.ts'
import { PriceRows } from './price-rows.tsx'

type Body = Schemas['CreatePriceList']

interface FieldsProps {
  list: WholeList | undefined
  /** The currency of the shop. */
  own: string
  kind: ListKind
  currency: string
  rows: readonly Row[]
  groups: string[]
  /** Keys of the rows that were sent. */
  sent: readonly number[]
  faults: Faults
  readOnly: boolean
  onKind: (kind: ListKind) => void
  onCurrency: (currency: string) => void
  onRows: (change: (rows: readonly Row[]) => readonly Row[]) => void
  onGroups: (ids: string[]) => void
}

export function ListFields(props: FieldsProps) {
  const { list, own, kind, currency, rows, groups, sent, faults, readOnly } = props
  const { onKind, onCurrency, onRows, onGroups } = props
  const common = { autoComplete: 'off', readOnly }
  const time = (name: 'starts_at' | 'ends_at', label: string, hint: string) => (
    <Field label={label} hint={hint} error={faults.of(name)}>
      <Input
        name={name}
        type="datetime-local"
        className="tabular-nums"
        defaultValue={list?.[name] ? typedTime(list[name]) : ''}
        readOnly={readOnly}
      />
    </Field>
  )
  const latest = useRef(onRows)
  latest.current = onRows
  // The same for all rows, which are memoized.
  const remove = useCallback((key: number) => latest.current((now) => now.filter((row) => row.key !== key)), [])
  function faultOf(key: number): string | undefined {
    const at = sent.indexOf(key)
    return at === -1 ? undefined : fieldsAt(kind, at).flatMap((field) => faults.of(field) ?? [])[0]
  }
  return (
    <>
      <Field label={t('Name')} hint={t('Only your team sees it.')} error={faults.of('name')} className="sm:col-span-2">
        <Input name="name" required maxLength={100} defaultValue={list?.name} {...common} />
      </Field>
      <Kinds value={kind} readOnly={readOnly} onChange={onKind} />
      <Currencies value={currency} own={own} fault={faults.of('currency')} readOnly={readOnly} onChange={onCurrency} />
      {kind !== 'prices' && (
        <Field
          label={t('Change in percent')}
          hint={t('-20 makes a fifth cheaper, 10 a tenth dearer.')}
          error={faults.of('percent')}
        >
          <Input
            name="percent"
            required
            inputMode="text"
            pattern="[\-−]?[0-9]+([.,][0-9]{1,2})?"
            title={t('A number, such as -20')}
            className="tabular-nums"
            defaultValue={list?.percent ?? ''}
            {...common}
          />
        </Field>
      )}
      <Field
        label={t('Priority')}
        hint={t('Of several lists, the highest counts, then the lowest price.')}
        error={faults.of('priority')}
      >
        <Input
          name="priority"
          required
          pattern="-?[0-9]+"
          title={t('A whole number, such as 10')}
          className="tabular-nums"
          defaultValue={list?.priority ?? 0}
          {...common}
        />
      </Field>
      {kind !== 'all' && (
        <PriceRows
          {...{ kind, rows, currency, own, readOnly, faultOf }}
          fault={faults.of('prices') ?? faults.of('product_ids')}
          onAdd={(product) => onRows((now) => withProduct(now, product, kind))}
          onRemove={remove}
        />
      )}
      {time('starts_at', t('Starts'), t('Time of {place}. Leave empty to start now.', { place: zoneTitle() }))}
      {time('ends_at', t('Ends'), t('Leave empty to let it run.'))}
      <PaymentGroups
        value={groups}
        none={t('Choose none to give these prices to everybody.')}
        readOnly={readOnly}
        fault={faults.of('customers')}
        onChange={onGroups}
      />
    </>
  )
}

/** On top, where the finder is. A product again is another step of its prices: it needs another quantity. */
function withProduct(rows: readonly Row[], { id, sku, name, status }: RowProduct, kind: ListKind): readonly Row[] {
  const isThere = rows.some(({ product }) => product.id === id)
  if (isThere && kind === 'chosen') return rows
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
  const product = { id, sku, name, ...(status && { status }) }
  return [{ key, product, amount: '', from: isThere ? '' : '1' }, ...rows]
}

const kinds: Record<ListKind, string> = {
  all: t('Percent, all products'),
  chosen: t('Percent, chosen products'),
  prices: t('Prices per product'),
}

function Kinds(props: { value: ListKind; readOnly: boolean; onChange: (kind: ListKind) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-6 sm:col-span-2">
      <legend className="mb-1 text-xs font-medium text-ink-2">{t('What it changes')}</legend>
      {(Object.keys(kinds) as ListKind[]).map((kind) => (
        <label key={kind} className="flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={props.value === kind}
            disabled={props.readOnly}
            onChange={() => props.onChange(kind)}
            className="size-4 accent-(--accent)"
          />
          {kinds[kind]}
        </label>
      ))}
    </fieldset>
  )
}

interface CurrenciesProps {
  value: string
  own: string
  fault: string | undefined
  readOnly: boolean
  onChange: (currency: string) => void
}

/** Those of the shop's markets. A shop with one sees nothing. */
function Currencies({ value, own, fault, readOnly, onChange }: CurrenciesProps) {
  const currencies = [own, ...useOtherCurrencies(own, [value])].sort()
  if (currencies.length === 1) return null
  return (
    <Field
      label={t('Currency')}
      hint={t('It counts in markets of this currency.')}
      error={fault}
      className="sm:col-span-2"
    >
      <Select value={value} disabled={readOnly} onChange={({ target }) => onChange(target.value)}>
        {currencies.map((one) => (
          <option key={one} value={one}>
            {currencyName(one)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface Chosen {
  groups: string[]
  kind: ListKind
  currency: string
}

export function readForm(values: FormData, { groups, kind, currency }: Chosen): Body {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const percent = text('percent').replace('−', '-').replace(',', '.')
  return {
    name: text('name'),
    currency,
    percent: kind === 'prices' ? null : Number(percent),
    priority: Number(text('priority')),
    starts_at: readTime(text('starts_at')) ?? null,
    ends_at: readTime(text('ends_at')) ?? null,
    customers: groups.length === 0 ? null : { group_ids: groups },
  }
}
