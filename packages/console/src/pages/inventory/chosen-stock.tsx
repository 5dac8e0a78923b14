import { read, type Schemas } from '@commerce-platform/client'
import { ClipboardList, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { count, longDay } from '#console/lib/format.ts'
import { useServiceClock } from '#console/lib/service-clock.ts'
import { t } from '#console/lib/text.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { Rows } from '#console/pages/orders/print-orders.tsx'
import { ExportChosen } from '#console/pages/products/chosen-products.tsx'
import { BulkDialog } from '#console/ui/bulk-dialog.tsx'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { PrintSheet } from '#console/ui/print-sheet.tsx'
import { CountedAt, readCountedAt } from './counted-at.tsx'

type Item = Schemas['InventoryItem']

/** What can be done with the stock of the products that are chosen. */
export function ChosenStock({ selection }: { selection: Selection<Item> }) {
  const [dialog, setDialog] = useState<'count' | 'print'>()
  const { items } = selection
  return (
    <>
      <Button onClick={() => setDialog('print')}>
        <Printer aria-hidden />
        {t('Count sheet')}
      </Button>
      <ExportChosen ids={items.map(({ product_id }) => product_id)} />
      <Button look="primary" refusal={useRefusal('inventory.write')} onClick={() => setDialog('count')}>
        <ClipboardList aria-hidden />
        {t('Count')}
      </Button>
      {dialog === 'count' && <Count items={items} onClose={() => setDialog(undefined)} onDone={selection.keep} />}
      {dialog === 'print' && (
        <PrintSheet onPrinted={() => setDialog(undefined)}>
          <article aria-label={t('Count sheet')}>
            <header className="mb-4 flex justify-between gap-8 border-b border-ink pb-3">
              <h1 className="text-xl font-semibold">{t('Count sheet')}</h1>
              <p>
                {t('{toISOString}, counted at __________ by __________', {
                  toISOString: longDay(new Date().toISOString()),
                })}
              </p>
            </header>
            <Rows heads={['Units', 'SKU', 'Product']} rows={items.map(({ sku, name }) => ['', sku, name])} />
          </article>
        </PrintSheet>
      )}
    </>
  )
}

interface CountProps {
  items: readonly Item[]
  onClose: () => void
  onDone: (left: ReadonlySet<string>) => void
}

/** A stock-take of many products. What is sold while one counts is taken off each count by the service. */
function Count({ items, onClose, onDone }: CountProps) {
  const typedAt = useRef(new Map<string, string>())
  const serviceTime = useServiceClock()
  const unitsOf = (form: FormData, { product_id }: Item) => String(form.get(`units:${product_id}`) ?? '')
  return (
    <BulkDialog
      wide
      noun="product"
      nameOf={({ name, sku }) => `${name} (${sku})`}
      keyOf={({ product_id }) => product_id}
      shownBy={[['inventory'], ['products'], ['product'], ['dashboard']]}
      onClose={onClose}
      onDone={onDone}
      title={t('Count {items, plural, one {# product} other {# products}}', { items: items.length })}
      description={t('All units on the shelf, including reserved ones. Empty fields are not changed.')}
      action={t('Save the counts')}
      done={(count) => t('{count, plural, one {# product} other {# products}} counted', { count })}
      items={items}
      choose={(form) => items.filter((item) => unitsOf(form, item) !== '')}
      stepOf={(form) => {
        const at = readCountedAt(form)
        const reason = String(form.get('reason') ?? '').trim() || null
        return (item) => {
          const { product_id } = item
          const counted_at = at ?? typedAt.current.get(product_id) ?? serviceTime()
          const body = { on_hand: Number(unitsOf(form, item)), counted_at, reason }
          return read(api.PATCH('/admin/inventory/{product_id}', { params: { path: { product_id } }, body }))
        }
      }}
    >
      <ul className="max-h-[44vh] overflow-y-auto border-y border-line">
        {items.map(({ product_id, name, sku, on_hand }) => (
          <li
            key={product_id}
            className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-3 border-line px-1 py-1.5 not-first:border-t"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-ink-3 tabular-nums">
                {t('{sku} · {on_hand} on hand', { sku, on_hand: count(on_hand) })}
              </span>
            </span>
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={1_000_000_000}
              step={1}
              name={`units:${product_id}`}
              aria-label={t('Units counted of {name}', { name })}
              onInput={() => typedAt.current.set(product_id, serviceTime())}
              className="num [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <CountedAt hint={t('Leave empty to use the time you typed each count.')} />
        <Field label={t('Reason')} hint={t('Kept in the ledger. Optional.')}>
          <Input name="reason" maxLength={500} autoComplete="off" />
        </Field>
      </div>
    </BulkDialog>
  )
}
