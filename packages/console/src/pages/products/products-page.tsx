import { read } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useMay, useRefusal } from '#console/data/permissions.ts'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { words } from '#console/lib/format.ts'
import { pressed, searchOf, sortOf } from '#console/lib/sorting.ts'
import { t } from '#console/lib/text.ts'
import { useSelection } from '#console/lib/use-selection.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { ChosenBar } from '#console/ui/chosen-bar.tsx'
import { FilterBar } from '#console/ui/filter-bar.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { SortSelect } from '#console/ui/sort-select.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { countOf } from './count-of.ts'
import { type Card, columns, phoneLine } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { filtersOf, type ProductSort, type ProductsSearch, productSorts, productStatuses } from './search.ts'

const ChosenProducts = lazy(() =>
  import('./chosen-products.tsx').then((module) => ({ default: module.ChosenProducts })),
)

const ExportProducts = lazy(() =>
  import('./export-products.tsx').then((module) => ({ default: module.ExportProducts })),
)

const productsOptions = (search: ProductsSearch) =>
  listOptions(['products', search], (page, signal) =>
    read(
      api.GET('/admin/products', {
        params: { query: { ...filtersOf(search), variants: search.variants ?? 'one', ...sortQuery(search), ...page } },
        signal,
      }),
    ),
  )

function sortQuery(search: ProductsSearch) {
  const { by, order } = sortOf(productSorts, search)
  return { sort: by, order }
}

const sortOptions = [
  { value: 'created_at desc', text: t('Newest first') },
  { value: 'created_at asc', text: t('Oldest first') },
  { value: 'name asc', text: t('By name') },
  { value: 'price asc', text: t('Lowest price first') },
  { value: 'price desc', text: t('Highest price first') },
] as const

const idOf = ({ id, group }: Card) => group?.id ?? id

function linkOf({ id, group }: Card): LinkProps {
  return group === undefined
    ? { to: '/products/$productId', params: { productId: id } }
    : { to: '/products/groups/$groupId', params: { groupId: group.id } }
}

const tabs = [{ value: undefined, text: t('All') }, ...productStatuses.map((value) => ({ value, text: words(value) }))]

const variantTabs = [
  { value: undefined, text: t('Products') },
  { value: 'all' as const, text: t('All variants') },
]

/** Filters that a phone shows when asked for. */
const facets = ['category', 'brand', 'tag'] as const

export function ProductsPage() {
  const search = useSearch({ from: '/shell/products' })
  const navigate = useNavigate({ from: '/products' })
  const query = useInfiniteQuery(productsOptions(search))
  const mayWrite = useMay('products.write')
  const total = query.data?.pages.at(-1)?.pagination
  const change = useCallback(
    (next: Partial<ProductsSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const changeText = useCallback((q: string) => change({ q: q || undefined }), [change])
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  const [isExporting, setExporting] = useState<boolean>()
  const selection = useSelection({ query, keyOf: idOf, list: search })
  const { by, order } = sortOf(productSorts, search)
  const create = mayWrite && (
    <>
      <Link to="/products/groups/new" className={buttonClass()}>
        <Plus aria-hidden />
        {t('New product with variants')}
      </Link>
      <Link to="/products/new" className={buttonClass('primary')}>
        <Plus aria-hidden />
        {t('New product')}
      </Link>
    </>
  )
  const importLink = (text: string) => (
    <Link to="/products/import" className={buttonClass()}>
      <Upload aria-hidden />
      {text}
    </Link>
  )
  return (
    <Page
      title={t('Products')}
      aside={total && <span className="text-ink-3">{countOf(total, search.variants)}</span>}
      actions={
        <>
          <SavedViews />
          <Button refusal={useRefusal('exports.read')} onClick={() => setExporting(true)}>
            <Download aria-hidden />
            {t('Export')}
          </Button>
          {mayWrite && importLink(t('Import'))}
          {create}
        </>
      }
    >
      <FilterBar
        tabs={
          <FilterTabs
            label={t('Status')}
            value={search.status}
            options={tabs}
            onChange={(status) => change({ status })}
          />
        }
        search={<SearchField label={t('Name or SKU')} value={search.q ?? ''} onChange={changeText} />}
        active={facets.filter((name) => search[name] !== undefined).length}
        onClear={() => change(Object.fromEntries(facets.map((name) => [name, undefined])))}
      >
        <FilterTabs
          label={t('Variants')}
          value={search.variants}
          options={variantTabs}
          onChange={(variants) => change({ variants })}
        />
        <ProductFilters search={search} onChange={change} />
        <SortSelect
          value={`${by} ${order}`}
          options={sortOptions}
          onChange={(value) => {
            const [next, direction] = value.split(' ') as [ProductSort, 'asc' | 'desc']
            change(searchOf(productSorts, next, direction))
          }}
        />
      </FilterBar>
      <ListTable
        label={t('Products')}
        query={query}
        columns={columns}
        sorting={{ by, order, onChange: (next) => change(pressed(productSorts, search, next as ProductSort)) }}
        selection={selection}
        picture={(card) => <Thumbnail address={rowAddress(card)} />}
        rowKey={idOf}
        rowLink={linkOf}
        phoneLine={phoneLine}
        empty={
          isFiltered ? (
            <Empty title={t('No product matches')}>
              {t('Another status, category, brand, tag, name or SKU may find it.')}
            </Empty>
          ) : (
            <Empty
              title={t('No products yet')}
              action={
                mayWrite && (
                  <span className="flex flex-wrap justify-center gap-2">
                    {importLink(t('Import a file'))}
                    {create}
                  </span>
                )
              }
            >
              {t('Create the first one, or import a file; customers see what is active.')}
            </Empty>
          )
        }
      />
      <Suspense>
        {isExporting !== undefined && (
          <ExportProducts search={search} total={total} open={isExporting} onClose={() => setExporting(false)} />
        )}
      </Suspense>
      <ChosenBar selection={selection} noun="product" total={total}>
        <Suspense>
          <ChosenProducts selection={selection} />
        </Suspense>
      </ChosenBar>
    </Page>
  )
}
