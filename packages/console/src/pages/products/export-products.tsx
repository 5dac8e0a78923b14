import { files } from '#console/data/session.ts'
import { type ListTotal, pluralTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { ExportDialog, type FileFormat } from '#console/ui/export-dialog.tsx'
import { filtersOf, type ProductsSearch } from './search.ts'

interface ExportProductsProps {
  search: ProductsSearch
  total: ListTotal | undefined
  open: boolean
  onClose: () => void
}

/** A file of the list as it is filtered. */
export function ExportProducts({ search, total, open, onClose }: ExportProductsProps) {
  return (
    <ExportDialog
      open={open}
      onClose={onClose}
      name="products"
      description={exportedOf(search, total)}
      download={(format, signal) => download(search, format, signal)}
    />
  )
}

/** Brands and tags narrow no file. */
async function download(search: ProductsSearch, format: FileFormat, signal: AbortSignal) {
  const { brand: _, tag: __, ...filters } = filtersOf(search)
  const params = { query: { ...filters, format } }
  const { data } = await files.GET('/admin/products/export', { params, parseAs: 'stream', signal })
  return data
}

function exportedOf(search: ProductsSearch, total: ListTotal | undefined): string {
  if (search.brand ?? search.tag)
    return t('Also products of other brands and tags: choose rows for a file of these alone.')
  const products = total === undefined ? 'products' : pluralTotal(total, search.variants ? 'SKU' : 'product')
  const which =
    Object.keys(filtersOf(search)).length > 0
      ? t('The {products} found', { products })
      : t('All {products}', { products })
  return t('{which}, with stock, oldest first. Imported again, the file changes nothing.', { which })
}
