import type { Schemas } from '@commerce-platform/client'
import { money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { Available, ProductState } from './product-status.tsx'

export type Card = Schemas['Card']

/** A group's name, and what its variants differ in; of a product its name. */
function Name({ name, group, options }: Card) {
  if (group === undefined) return name
  return (
    <>
      {group.name}
      <span className="ml-2 font-normal text-ink-3 max-sm:hidden">{Object.keys(options).join(', ')}</span>
    </>
  )
}

export function priceText({ price, currency, group }: Card): string {
  const { min, max } = group?.price_range ?? { min: price, max: price }
  return min === max ? money(min, currency) : `${money(min, currency)} – ${money(max, currency)}`
}

/** Of a group only whether there is anything: its page tells of each variant. */
function Stock({ available, group }: Card) {
  if (group === undefined) return <Available units={available} />
  return group.available ? t('In stock') : <span className="text-bad">{t('Sold out')}</span>
}

export function phoneLine({ sku, status, available, group }: Card): string {
  if (group === undefined) return [sku, words(status), t('{count} available', { count: available })].join(' · ')
  return [
    t('{variants, plural, one {# variant} other {# variants}}', { variants: group.variant_count }),
    words(status),
    group.available ? t('In stock') : t('Sold out'),
  ].join(' · ')
}

export const columns: Column<Card>[] = [
  { name: t('Product'), sort: 'name', cell: Name, className: 'sm:w-full sm:max-w-0' },
  {
    name: 'SKU',
    cell: ({ sku, group }) =>
      group === undefined
        ? sku
        : t('{variant_count, plural, one {# variant} other {# variants}}', { variant_count: group.variant_count }),
    from: 'sm',
    className: 'min-w-28 max-w-40 truncate text-ink-2',
  },
  {
    name: t('Category'),
    cell: (product) => product.category ?? '—',
    from: 'lg',
    className: 'min-w-32 max-w-48 truncate text-ink-2',
  },
  {
    name: t('Brand'),
    cell: (product) => product.brand ?? '—',
    from: 'xl',
    className: 'min-w-24 max-w-40 truncate text-ink-2',
  },
  { name: t('Status'), cell: (product) => <ProductState status={product.status} />, from: 'sm', className: 'min-w-28' },
  { name: t('Available'), cell: Stock, numeric: true, from: 'md', className: 'min-w-24 whitespace-nowrap' },
  { name: t('Price'), sort: 'price', cell: priceText, numeric: true, className: 'min-w-24 whitespace-nowrap' },
]
