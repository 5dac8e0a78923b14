import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { NewLink } from '#console/ui/new-link.tsx'
import { Page } from '#console/ui/page.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { cardName, type GiftCard, giftCardsOptions, giftCardTones } from './gift-card-data.ts'
import { type GiftCardsSearch, giftCardStatuses } from './search.ts'

const NewGiftCard = lazy(() => import('./new-gift-card.tsx').then((module) => ({ default: module.NewGiftCard })))

const about = ({ email, note }: GiftCard) => [email, note].filter(Boolean).join(' · ')

const columns: Column<GiftCard>[] = [
  { name: t('Card'), cell: cardName, className: 'min-w-28 tabular-nums' },
  {
    name: t('For'),
    cell: (card) => <span className="block truncate">{about(card) || '—'}</span>,
    from: 'sm',
    className: 'sm:w-full sm:max-w-0 text-ink-2',
  },
  {
    name: t('Status'),
    cell: ({ status }) => <Status tone={giftCardTones[status]}>{status}</Status>,
    className: 'min-w-28',
  },
  {
    name: t('From'),
    cell: ({ origin }) => (origin === 'granted' ? t('Given') : words(origin)),
    from: 'lg',
    className: 'min-w-24 text-ink-2',
  },
  {
    name: t('Expires'),
    cell: ({ expires_at: at }) => (at === null ? '—' : <Time at={at} />),
    from: 'lg',
    className: 'min-w-28 text-ink-2',
  },
  { name: t('Made'), cell: ({ created_at: at }) => <Time at={at} />, from: 'md', className: 'min-w-28 text-ink-2' },
  {
    name: t('At first'),
    cell: ({ initial_balance, currency }) => money(initial_balance, currency),
    numeric: true,
    from: 'md',
    className: 'min-w-24 text-ink-2',
  },
  {
    name: t('Balance'),
    cell: ({ balance, currency }) => money(balance, currency),
    numeric: true,
    className: 'min-w-24',
  },
]

const tabs = [{ value: undefined, text: t('All') }, ...giftCardStatuses.map((value) => ({ value, text: words(value) }))]

export function GiftCardsPage() {
  const search = useSearch({ from: '/shell/gift-cards' })
  const navigate = useNavigate({ from: '/gift-cards' })
  const query = useInfiniteQuery(giftCardsOptions(search))
  const total = query.data?.pages.at(-1)?.pagination
  const change = useCallback(
    (next: Partial<GiftCardsSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const changeText = useCallback((q: string) => change({ q: q || undefined }), [change])
  const create = (
    <NewLink to="/gift-cards" search={{ ...search, open: 'new' }} refusal={useRefusal('gift_cards.write')}>
      {t('New gift card')}
    </NewLink>
  )
  return (
    <Page
      title={t('Gift cards')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# gift card} other {# gift cards}}', { total })}</span>
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
        <SearchField label={t('Last four, e-mail, note')} value={search.q ?? ''} onChange={changeText} />
      </div>
      <ListTable
        label={t('Gift cards')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/gift-cards/$giftCardId', params: { giftCardId: id } })}
        phoneLine={(card) => about(card) || `of ${money(card.initial_balance, card.currency)}`}
        empty={
          search.status === undefined && search.q === undefined ? (
            <Empty title={t('No gift cards yet')} action={create}>
              {t('A gift card pays orders by its code, until it is spent.')}
            </Empty>
          ) : (
            <Empty title={t('No gift card matches')}>{t('Another status or text may find it.')}</Empty>
          )
        }
      />
      <Suspense>{search.open === 'new' && <NewGiftCard onClose={() => change({ open: undefined })} />}</Suspense>
    </Page>
  )
}
