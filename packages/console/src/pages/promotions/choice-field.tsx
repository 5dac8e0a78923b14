import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { useCategories } from '#console/data/categories.ts'
import { useFacets } from '#console/data/facets.ts'
import { api } from '#console/data/session.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Finder, useTyped } from '#console/ui/finder.tsx'
import { collectionNamesOptions, maxNamed } from './choice-names.ts'
import type { ChoiceDraft, Named } from './promotion-draft.ts'
import { type ChoiceList, type Names, nameKey } from './promotion-sentence.ts'

interface ChoiceFieldProps {
  label: string
  value: ChoiceDraft
  names: Names | undefined
  error: string | undefined
  isRead: boolean
  onChange: (value: ChoiceDraft) => void
}

const kinds: Record<ChoiceList, string> = {
  collection_ids: t('Collection'),
  group_ids: t('Product with variants'),
  product_ids: t('Product'),
  categories: t('Category'),
  tags: t('Tag'),
  brands: t('Brand'),
}

interface Found extends Named {
  name: string
  aside?: string
}

/** What a promotion is for: everything, or what is found by name, without what is excepted. */
export function ChoiceField({ label, value, names, error, isRead, onChange }: ChoiceFieldProps) {
  const group = useId()
  const { all, items, except, notOnSale } = value
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-xs font-medium text-ink-2">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {[true, false].map((everything) => (
          <label key={String(everything)} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={all === everything}
              disabled={isRead}
              onChange={() => onChange({ ...value, all: everything })}
              className="size-4 accent-(--accent)"
            />
            {everything ? t('Everything') : t('Chosen products')}
          </label>
        ))}
      </div>
      {!all && (
        <Picker
          label={t('{label}: find products, collections, categories, tags, brands', { label })}
          items={items}
          names={names}
          isRead={isRead}
          isWrong={error !== undefined}
          onChange={(next) => onChange({ ...value, items: next })}
        />
      )}
      {error !== undefined && <p className="text-xs text-bad">{error}</p>}
      <details open={except.length > 0 || notOnSale || undefined}>
        <summary className="w-fit cursor-pointer rounded text-ink-2 hover:text-ink">{t('Except some')}</summary>
        <div className="mt-2 grid gap-2">
          <Picker
            label={t('{label}: find what is excepted', { label })}
            items={except}
            names={names}
            isRead={isRead}
            isWrong={false}
            onChange={(next) => onChange({ ...value, except: next })}
          />
          <Checkbox
            checked={notOnSale}
            disabled={isRead}
            onChange={({ target }) => onChange({ ...value, notOnSale: target.checked })}
          >
            {t('Not what is on sale')}
          </Checkbox>
        </div>
      </details>
    </fieldset>
  )
}

interface PickerProps {
  label: string
  items: readonly Named[]
  names: Names | undefined
  isRead: boolean
  isWrong: boolean
  onChange: (items: readonly Named[]) => void
}

function Picker({ label, items, names, isRead, isWrong, onChange }: PickerProps) {
  const [typed, settled, type] = useTyped()
  const { found, isStale } = useFound(settled, typed)
  const left = found?.filter((one) => !items.some(({ list, value }) => list === one.list && value === one.value))
  return (
    <div className="grid gap-2">
      {!isRead && (
        <Finder
          label={label}
          placeholder={t('Name, SKU, collection, category, tag, brand')}
          typed={typed}
          onType={type}
          found={left}
          isStale={isStale}
          invalid={isWrong}
          keyOf={({ list, value }) => `${list} ${value}`}
          rowOf={({ list, name, aside }) => (
            <>
              <span className="min-w-0 truncate">
                {name} {aside && <span className="text-ink-3">{aside}</span>}
              </span>
              <span className="ml-auto shrink-0 text-xs text-ink-3">{kinds[list]}</span>
            </>
          )}
          onChoose={({ list, value }) => onChange([...items, { list, value }])}
        />
      )}
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('{label}: chosen', { label })}>
          {items.slice(0, maxNamed).map((item) => {
            const name = names?.get(nameKey(item.list, item.value)) ?? nameless(item)
            return (
              <li
                key={`${item.list} ${item.value}`}
                className="flex min-h-7 items-center gap-1 rounded bg-paper-3 px-2"
              >
                <span className="text-ink-3">{kinds[item.list]}</span>
                <span className="wrap-anywhere">{name}</span>
                {!isRead && (
                  <button
                    type="button"
                    aria-label={t('Remove {name}', { name })}
                    onClick={() => onChange(items.filter((one) => one !== item))}
                    className="-mr-1 rounded p-1 text-ink-3 hover:text-ink"
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                )}
              </li>
            )
          })}
          {items.length > maxNamed && (
            <li className="flex min-h-7 items-center px-2 text-ink-3">
              {t('and {items} more', { items: count(items.length - maxNamed) })}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** An id without a name is of what is deleted. */
const nameless = ({ list, value }: Named) => (list.endsWith('_ids') ? t('a deleted one') : value)

/** What is called so. A category, tag or brand can also be typed in full: those of drafts are in no list. */
function useFound(settled: string, typed: string): { found: readonly Found[] | undefined; isStale: boolean } {
  const hasText = settled !== ''
  const products = useQuery({
    queryKey: ['products', 'to name', settled],
    queryFn: ({ signal }) => {
      const query = { q: settled, limit: 6, variants: 'one' } as const
      return read(api.GET('/admin/products', { params: { query }, signal }))
    },
    enabled: hasText,
    placeholderData: (before) => before,
  })
  const collections = useQuery({ ...collectionNamesOptions, enabled: hasText })
  const categories = useCategories(undefined)
  const { tags, brands } = useFacets()
  if (!hasText) return { found: undefined, isStale: typed.trim() !== '' }
  const has = (name: string) => name.toLowerCase().includes(settled.toLowerCase())
  const texts = (list: 'categories' | 'tags' | 'brands', values: readonly string[]): Found[] =>
    values
      .filter(has)
      .slice(0, 4)
      .map((value) => ({ list, value, name: value }))
  const exact = (values: readonly string[]) => values.some((value) => value.toLowerCase() === settled.toLowerCase())
  const asTyped = (list: 'categories' | 'tags' | 'brands', values: readonly string[]): Found[] =>
    exact(values) ? [] : [{ list, value: settled, name: `“${settled}”` }]
  const found: Found[] = [
    ...(collections.data ?? [])
      .filter(({ name }) => has(name))
      .slice(0, 4)
      .map(({ id, name }): Found => ({ list: 'collection_ids', value: id, name })),
    ...texts('categories', categories),
    ...texts('tags', tags),
    ...texts('brands', brands),
    ...(products.data?.items ?? []).map(
      ({ id, group_id, name, sku, group }): Found =>
        group === undefined
          ? { list: 'product_ids', value: id, name, aside: sku }
          : { list: 'group_ids', value: group_id ?? id, name: group.name },
    ),
    ...asTyped('tags', tags),
    ...asTyped('categories', categories),
    ...asTyped('brands', brands),
  ]
  return { found, isStale: settled !== typed.trim() || products.isPlaceholderData || products.isPending }
}
