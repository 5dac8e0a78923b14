import { useFacets } from '#console/data/facets.ts'
import { t } from '#console/lib/text.ts'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import type { ProductsSearch } from './search.ts'

interface ProductFiltersProps {
  search: ProductsSearch
  onChange: (next: Partial<ProductsSearch>) => void
}

/** Category, brand and tag, of those that products for sale have; and whether each variant has a row. */
export function ProductFilters({ search, onChange }: ProductFiltersProps) {
  const { categories, brands, tags } = useFacets()
  return (
    <>
      <FacetSelect
        label={t('Category')}
        value={search.category}
        values={categories}
        onChange={(category) => onChange({ category })}
      />
      <FacetSelect label={t('Brand')} value={search.brand} values={brands} onChange={(brand) => onChange({ brand })} />
      <FacetSelect label={t('Tag')} value={search.tag} values={tags} onChange={(tag) => onChange({ tag })} />
    </>
  )
}

interface FacetSelectProps {
  label: string
  value: string | undefined
  values: readonly string[]
  onChange: (value: string | undefined) => void
}

function FacetSelect({ label, value, values, onChange }: FacetSelectProps) {
  const options = value === undefined || values.includes(value) ? values : [...values, value]
  if (options.length === 0) return null
  return <FilterSelect label={label} value={value} options={options} textOf={(name) => name} onChange={onChange} />
}
