import { X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { ProductFinder } from '#console/pages/orders/new/product-finder.tsx'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Input } from '#console/ui/field.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import type { ListKind, Row, RowProduct } from './price-list-rows.ts'

/** So many can be told apart at a glance; of more, one looks for a product. */
const fewRows = 8

interface PriceRowsProps {
  kind: ListKind
  rows: readonly Row[]
  currency: string
  /** That of the shop. */
  own: string
  readOnly: boolean
  fault: string | undefined
  faultOf: (key: number) => string | undefined
  onAdd: (product: RowProduct) => void
  onRemove: (key: number) => void
}

/** The products of a list, with an amount each, or without for a percent. */
export function PriceRows(props: PriceRowsProps) {
  const { kind, rows, currency, own, readOnly, fault, faultOf, onAdd, onRemove } = props
  const [sought, seek] = useState('')
  const text = sought.trim().toLowerCase()
  const has = ({ product }: Row) => `${product.name} ${product.sku}`.toLowerCase().includes(text)
  const found = text === '' ? rows.length : rows.filter(has).length
  return (
    // What is wrong may be in a row that is not shown.
    <fieldset onInvalidCapture={() => seek('')} className="grid min-w-0 gap-2 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">
        {rows.length === 0 ? t('Products') : t('Products ({products})', { products: rows.length })}
      </legend>
      {!readOnly && <ProductFinder currency={own} onChoose={onAdd} />}
      {kind === 'prices' && (
        <p className="text-xs text-ink-3">
          {t(
            'Each with its price in {currency}, and from how many units it counts. Add a product again ' +
              'for another step.',
            { currency },
          )}
        </p>
      )}
      {fault && <p className="text-xs text-bad">{fault}</p>}
      {rows.length > fewRows && <SearchField label={t('Search in this list')} value={sought} onChange={seek} />}
      <p role="status" className="text-xs text-ink-3">
        {text !== '' && t('{found} of {rows, plural, one {# row} other {# rows}}', { found, rows: rows.length })}
      </p>
      <ul
        aria-label={t('Products of the list')}
        className="max-h-[40vh] overflow-y-auto border-y border-line empty:hidden"
      >
        {rows.map((row) => (
          <PriceRow
            key={row.key}
            row={row}
            hasAmount={kind === 'prices'}
            hidden={text !== '' && !has(row)}
            currency={currency}
            readOnly={readOnly}
            fault={faultOf(row.key)}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface PriceRowProps {
  row: Row
  hasAmount: boolean
  hidden: boolean
  currency: string
  readOnly: boolean
  fault: string | undefined
  onRemove: (key: number) => void
}

const statuses = { draft: t('Draft'), archived: t('Archived, not for sale') }

/** Memoized: a list may have thousands. */
const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { row, hasAmount, hidden, currency, readOnly, fault: refused, onRemove } = props
  const { key, product, amount, from } = row
  const id = useId()
  const [wrong, setWrong] = useState<{ name: string; text: string }>()
  const fault = wrong?.text ?? refused
  const common = {
    readOnly,
    required: true,
    'aria-describedby': fault === undefined ? undefined : `${id}-error`,
  } as const
  const isWrong = (name: string) => (wrong ? wrong.name === name : refused !== undefined) || undefined
  /** Of two that are wrong the first is told. */
  function check(within: Element | null): void {
    const input = within?.querySelector<HTMLInputElement>('input:invalid')
    setWrong(input ? { name: input.name, text: textOf(input) } : undefined)
  }
  const named = [product.name, product.sku].filter(Boolean).join(' ')
  return (
    <li
      hidden={hidden}
      onInvalidCapture={(event) => {
        const input = event.target as HTMLInputElement
        event.preventDefault()
        check(event.currentTarget)
        if (input.form?.querySelector(':is(input, select):invalid') === input) setTimeout(() => input.focus())
      }}
      className={cx(
        'grid items-center gap-x-2 gap-y-1 border-line px-1 py-1.5 not-first:border-t [[hidden]]:hidden',
        hasAmount ? 'grid-cols-[1fr_5rem_2rem] sm:grid-cols-[minmax(0,1fr)_8rem_5rem_2rem]' : 'grid-cols-[1fr_2rem]',
      )}
    >
      <span className={cx('min-w-0 wrap-anywhere', hasAmount && 'max-sm:col-span-3')}>
        {product.name} <span className="text-ink-3">{product.sku}</span>
        {(product.status === 'draft' || product.status === 'archived') && (
          <span className="block text-xs text-ink-3">{statuses[product.status]}</span>
        )}
      </span>
      {hasAmount && (
        <>
          <AmountInput
            {...common}
            name={`amount:${key}`}
            aria-invalid={isWrong(`amount:${key}`)}
            currency={currency}
            aria-label={t('Price of {product} in {currency}', { product: named, currency })}
            placeholder={t('Price')}
            defaultValue={amount}
            onInput={({ currentTarget }) => wrong !== undefined && check(currentTarget.closest('li'))}
          />
          <Input
            {...common}
            name={`from:${key}`}
            aria-invalid={isWrong(`from:${key}`)}
            inputMode="numeric"
            pattern="0*[1-9][0-9]{0,5}|1000000"
            autoComplete="off"
            aria-label={t('From how many units of {product}', { product: named })}
            title={t('From how many units')}
            defaultValue={from}
            className="tabular-nums"
            onInput={({ currentTarget }) => wrong !== undefined && check(currentTarget.closest('li'))}
          />
        </>
      )}
      {!readOnly && (
        <button
          type="button"
          aria-label={t('Remove {name}', { name: named })}
          onClick={() => onRemove(key)}
          className="grid size-8 place-items-center rounded text-ink-3 hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
      {fault !== undefined && (
        <p id={`${id}-error`} className="col-span-full text-xs text-bad">
          {fault}
        </p>
      )}
    </li>
  )
})

function textOf(input: HTMLInputElement): string {
  const isAmount = input.name.startsWith('amount:')
  if (input.validity.customError) return input.validationMessage
  return isAmount ? t('Needs a price.') : t('Needs a whole number of units, from 1.')
}
