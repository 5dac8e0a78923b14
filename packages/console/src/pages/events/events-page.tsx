import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { eventNames } from '#console/data/event-names.ts'
import { type ListTotal, shopDay, zoneName, zoneTitle } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Input, Select } from '#console/ui/field.tsx'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { gistOf, subjectOf } from './event-about.ts'
import { type Event, eventsOptions, timeOf } from './event-data.ts'
import type { EventsSearch } from './search.ts'

const columns: Column<Event>[] = [
  { name: t('Event'), cell: ({ event }) => event, className: 'sm:w-56' },
  {
    name: t('About'),
    cell: (event) => <span className="block truncate">{subjectOf(event)}</span>,
    from: 'sm',
    className: 'w-1/2 max-w-0',
  },
  {
    name: t('What'),
    cell: (event) => <span className="block truncate">{gistOf(event)}</span>,
    from: 'md',
    className: 'w-1/2 max-w-0 text-ink-2',
  },
  { name: t('Happened'), cell: (event) => <Time at={timeOf(event)} />, className: 'sm:min-w-32 text-ink-2' },
]

/** All that are kept, unless a day is chosen. */
function countText(total: ListTotal, { since }: EventsSearch): string {
  return since === undefined
    ? t('{total, plural, one {# event} other {# events}} in the last 30 days', { total })
    : t('{total, plural, one {# event} other {# events}}', { total })
}

export function EventsPage() {
  const search = useSearch({ from: '/shell/events' })
  const navigate = useNavigate({ from: '/events' })
  const query = useInfiniteQuery(eventsOptions(search))
  const total = query.data?.pages.at(-1)?.pagination
  const change = (next: Partial<EventsSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const isFiltered = search.event !== undefined || search.since !== undefined
  return (
    <Page title={t('Events')} aside={total && <span className="text-ink-3">{countText(total, search)}</span>}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 lg:px-8">
        <div className="flex max-sm:w-full">
          <FilterSelect
            label={t('Event')}
            value={search.event}
            options={eventNames}
            textOf={(name) => name}
            onChange={(event) => change({ event })}
          />
        </div>
        <span className="flex items-center gap-2 text-ink-2 max-sm:flex-1">
          <span aria-hidden>{t('Since')}</span>
          <Input
            type="date"
            aria-label={t('Since')}
            value={search.since === undefined ? '' : search.since.length > 10 ? shopDay(search.since) : search.since}
            onChange={({ target }) => change({ since: target.value || undefined })}
            className="sm:w-auto!"
          />
          <span className="text-xs text-ink-3" title={t('Days are those of {zoneTitle}', { zoneTitle: zoneTitle() })}>
            {zoneName()}
          </span>
        </span>
        <Select
          aria-label={t('Order')}
          value={search.order ?? ''}
          onChange={({ target }) => change({ order: target.value === 'asc' ? 'asc' : undefined })}
          className="w-auto! sm:ml-auto"
        >
          <option value="">{t('Newest first')}</option>
          <option value="asc">{t('Oldest first')}</option>
        </Select>
      </div>
      <ListTable
        label={t('Events')}
        query={query}
        columns={columns}
        rowKey={(event) => event.id}
        rowLink={(event) => ({ to: '/events/$eventId', params: { eventId: event.id } })}
        phoneLine={(event) => `${subjectOf(event)} · ${gistOf(event)}`}
        empty={
          isFiltered ? (
            <Empty title={t('No event matches')}>{t('Another name or an earlier day may find it.')}</Empty>
          ) : (
            <Empty title={t('No events in the last 30 days')}>
              {t('Changes to orders, payments, stock, products, customers and carts appear here.')}
            </Empty>
          )
        }
      />
    </Page>
  )
}
