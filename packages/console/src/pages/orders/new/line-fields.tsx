import { ApiError } from '@commerce-platform/client'
import { Plus, X } from 'lucide-react'
import type { RefObject } from 'react'
import { cx } from '#console/lib/class-names.ts'
import { type Faults, sentence } from '#console/lib/faults.ts'
import { count, typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/field.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { customLine, fieldOf, type Line, type Product } from './order-draft.ts'
import { ProductFinder } from './product-finder.tsx'

interface LineFieldsProps {
  /** Where products are found. */
  finder: RefObject<HTMLInputElement | null>
  lines: readonly Line[]
  currency: string
  faults: Faults
  /** Why it could not be priced or placed. */
  error: unknown
  isRead: boolean
  onAdd: (product: Product) => void
  onChange: (lines: readonly Line[]) => void
}

const columns = 'gap-x-3 sm:grid sm:grid-cols-[minmax(0,1fr)_4.5rem_7rem_2rem]'

/** What is ordered: products that are found as one types, and what staff names. */
export function LineFields({ finder, lines, currency, faults, error, isRead, onAdd, onChange }: LineFieldsProps) {
  const set = (line: Line, change: Partial<Line>) =>
    onChange(lines.map((one) => (one === line ? { ...one, ...change } : one)))
  return (
    <div className="grid gap-3">
      {lines.length > 0 && (
        <div
          aria-hidden
          className={cx(
            columns,
            '-mb-2 text-xs font-medium text-ink-3 max-sm:hidden [&>:not(:first-child)]:text-right',
          )}
        >
          <span>{t('Item')}</span>
          <span>{t('Quantity')}</span>
          <span>{t('Price of one')}</span>
        </div>
      )}
      {lines.length > 0 && (
        <ul aria-label={t('Items')} className="border-b border-line">
          {lines.map((line) => (
            <Row
              key={line.key}
              line={line}
              currency={currency}
              isRead={isRead}
              fault={faultOf(lines, line, faults, error)}
              onChange={(change) => set(line, change)}
              onRemove={() => onChange(lines.filter((one) => one !== line))}
            />
          ))}
        </ul>
      )}
      {faults.of('items') !== undefined && <p className="text-xs text-bad">{faults.of('items')}</p>}
      {!isRead && (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <ProductFinder currency={currency} inputRef={finder} onChoose={onAdd} />
          </div>
          <Button onClick={() => onChange([...lines, customLine()])}>
            <Plus aria-hidden />
            {t('Custom item')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  line: Line
  currency: string
  isRead: boolean
  fault: string | undefined
  onChange: (change: Partial<Line>) => void
  onRemove: () => void
}

function Row({ line, currency, isRead, fault, onChange, onRemove }: RowProps) {
  const { product } = line
  const name = product?.name ?? (line.name || t('the custom item'))
  return (
    <li className="border-t border-line py-2">
      <div className={cx('grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-2', columns)}>
        {product ? (
          <span className="flex min-w-0 items-center gap-2.5">
            <Thumbnail address={rowAddress(product)} />
            <span className="min-w-0 wrap-anywhere">
              {product.name}{' '}
              <span className="text-ink-3">{[product.sku, ...Object.values(product.options ?? {})].join(' · ')}</span>
            </span>
          </span>
        ) : (
          <span className="flex gap-2 max-sm:flex-wrap">
            <Input
              aria-label={t('Name of the custom item')}
              // It is typed next.
              autoFocus
              required
              maxLength={200}
              placeholder={t('Engraving')}
              value={line.name}
              readOnly={isRead}
              autoComplete="off"
              onChange={({ target }) => onChange({ name: target.value })}
            />
            <Input
              aria-label={t('Tax class of {name}', { name })}
              title={t('Tax class')}
              required
              maxLength={50}
              value={line.taxClass}
              readOnly={isRead}
              autoComplete="off"
              autoCapitalize="none"
              className="w-28! shrink-0"
              onChange={({ target }) => onChange({ taxClass: target.value })}
            />
          </span>
        )}
        <div className="contents max-sm:order-last max-sm:col-span-2 max-sm:flex max-sm:gap-3">
          <div className="max-sm:w-24">
            <Name>{t('Quantity')}</Name>
            <Input
              aria-label={t('Quantity of {name}', { name })}
              title={t('Quantity')}
              type="number"
              required
              min={1}
              step={1}
              value={line.quantity}
              readOnly={isRead}
              className="text-right tabular-nums"
              onChange={({ target }) => onChange({ quantity: target.value })}
            />
          </div>
          <div className="max-sm:flex-1">
            <Name>{t('Price of one')}</Name>
            <AmountInput
              aria-label={t('Price of {name} in {currency}', { name, currency })}
              title={product ? t('Price of one. Leave empty for the catalog price.') : t('Price of one')}
              currency={currency}
              required={product === undefined}
              placeholder={product ? typedAmount(product.price, currency) : currency}
              value={line.price}
              readOnly={isRead}
              className="text-right"
              onChange={({ target }) => onChange({ price: target.value })}
            />
          </div>
        </div>
        <Button
          look="quiet"
          square
          aria-label={t('Remove {name}', { name })}
          refusal={isRead ? t('The order is on its way.') : undefined}
          className="max-sm:col-start-2 max-sm:row-start-1"
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      {fault !== undefined && <p className="mt-1 text-xs text-bad">{fault}</p>}
    </li>
  )
}

/** Where there is no room for heads of columns. */
const Name = ({ children }: { children: string }) => (
  <span aria-hidden className="mb-1 block text-xs font-medium text-ink-2 sm:hidden">
    {children}
  </span>
)

interface Short {
  product_id: string
  available?: number
}

/** What the service says of a line: a field of it, or that too few are available. */
export function faultOf(lines: readonly Line[], line: Line, faults: Faults, error: unknown): string | undefined {
  const field = fieldOf(lines, line)
  const said = ['name', 'quantity', 'price', 'tax_class', 'product_id']
    .map((part) => faults.of(`${field}.${part}`))
    .find((text) => text !== undefined)
  if (said !== undefined || line.product === undefined || !(error instanceof ApiError)) return said
  const { products = [] } = (error.details ?? {}) as { products?: Short[] }
  const short = products.find(({ product_id }) => product_id === line.product?.id)
  if (short === undefined) return undefined
  return short.available === undefined
    ? sentence(error.message)
    : t('Only {available} available.', { available: count(short.available) })
}
