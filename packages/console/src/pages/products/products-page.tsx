import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { useCallback } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { listOptions } from '#console/data/queries.ts'
import { api, files } from '#console/data/session.ts'
import { money, pluralTotal, words } from '#console/lib/format.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { ExportButton } from '#console/ui/export-button.tsx'
import type { FileFormat } from '#console/ui/export-dialog.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { Available, ProductState } from './product-status.tsx'
import { type ProductsSearch, productStatuses } from './search.ts'

type Product = Schemas['Product']

const productsOptions = (search: ProductsSearch) =>
  listOptions(['products', search], (page, signal) =>
    read(api.GET('/admin/products', { params: { query: { ...search, ...page } }, signal })),
  )

const columns: Column<Product>[] = [
  { name: 'Product', cell: (product) => product.name, className: 'sm:w-full sm:max-w-0' },
  { name: 'SKU', cell: (product) => product.sku, from: 'sm', className: 'min-w-28 max-w-40 truncate text-ink-2' },
  {
    name: 'Category',
    cell: (product) => product.category ?? '—',
    from: 'lg',
    className: 'min-w-32 max-w-48 truncate text-ink-2',
  },
  { name: 'Status', cell: (product) => <ProductState status={product.status} />, from: 'sm', className: 'min-w-28' },
  {
    name: 'Changed',
    cell: (product) => <Time at={product.updated_at} />,
    from: 'xl',
    className: 'min-w-32 text-ink-2',
  },
  {
    name: 'Available',
    cell: (product) => <Available units={product.available} />,
    numeric: true,
    from: 'md',
    className: 'min-w-24',
  },
  { name: 'Price', cell: (product) => money(product.price, product.currency), numeric: true, className: 'min-w-24' },
]

async function downloadProducts(status: ProductsSearch['status'], format: FileFormat, signal: AbortSignal) {
  const params = { query: { format, ...(status && { status }) } }
  const { data } = await files.GET('/admin/products/export', { params, parseAs: 'stream', signal })
  return data
}

/** The export has no search. */
function exportedOf({ status, q }: ProductsSearch): string {
  const which = `Every ${status ?? ''} product`.replace('  ', ' ')
  const left = q === undefined ? '' : ` also those that “${q}” does not find,`
  return `${which},${left} with its stock, oldest first. Imported again, the file changes nothing.`
}

const tabs = [{ value: undefined, text: 'All' }, ...productStatuses.map((value) => ({ value, text: words(value) }))]

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
  const isFiltered = search.status !== undefined || search.q !== undefined
  const create = mayWrite && (
    <Link to="/products/new" className={buttonClass('primary')}>
      <Plus aria-hidden />
      New product
    </Link>
  )
  return (
    <Page
      title="Products"
      aside={total && <span className="text-ink-3">{pluralTotal(total, 'product')}</span>}
      actions={
        <>
          <SavedViews />
          <ExportButton
            name="products"
            description={exportedOf(search)}
            download={(format, signal) => downloadProducts(search.status, format, signal)}
          />
          {mayWrite && (
            <Link to="/products/import" className={buttonClass()}>
              <Upload aria-hidden />
              Import
            </Link>
          )}
          {create}
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <FilterTabs label="Status" value={search.status} options={tabs} onChange={(status) => change({ status })} />
        <SearchField label="Name or SKU" value={search.q ?? ''} onChange={changeText} />
      </div>
      <ListTable
        label="Products"
        query={query}
        columns={columns}
        rowKey={(product) => product.id}
        rowLink={(product) => ({ to: '/products/$productId', params: { productId: product.id } })}
        phoneLine={(product) => `${product.sku} · ${words(product.status)} · ${product.available} available`}
        empty={
          isFiltered ? (
            <Empty title="No product matches">Another status, name or SKU may find it.</Empty>
          ) : (
            <Empty title="No products yet" action={create}>
              Create the first one, or import a file; customers see what is active.
            </Empty>
          )
        }
      />
    </Page>
  )
}
