import { Dialog as Base } from '@base-ui/react/dialog'
import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { api, may } from '#console/data/session.ts'
import { useViews } from '#console/data/views.ts'
import { cx } from '#console/lib/class-names.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { customerName } from '#console/pages/customers/customer-name.ts'
import { destinations } from './places.ts'

interface Hit {
  id: string
  group: string
  text: string
  aside: string
  link: LinkProps
}

/** Hits of each kind. */
const max = 5

/** Finds pages, saved views, orders by number, products by SKU or name, customers by name or e-mail. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const navigate = useNavigate()
  const listId = useId()
  const hits = useHits(useDeferredValue(text.trim()))

  function open(hit: Hit | undefined): void {
    if (hit === undefined) return
    onClose()
    void navigate(hit.link)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Enter') open(hits[active])
    else return
    event.preventDefault()
  }

  return (
    <Base.Root open onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.15_0.01_200_/_0.45)]" />
        <Base.Popup
          aria-label={t('Find anything')}
          className="fixed inset-x-4 top-[12vh] z-40 mx-auto max-w-xl overflow-hidden rounded bg-float shadow-float outline-none"
        >
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search aria-hidden className="size-4 text-ink-3" />
            <input
              role="combobox"
              aria-expanded={hits.length > 0}
              aria-controls={listId}
              aria-activedescendant={hits[active] && `${listId}-${active}`}
              aria-label={t('Find a page, an order, a product or a customer')}
              placeholder={t('Page, order number, SKU, product, name or e-mail')}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setActive(0)
              }}
              onKeyDown={onKeyDown}
              className="h-12 w-full bg-transparent text-base outline-none"
            />
          </div>
          <div id={listId} role="listbox" aria-label={t('Results')} className="max-h-[50vh] overflow-y-auto p-1.5">
            {hits.map((hit, index) => (
              <div key={hit.id}>
                {hits[index - 1]?.group !== hit.group && (
                  <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
                    {hit.group}
                  </div>
                )}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox */}
                <div
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onClick={() => open(hit)}
                  onPointerMove={() => setActive(index)}
                  className={cx('flex h-9 items-center gap-3 rounded px-2.5', index === active && 'bg-paper-3')}
                >
                  <span className="truncate">{hit.text}</span>
                  <span className="ml-auto shrink-0 text-xs text-ink-3 tabular-nums">{hit.aside}</span>
                </div>
              </div>
            ))}
          </div>
          {hits.length === 0 && <p className="px-4 pb-5 text-ink-2">{t('Nothing is called “{text}”.', { text })}</p>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function useHits(text: string): Hit[] {
  const { data } = useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: text.length >= 2,
    placeholderData: (before) => before,
  })
  const pages = destinations
    .filter(({ permission }) => permission === undefined || may(permission))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, label, key }) => ({ id: to, group: t('Pages'), text: label, aside: `g ${key}`, link: { to } }))
  const [saved] = useViews()
  const views = saved
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ name, path, search }) => ({
      id: `${path} ${name}`,
      group: t('Saved views'),
      text: name,
      aside: destinations.find(({ to }) => to === path)?.label ?? path,
      link: { to: path, search } as LinkProps,
    }))
  return [...pages, ...views, ...(text.length >= 2 ? (data ?? []) : [])]
}

/** Of what the role does not show. */
const nothing = { items: [] }

async function find(text: string, signal: AbortSignal): Promise<Hit[]> {
  const query = { q: text, limit: max }
  const [orders, products, customers] = await Promise.all([
    may('orders.read') ? read(api.GET('/admin/orders', { params: { query }, signal })) : nothing,
    may('products.read') ? read(api.GET('/admin/products', { params: { query }, signal })) : nothing,
    may('customers.read') ? read(api.GET('/admin/users', { params: { query }, signal })) : nothing,
  ])
  // A name finds orders, too; who types one means the person.
  return [
    ...customers.items.map((customer) => ({
      id: customer.id,
      group: t('Customers'),
      text: customerName(customer),
      aside: customer.email ?? '',
      link: { to: '/customers/$customerId', params: { customerId: customer.id } } as const,
    })),
    ...orders.items.map((order) => ({
      id: order.id,
      group: t('Orders'),
      text: order.order_number,
      aside: money(order.total, order.currency),
      link: { to: '/orders/$orderId', params: { orderId: order.id } } as const,
    })),
    ...products.items.map((product) => ({
      id: product.id,
      group: t('Products'),
      text: product.name,
      aside: product.sku,
      link: { to: '/products/$productId', params: { productId: product.id } } as const,
    })),
  ]
}
