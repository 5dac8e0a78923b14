import { files } from '#console/data/session.ts'
import type { ListTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { ExportDialog, type FileFormat } from '#console/ui/export-dialog.tsx'
import { countOf } from './count-of.ts'
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
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  const which =
    total === undefined
      ? isFiltered
        ? t('The products found, with stock, oldest first.')
        : t('All products, with stock, oldest first.')
      : isFiltered
        ? t('The {count} found, with stock, oldest first.', { count: countOf(total, search.variants) })
        : t('All {count}, with stock, oldest first.', { count: countOf(total, search.variants) })
  return `${which} ${t('Imported again, the file changes nothing.')}`
}
