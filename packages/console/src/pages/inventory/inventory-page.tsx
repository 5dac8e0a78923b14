import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { count } from '#console/lib/format.ts'
import { pressed, searchOf, sortOf } from '#console/lib/sorting.ts'
import { t } from '#console/lib/text.ts'
import { useSelection } from '#console/lib/use-selection.ts'
import { CategorySelect } from '#console/pages/products/category-select.tsx'
import { Available } from '#console/pages/products/product-status.tsx'
import { ChosenBar } from '#console/ui/chosen-bar.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { SortSelect } from '#console/ui/sort-select.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { Time } from '#console/ui/time.tsx'
import { fewUnits, type InventorySearch, type StockSort, sortsOf, stockSorts } from './search.ts'

type Item = Schemas['InventoryItem']

const ChosenStock = lazy(() => import('./chosen-stock.tsx').then((module) => ({ default: module.ChosenStock })))

const inventoryOptions = (search: InventorySearch) =>
  listOptions(['inventory', search], (page, signal) =>
    read(api.GET('/admin/inventory', { params: { query: { ...search, ...page } }, signal })),
  )

const columns: Column<Item>[] = [
  {
    name: t('Product'),
    sort: 'name',
    cell: ({ name }) => name,
    className: 'sm:w-full sm:max-w-0',
  },
  { name: 'SKU', sort: 'sku', cell: ({ sku }) => sku, from: 'sm', className: 'min-w-28 max-w-40 truncate text-ink-2' },
  {
    name: t('Category'),
    cell: ({ category }) => category ?? '—',
    from: 'xl',
    className: 'min-w-32 max-w-48 truncate text-ink-2',
  },
  { name: t('Changed'), cell: (item) => <Time at={item.updated_at} />, from: 'lg', className: 'min-w-32 text-ink-2' },
  { name: t('On hand'), cell: (item) => count(item.on_hand), numeric: true, from: 'md', className: 'min-w-24' },
  { name: t('Reserved'), cell: (item) => count(item.reserved), numeric: true, from: 'md', className: 'min-w-24' },
  {
    name: t('Available'),
    sort: 'available',
    cell: (item) => <Available units={item.available} />,
    numeric: true,
    className: 'min-w-24',
  },
]

const idOf = ({ product_id }: Item) => product_id

const sortOptions = [
  { value: 'sku', text: t('By SKU') },
  { value: 'name', text: t('By name') },
  { value: 'available', text: t('Least available first') },
] as const

/** The bounds are text here: a filter compares its values as they stand in the address. */
const tabs = [
  { value: undefined, text: t('All') },
  { value: String(fewUnits), text: t('{fewUnits} or fewer', { fewUnits }) },
  { value: '0', text: t('Sold out') },
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
  const selection = useSelection({ query, keyOf: idOf, list: search })
  const sorts = sortsOf(search)
  const { by, order } = sortOf(sorts, search)
  return (
    <Page
      title={t('Inventory')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# product} other {# products}}', { total })}</span>
        )
      }
      actions={<SavedViews />}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <FilterTabs
          label={t('Available')}
          value={bound === undefined ? undefined : String(bound)}
          options={tabs}
          onChange={(value) =>
            change({ low_stock: value === undefined ? undefined : Number(value), sort: undefined, order: undefined })
          }
        />
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <CategorySelect value={search.category} onChange={(category) => change({ category })} />
          <SortSelect
            onPhones
            value={by}
            options={sortOptions}
            onChange={(next) => change(searchOf(sorts, next, stockSorts[next]))}
          />
          <SearchField label={t('Name or SKU')} value={search.q ?? ''} onChange={changeText} />
        </div>
      </div>
      <ListTable
        label={t('Inventory')}
        query={query}
        columns={columns}
        sorting={{ by, order, onChange: (next) => change(pressed(sorts, search, next as StockSort)) }}
        selection={selection}
        picture={({ image_url }) => <Thumbnail address={image_url} />}
        rowKey={idOf}
        rowLink={(item) => ({ to: '/inventory/$productId', params: { productId: item.product_id } })}
        phoneLine={(item) =>
          t('{sku} · {on_hand} on hand, {reserved} reserved', {
            sku: item.sku,
            on_hand: count(item.on_hand),
            reserved: count(item.reserved),
          })
        }
        empty={<NoStock search={search} />}
      />
      <ChosenBar selection={selection} noun="product" total={total}>
        <Suspense>
          <ChosenStock selection={selection} />
        </Suspense>
      </ChosenBar>
    </Page>
  )
}

function NoStock({ search: { q, category, low_stock } }: { search: InventorySearch }) {
  if (q !== undefined || category !== undefined)
    return <Empty title={t('No product matches')}>{t('Another category, name or SKU may find it.')}</Empty>
  if (low_stock === 0)
    return <Empty title={t('Nothing is sold out')}>{t('Of every product there is something to sell.')}</Empty>
  if (low_stock !== undefined) {
    return (
      <Empty title={t('Nothing runs low')}>
        {t('Of every product more than {low_stock} are available.', { low_stock: count(low_stock) })}
      </Empty>
    )
  }
  return <Empty title={t('No products yet')}>{t('Each product you create or import has its stock here.')}</Empty>
}
