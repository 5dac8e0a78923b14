import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { count, words } from '#console/lib/format.ts'
import { itemsOf } from '#console/lib/list-items.ts'
import { t } from '#console/lib/text.ts'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { NewLink } from '#console/ui/new-link.tsx'
import { Page } from '#console/ui/page.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { collectionNamesOptions } from './choice-names.ts'
import { type Promotion, promotionsOptions, promotionTones } from './promotion-data.ts'
import { kindTexts } from './promotion-draft.ts'
import { lastMoment, type Names, nameKey, sentenceOf } from './promotion-sentence.ts'
import { type PromotionsSearch, promotionKinds, promotionStatuses } from './search.ts'

export function codeText({ code, has_codes, code_count }: Promotion): string {
  if (code !== null) return code
  return has_codes ? t('{code_count, plural, one {# code} other {# codes}}', { code_count }) : t('None')
}

const usesText = ({ used_count, usage_limit }: Promotion) =>
  usage_limit === null ? count(used_count) : t('{used} of {limit}', { used: used_count, limit: usage_limit })

function columnsOf(names: Names, currency: string): Column<Promotion>[] {
  const does = (promotion: Promotion) => (currency === '' ? '' : sentenceOf(promotion, names, currency))
  return [
    { name: t('Name'), cell: ({ name }) => name, className: 'sm:min-w-44 sm:max-w-60 truncate' },
    {
      name: t('What it does'),
      cell: (promotion) => (
        <span className="block truncate" title={does(promotion)}>
          {does(promotion)}
        </span>
      ),
      from: 'md',
      className: 'md:w-full md:max-w-0 text-ink-2',
    },
    { name: t('Code'), cell: codeText, from: 'sm', className: 'min-w-28 max-w-44 truncate tabular-nums' },
    {
      name: t('Status'),
      cell: ({ status }) => <Status tone={promotionTones[status]}>{status}</Status>,
      className: 'min-w-28',
    },
    {
      name: t('Ends'),
      cell: ({ ends_at: at }) => (at === null ? '—' : <Time at={lastMoment(at)} />),
      from: 'lg',
      className: 'min-w-28 text-ink-2',
    },
    { name: t('Orders'), cell: usesText, numeric: true, from: 'sm', className: 'min-w-24 whitespace-nowrap' },
  ]
}

const none: Names = new Map()
const tabs = [undefined, ...promotionStatuses].map((value) => ({ value, text: value ? words(value) : t('All') }))

export function PromotionsPage() {
  const search = useSearch({ from: '/shell/promotions' })
  const navigate = useNavigate({ from: '/promotions' })
  const query = useInfiniteQuery(promotionsOptions(search))
  const change = useCallback(
    (next: Partial<PromotionsSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const changeText = useCallback((q: string) => change({ q: q.trim() || undefined }), [change])
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const { data: shop } = useQuery(shopOptions)
  const isNamed = query.data !== undefined && itemsOf(query.data).some((one) => one.applies_to.collection_ids?.length)
  const { data: collections } = useQuery({ ...collectionNamesOptions, enabled: isNamed })
  const currency = shop?.currency ?? ''
  const columns = useMemo(() => {
    const names = collections?.map(({ id, name }) => [nameKey('collection_ids', id), name] as const)
    return columnsOf(names === undefined ? none : new Map(names), currency)
  }, [collections, currency])
  const total = query.data?.pages.at(-1)?.pagination
  const create = (
    <NewLink to="/promotions/new" refusal={useRefusal('promotions.write')}>
      {t('New promotion')}
    </NewLink>
  )
  return (
    <Page
      title={t('Promotions')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# promotion} other {# promotions}}', { total })}</span>
        )
      }
      actions={create}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <FilterTabs
          label={t('Status')}
          value={search.status}
          options={tabs}
          onChange={(status) => change({ status })}
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <FilterSelect
            label={t('Kind')}
            value={search.kind}
            options={promotionKinds}
            textOf={(kind) => kindTexts[kind]}
            onChange={(kind) => change({ kind })}
          />
          <SearchField label={t('Name or code')} value={search.q ?? ''} onChange={changeText} />
        </div>
      </div>
      <ListTable
        label={t('Promotions')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/promotions/$promotionId', params: { promotionId: id } })}
        phoneLine={(promotion) =>
          [
            codeText(promotion) === 'None' ? t('Without a code') : codeText(promotion),
            t('{uses} orders', { uses: usesText(promotion) }),
          ].join(' · ')
        }
        empty={
          isFiltered ? (
            <Empty title={t('No promotion matches')}>{t('Another filter, name or code may find it.')}</Empty>
          ) : (
            <Empty title={t('No promotions yet')} action={create}>
              {t('A promotion is a discount: with a code such as SUMMER-10, or automatic.')}
            </Empty>
          )
        }
      />
    </Page>
  )
}
