import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useId, useMemo } from 'react'
import { readAmount } from '#console/lib/amounts.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/field.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { ProductState } from '../product-status.tsx'
import type { Group } from './group-body.ts'
import type { RowFaults } from './group-faults.ts'
import { type Column, cellOf, cellsOf, columns, type Matrix, moreColumns, type Row, rowsOf } from './matrix.ts'
import { fillDown, pasteCells, removeRow, setCell } from './matrix-changes.ts'

interface VariantsTableProps {
  matrix: Matrix
  groupName: string
  currency: string
  group: Group | undefined
  faults: Readonly<Record<string, RowFaults>>
  readOnly: boolean
  /** Also barcode, weight and tax class. */
  showsAll: boolean
  /** Of the picture that a row shows, by its key. */
  addressOf: (key: string) => string | undefined
  onChange: (change: (matrix: Matrix) => Matrix) => void
}

const looks: Record<Column, { label: string; width: string; keys?: 'decimal' | 'numeric'; max: number }> = {
  sku: { label: 'SKU', width: 'sm:w-64 sm:min-w-44', max: 100 },
  price: { label: t('Price'), width: 'sm:w-32 sm:min-w-28', keys: 'decimal', max: 20 },
  stock: { label: t('Available'), width: 'sm:w-28 sm:min-w-24', keys: 'numeric', max: 20 },
  gtin: { label: t('Barcode'), width: 'sm:w-40 sm:min-w-40', keys: 'numeric', max: 20 },
  weight: { label: t('Weight in grams'), width: 'sm:w-32 sm:min-w-32', keys: 'numeric', max: 20 },
  taxClass: { label: t('Tax class'), width: 'sm:w-32 sm:min-w-28', max: 50 },
}
const isText = (column: Column) => column === 'sku' || column === 'taxClass'

/**
 * A row for each variant, edited as in a spreadsheet: arrows and Enter move, Ctrl or Cmd with D copies a cell to all
 * below it, and cells that are pasted fill as many rows.
 */
