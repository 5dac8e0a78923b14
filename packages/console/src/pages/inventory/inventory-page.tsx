import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { count, pluralTotal } from '#console/lib/format.ts'
import { Available } from '#console/pages/products/product-status.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { fewUnits, type InventorySearch } from './search.ts'

type Item = Schemas['InventoryItem']

const inventoryOptions = (search: InventorySearch) =>
  listOptions(['inventory', search], (page, signal) =>
    read(api.GET('/admin/inventory', { params: { query: { ...search, ...page } }, signal })),
  )

const columns: Column<Item>[] = [
  { name: 'Product', cell: (item) => item.name, className: 'sm:w-full sm:max-w-0' },
  { name: 'SKU', cell: (item) => item.sku, from: 'sm', className: 'min-w-28 max-w-40 truncate text-ink-2' },
  { name: 'Changed', cell: (item) => <Time at={item.updated_at} />, from: 'lg', className: 'min-w-32 text-ink-2' },
  { name: 'On hand', cell: (item) => count(item.on_hand), numeric: true, from: 'md', className: 'min-w-24' },
  { name: 'Reserved', cell: (item) => count(item.reserved), numeric: true, from: 'md', className: 'min-w-24' },
  { name: 'Available', cell: (item) => <Available units={item.available} />, numeric: true, className: 'min-w-24' },
]

/** The bounds are text here: a filter compares its values as they stand in the address. */
const tabs = [
  { value: undefined, text: 'All' },
  { value: String(fewUnits), text: `${fewUnits} or fewer` },
  { value: '0', text: 'Sold out' },
]

export function InventoryPage() {
  const search = useSearch({ from: '/shell/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const query = useInfiniteQuery(inventoryOptions(search))
  const total = query.data?.pages.at(-1)?.pagination
  const change = useCallback(
    (next: Partial<InventorySearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const changeText = useCallback((q: string) => change({ q: q || undefined }), [change])
  const bound = search.low_stock
  return (
    <Page
      title="Inventory"
      aside={total && <span className="text-ink-3">{pluralTotal(total, 'product')}</span>}
      actions={<SavedViews />}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <FilterTabs
          label="Available"
          value={bound === undefined ? undefined : String(bound)}
          options={tabs}
          onChange={(value) => change({ low_stock: value === undefined ? undefined : Number(value) })}
        />
        <SearchField label="Name or SKU" value={search.q ?? ''} onChange={changeText} />
      </div>
      <ListTable
        label="Inventory"
        query={query}
        columns={columns}
        rowKey={(item) => item.product_id}
        rowLink={(item) => ({ to: '/inventory/$productId', params: { productId: item.product_id } })}
        phoneLine={(item) => `${item.sku} · ${count(item.on_hand)} on hand, ${count(item.reserved)} reserved`}
        empty={<NoStock search={search} />}
      />
    </Page>
  )
}

function NoStock({ search: { q, low_stock } }: { search: InventorySearch }) {
  if (q !== undefined) return <Empty title="No product matches">Another name or SKU may find it.</Empty>
  if (low_stock === 0) return <Empty title="Nothing is sold out">Of every product there is something to sell.</Empty>
  if (low_stock !== undefined) {
    return <Empty title="Nothing runs low">Of every product more than {count(low_stock)} are available.</Empty>
  }
  return <Empty title="No products yet">Each product you create or import has its stock here.</Empty>
}
