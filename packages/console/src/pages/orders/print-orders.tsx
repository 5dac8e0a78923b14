import { addressLines } from '@commerce-platform/client/address-lines'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Order, shopOptions } from '#console/data/queries.ts'
import { files } from '#console/data/session.ts'
import { count, longDay } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { PrintSheet } from '#console/ui/print-sheet.tsx'
import { toastError } from '#console/ui/toasts.tsx'
import { leftToSend } from './order-units.ts'

export type Paper = 'slips' | 'picks'

interface PrintOrdersProps {
  orders: readonly Order[]
  paper: Paper
  onPrinted: () => void
}

const packed: readonly string[] = ['paid', 'processing', 'completed']

/** What goes with the parcels of orders, or what is fetched for them; nothing is packed that may not be sent. */
export function PrintOrders({ orders, paper, onPrinted }: PrintOrdersProps) {
  const { data: shop } = useQuery(shopOptions)
  const paid = orders.filter((order) => packed.includes(order.status) || order.send_before_paid)
  const isNone = paid.every((order) => paper === 'picks' && order.status === 'completed')
  const found = useQuery(barcodesOptions(paper === 'slips' ? paid.map(({ id }) => id) : []))
  const barcodes = found.isError ? new Map<string, Barcode>() : found.data
  const done = useRef(onPrinted)
  useEffect(() => {
    if (!isNone) return
    toastError(t('None of these orders has anything to pack.'))
    done.current()
  }, [isNone])
  if (shop === undefined || barcodes === undefined || isNone) return null
  return (
    <PrintSheet onPrinted={onPrinted}>
      {paper === 'picks' ? (
        <PickList orders={paid} shop={shop.name} />
      ) : (
        paid.map((order) => (
          <Slip key={order.id} order={order} shop={shop} barcode={barcodes.get(order.order_number)} />
        ))
      )}
    </PrintSheet>
  )
}

interface Barcode {
  box: string
  path: string
}

/** The service takes so many ids in an address. */
const max = 200

/** By order number, from the service's own slips. Without them the number alone is printed. */
const barcodesOptions = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['barcodes', ...ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Barcode>()
      for (let at = 0; at < ids.length; at += max) {
        const params = { query: { ids: ids.slice(at, at + max).join() } }
        const { data } = await files.GET('/admin/orders/packing-slips', { params, parseAs: 'text', signal })
        // The console's policy refuses the style sheet of the page, also where nobody sees it.
        const html = (data ?? '').replace(/<style>.*?<\/style>/s, '')
        const page = new DOMParser().parseFromString(html, 'text/html')
        for (const svg of page.querySelectorAll('svg.barcode'))
          found.set(svg.getAttribute('aria-label')?.replace('Barcode ', '') ?? '', {
            box: svg.getAttribute('viewBox') ?? '',
            path: svg.querySelector('path')?.getAttribute('d') ?? '',
          })
      }
      return found
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What is still to be sent; of an order that is sent, what was in it. */
function unitsToPack(order: Order): { item: Order['items'][number]; units: number }[] {
  const left = order.items.map((item) => ({ item, units: leftToSend(order, item) })).filter(({ units }) => units > 0)
  return left.length > 0 ? left : order.items.map((item) => ({ item, units: item.quantity }))
}

interface SlipProps {
  order: Order
  shop: { name: string; support_email: string | null; locale: string }
  barcode: Barcode | undefined
}

function Slip({ order, shop, barcode }: SlipProps) {
  const address = order.shipping_address
  // It goes to the customer, in the language of the shop's mails.
  const isGerman = /^de\b/.test(shop.locale)
  const lines = address && addressLines(address, isGerman ? 'de' : 'en')
  return (
    <article
      className="not-last:break-after-page"
      aria-label={t('Packing slip of {order_number}', { order_number: order.order_number })}
    >
      <header className="flex justify-between gap-8 border-b border-ink pb-3">
        <div>
          <h1 className="text-xl font-semibold">{shop.name}</h1>
          {shop.support_email && <p>{shop.support_email}</p>}
        </div>
        <div className="text-right">
          {barcode && (
            <svg
              aria-hidden="true"
              className="ml-auto block h-12 w-56 fill-black"
              viewBox={barcode.box}
              preserveAspectRatio="none"
            >
              <path d={barcode.path} />
            </svg>
          )}
          <p className="text-lg font-semibold">{order.order_number}</p>
          <p>{longDay(order.created_at, isGerman ? shop.locale : undefined)}</p>
        </div>
      </header>
      <div className="my-5 flex justify-between gap-8">
        <address className="text-base not-italic">
          {(lines ?? [order.customer.name ?? order.email]).filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {order.shipping_method && <p className="text-right">{order.shipping_method.name}</p>}
      </div>
      <Rows
        heads={isGerman ? ['Menge', 'Artikelnr.', 'Artikel'] : ['Units', 'SKU', 'Product']}
        rows={unitsToPack(order).map(({ item, units }) => [count(units), item.sku, item.name])}
      />
    </article>
  )
}

/** Units of all orders together, by SKU, with the orders that they are for. */
function PickList({ orders, shop }: { orders: readonly Order[]; shop: string }) {
  const picks = new Map<string, { sku: string; name: string; units: number; numbers: string[] }>()
  for (const order of orders) {
    for (const item of order.items) {
      const units = leftToSend(order, item)
      if (units === 0) continue
      const pick = picks.get(item.product_id) ?? { sku: item.sku, name: item.name, units: 0, numbers: [] }
      pick.units += units
      pick.numbers.push(`${order.order_number} (${count(units)})`)
      picks.set(item.product_id, pick)
    }
  }
  const sorted = [...picks.values()].sort((one, other) => one.sku.localeCompare(other.sku, 'en', { numeric: true }))
  return (
    <article aria-label={t('Pick list')}>
      <header className="mb-4 flex justify-between gap-8 border-b border-ink pb-3">
        <h1 className="text-xl font-semibold">{t('Pick list')}</h1>
        <p className="text-right">
          {shop}
          <br />
          {longDay(new Date().toISOString())}
        </p>
      </header>
      <Rows
        heads={['Units', 'SKU', 'Product', 'For']}
        rows={sorted.map(({ sku, name, units, numbers }) => [count(units), sku, name, numbers.join(', ')])}
      />
    </article>
  )
}

/** Of units, SKU and product. */
const widths = ['w-14 font-semibold', 'whitespace-nowrap', 'w-1/2']

/** A table with a box before each row to tick by hand. */
export function Rows({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly string[])[] }) {
  const cell = 'border-b border-line-2 py-1.5 pr-4 text-left align-top'
  return (
    <table className="w-full border-separate border-spacing-0">
      <thead>
        <tr>
          <th className={cell}>
            <span className="sr-only">{t('Done')}</span>
          </th>
          {heads.map((head) => (
            <th key={head} className={`${cell} text-xs font-medium`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(' ')} className="break-inside-avoid">
            <td className={`${cell} w-8`}>
              <span className="block size-3.5 border border-ink" />
            </td>
            {row.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <td key={index} className={`${cell} ${widths[index] ?? ''}`}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