export function VariantsTable(props: VariantsTableProps) {
  const { matrix, groupName, currency, group, faults, readOnly, showsAll, addressOf, onChange } = props
  const shown = showsAll ? allColumns : columns
  const proposed = useMemo(() => proposedFor(group), [group])
  const byId = new Map(group?.variants.map((variant) => [variant.id, variant]))
  const onKey = useCallback(
    (event: KeyboardEvent<HTMLTableElement>) => {
      const { target, key } = event
      if (!(target instanceof HTMLInputElement)) return
      const { row = '', column = '' } = target.dataset
      const isMeta = event.ctrlKey || event.metaKey
      if (isMeta && key.toLowerCase() === 'd' && !readOnly) {
        event.preventDefault()
        onChange((before) => fillDown(before, row, column as Column, target.value))
        return
      }
      const next = isMeta || event.altKey || event.shiftKey ? undefined : neighbourOf(target, key)
      // Enter moves down, and sends no form.
      if (key === 'Enter' && !isMeta) event.preventDefault()
      if (next === undefined) return
      event.preventDefault()
      next.focus()
      next.select()
    },
    [onChange, readOnly],
  )
  const onPaste = useCallback(
    (event: ClipboardEvent<HTMLTableElement>) => {
      const { target } = event
      const text = event.clipboardData.getData('text')
      if (readOnly || !(target instanceof HTMLInputElement) || !/[\t\n]/.test(text)) return
      event.preventDefault()
      const { row = '', column = '' } = target.dataset
      onChange((before) => pasteCells(before, row, column as Column, text))
    },
    [onChange, readOnly],
  )
  return (
    // Keys and what is pasted are those of its inputs.
    <table
      aria-label={t('Variants')}
      onKeyDown={onKey}
      onPaste={onPaste}
      className="w-full border-separate border-spacing-0 max-sm:block"
    >
      <thead className="max-sm:sr-only">
        <tr>
          <Head className="min-w-40 pl-4 text-left lg:pl-8">{t('Variant')}</Head>
          {shown.map((name) => (
            <Head key={name} className={cx('px-3', looks[name].width, isText(name) ? 'text-left' : 'text-right')}>
              {name === 'price' ? t('Price in {currency}', { currency }) : looks[name].label}
            </Head>
          ))}
          <Head className="w-14 pr-4 lg:pr-8">
            <span className="sr-only">{t('Remove')}</span>
          </Head>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rowsOf(matrix).map((row) => {
          const variant = byId.get(matrix.products[row.key] ?? '')
          return (
            <VariantRow
              key={row.key}
              rowKey={row.key}
              label={labelOf(row)}
              {...cellsToShow(matrix, groupName, row)}
              faults={faults[row.key]}
              address={addressOf(row.key) ?? addressOfOwn(variant)}
              variant={variant}
              currency={currency}
              readOnly={readOnly}
              shown={shown}
              proposed={proposed}
              onChange={onChange}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** Pictures that it no longer shows are not its own address. */
function addressOfOwn(variant: Group['variants'][number] | undefined): string | null {
  return variant?.media.length === 0 ? variant.image_url : null
}

const labelOf = ({ values }: Row) => values.map(({ text }) => text).join(' / ')

/** The input that a key leads to; left and right leave it only from its end. */
function neighbourOf(input: HTMLInputElement, key: string): HTMLInputElement | undefined {
  const { value, selectionStart, selectionEnd } = input
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  const inputs = (row: Element | null | undefined) => [...(row?.querySelectorAll('input') ?? [])]
  const row = input.closest('tr')
  const at = inputs(row).indexOf(input)
  if (key === 'ArrowDown' || key === 'Enter') return inputs(row?.nextElementSibling)[at]
  if (key === 'ArrowUp') return inputs(row?.previousElementSibling)[at]
  if (key === 'ArrowLeft' && (isWhole || selectionEnd === 0)) return inputs(row)[at - 1]
  if (key === 'ArrowRight' && (isWhole || selectionStart === value.length)) return inputs(row)[at + 1]
  return undefined
}

function Head({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <th scope="col" className={cx('h-8 border-b border-line text-xs font-medium text-ink-3', className)}>
      {children}
    </th>
  )
}

const allColumns = [...columns, ...moreColumns]

/** A new variant is sent and taxed as the others are. */
function proposedFor(group: Group | undefined): Partial<Record<Column, string>> {
  const [model] = group?.variants ?? []
  return model === undefined ? { taxClass: 'standard' } : { taxClass: model.tax_class, weight: cellsOf(model).weight }
}

/** As properties of their own: a row rests while others are typed into. */
function cellsToShow(matrix: Matrix, groupName: string, row: Row): Record<Column, string> {
  const cell = (column: Column) => cellOf(matrix, groupName, row, column)
  return {
    sku: cell('sku'),
    price: cell('price'),
    stock: cell('stock'),
    gtin: cell('gtin'),
    weight: cell('weight'),
    taxClass: cell('taxClass'),
  }
}

interface VariantRowProps
  extends Pick<VariantsTableProps, 'currency' | 'readOnly' | 'onChange'>,
    Record<Column, string> {
  rowKey: string
  label: string
  shown: readonly Column[]
  /** What a new variant gets where nothing is typed. */
  proposed: Partial<Record<Column, string>>
  address: string | null
  faults: RowFaults | undefined
  variant: Group['variants'][number] | undefined
}

/** Others rest while one is typed into: a group has up to 2,048. */
const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { rowKey, label, shown, proposed, address, faults, variant, currency, readOnly, onChange } = props
  const id = useId()
  const amount = readAmount(props.price, currency)?.fault
  const all: RowFaults = { ...faults, ...(amount !== undefined && { price: amount }) }
  const texts = [...new Set(Object.values(all))]
  return (
    <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_6.5rem_5.5rem] max-sm:gap-2 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 sm:hover:bg-paper-2">
      <td className="border-line max-sm:col-span-2 sm:border-b sm:pl-4 lg:pl-8">
        <div className="flex min-h-9 items-center gap-2.5">
          {(variant || address !== null) && <Thumbnail address={address} />}
          <div className="min-w-0 py-1">
            {variant ? (
              <Link
                to="/products/$productId"
                params={{ productId: variant.id }}
                className={cx(linkClass, 'font-medium')}
              >
                {label}
              </Link>
            ) : (
              <span className="font-medium">{label}</span>
            )}
            {texts.length > 0 && (
              <p id={id} className="text-xs text-bad">
                {texts.join(' ')}
              </p>
            )}
          </div>
          {variant && variant.status !== 'active' && <ProductState status={variant.status} />}
        </div>
      </td>
      {shown.map((name) => (
        <td key={name} className="border-line max-sm:order-1 sm:border-b sm:border-l">
          <span aria-hidden className="mb-1 block text-xs font-medium text-ink-2 sm:hidden">
            {looks[name].label}
          </span>
          <Input
            aria-label={t('{column} of {variant}', { column: looks[name].label, variant: label })}
            aria-invalid={all[name] !== undefined || undefined}
            aria-describedby={texts.length > 0 ? id : undefined}
            data-row={rowKey}
            data-column={name}
            value={props[name]}
            readOnly={readOnly}
            inputMode={looks[name].keys}
            maxLength={looks[name].max}
            placeholder={variant === undefined ? proposed[name] : undefined}
            autoComplete="off"
            spellCheck={false}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => onChange((matrix) => setCell(matrix, rowKey, name, target.value))}
            className={cx(
              'px-3! outline-offset-0! sm:h-9! sm:rounded-none! sm:bg-transparent! sm:not-aria-invalid:ring-0!',
              !isText(name) && 'num',
            )}
          />
        </td>
      ))}
      <td className="border-line text-right max-sm:order-0 sm:border-b sm:pr-4 lg:pr-8">
        {!readOnly && (
          <Button
            square
            look="quiet"
            tabIndex={-1}
            aria-label={t('Leave out {label}', { label })}
            onClick={() => onChange((matrix) => removeRow(matrix, rowKey))}
          >
            <X aria-hidden />
          </Button>
        )}
      </td>
    </tr>
  )
})
