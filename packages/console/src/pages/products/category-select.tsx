import { useCategories } from '#console/data/categories.ts'
import { t } from '#console/lib/text.ts'
import { FilterSelect } from '#console/ui/filter-select.tsx'

interface CategorySelectProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Nothing to choose where no product for sale has a category. */
export function CategorySelect({ value, onChange }: CategorySelectProps) {
  const categories = useCategories(value)
  if (categories.length === 0) return null
  return (
    <FilterSelect
      label={t('Category')}
      value={value}
      options={categories}
      textOf={(name) => name}
      onChange={onChange}
    />
  )
}
