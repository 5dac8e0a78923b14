import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shopOptions } from '#console/data/queries.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Input } from '#console/ui/field.tsx'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import { Bound, field, frame, Name } from '#console/ui/range-field.tsx'
import { groupsOptions } from './groups/group-data.ts'
import type { CustomersSearch } from './search.ts'

interface CustomerFiltersProps {
  search: CustomersSearch
  onChange: (next: Partial<CustomersSearch>) => void
}

/** Group, tag, what was spent, and the last order. */
export function CustomerFilters({ search, onChange }: CustomerFiltersProps) {
  const { data: groups = [] } = useQuery(groupsOptions)
  const currency = useQuery(shopOptions).data?.currency ?? ''
  const { group_id: groupId } = search
  const ids = groups.map(({ id }) => id)
  const options = groupId === undefined || ids.includes(groupId) ? ids : [...ids, groupId]
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? t('A deleted group')
  return (
    <>
      {options.length > 0 && (
        <FilterSelect
          label={t('Group')}
          value={groupId}
          options={options}
          textOf={nameOf}
          onChange={(group_id) => onChange({ group_id })}
        />
      )}
      <Tag key={search.tag} value={search.tag ?? ''} onChange={(tag) => onChange({ tag: tag || undefined })} />
      <From name={t('Spent from')}>
        <Bound
          inputMode="decimal"
          autoComplete="off"
          className={cx(field, 'w-20')}
          label={t('Spent from')}
          faultOf={(text) => readAmount(text, currency)?.fault}
          value={search.spent_min?.toString()}
          onChange={(text) => onChange({ spent_min: readAmount(text ?? '', currency)?.amount })}
        />
      </From>
      <From name={t('Ordered since')}>
        <Bound
          type="date"
          min="1970-01-01"
          max="9998-12-31"
          // The words in place of a day are as quiet as those of other empty fields.
          className={cx(field, search.ordered_after === undefined && 'not-focus:text-ink-3')}
          label={t('Ordered since')}
          value={search.ordered_after}
          onChange={(ordered_after) => onChange({ ordered_after })}
        />
      </From>
    </>
  )
}

function From({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={cx(frame, 'max-sm:w-full')}>
      <Name>{name}</Name>
      {children}
    </div>
  )
}

/** Looked for once it is typed: Enter, or another field. */
function Tag({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const apply = () => text.trim() !== value && onChange(text.trim())
  return (
    <Input
      aria-label={t('Tag')}
      placeholder={t('Tag')}
      className="w-32! max-sm:grow max-sm:basis-2/5"
      value={text}
      maxLength={50}
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
