import type { Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay } from '#console/data/permissions.ts'
import { count, inSentence, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { rowAddress } from '#console/ui/pictures/addresses.ts'
import { Empty } from '#console/ui/states.tsx'
import { Thumbnail } from '#console/ui/thumbnail.tsx'
import { Time } from '#console/ui/time.tsx'
import { ProductState } from '../products/product-status.tsx'
import { collectionsOptions } from './collection-data.ts'
import { sortTexts } from './rule-texts.ts'

type Collection = Schemas['Collection']

const kindOf = ({ rules }: Collection) => (rules === null ? t('By hand') : t('By rules'))

const columns: Column<Collection>[] = [
  { name: t('Name'), cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: t('Filled'), cell: kindOf, from: 'sm', className: 'min-w-28 text-ink-2' },
  { name: t('Order of products'), cell: ({ sort }) => sortTexts[sort], from: 'lg', className: 'min-w-36 text-ink-2' },
  { name: t('Status'), cell: ({ status }) => <ProductState status={status} />, from: 'sm', className: 'min-w-28' },
  {
    name: t('Changed'),
    cell: ({ updated_at: at }) => <Time at={at} />,
    from: 'xl',
    className: 'min-w-32 text-ink-2',
  },
  {
    name: t('Products'),
    cell: (collection) => count(collection.product_count),
    numeric: true,
    from: 'sm',
    className: 'min-w-24',
  },
]

export function CollectionsPage() {
  const query = useInfiniteQuery(collectionsOptions)
  const mayWrite = useMay('products.write')
  const total = query.data?.pages.at(-1)?.pagination
  const create = mayWrite && (
    <Link to="/collections/new" className={buttonClass('primary')}>
      <Plus aria-hidden />
      {t('New collection')}
    </Link>
  )
  return (
    <Page
      title={t('Collections')}
      aside={
        total && (
          <span className="text-ink-3">
            {t('{total, plural, one {# collection} other {# collections}}', { total })}
          </span>
        )
      }
      actions={create}
    >
      <ListTable
        label={t('Collections')}
        query={query}
        columns={columns}
        picture={(collection) => <Thumbnail address={rowAddress(collection)} />}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/collections/$collectionId', params: { collectionId: id } })}
        phoneLine={(collection) =>
          [
            t('{count, plural, one {# product} other {# products}}', { count: collection.product_count }),
            inSentence(kindOf(collection)),
            words(collection.status),
          ].join(' · ')
        }
        empty={
          <Empty title={t('No collections yet')} action={create}>
            {t(
              'A collection shows products together: put in by hand, or found by rules, such as all with ' +
                'the tag “summer”.',
            )}
          </Empty>
        }
      />
    </Page>
  )
}
