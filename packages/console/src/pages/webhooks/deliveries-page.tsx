import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { eventNames } from '#console/data/event-names.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { type DeliveriesSearch, deliveryStatuses } from './search.ts'
import { type Delivery, deliveriesOptions } from './webhook-data.ts'
import { WebhookFrame } from './webhook-frame.tsx'
import { DeliveryState, lastAnswer } from './webhook-status.tsx'

const columns: Column<Delivery>[] = [
  { name: t('Event'), cell: (delivery) => delivery.event, className: 'sm:w-56' },
  { name: t('Status'), cell: (delivery) => <DeliveryState status={delivery.status} />, className: 'sm:min-w-28' },
  {
    name: t('Last answer'),
    cell: (delivery) => <span className="block truncate">{lastAnswer(delivery)}</span>,
    from: 'sm',
    className: 'text-ink-2 max-w-0 w-1/3',
  },
  {
    name: t('Attempts'),
    cell: (delivery) => count(delivery.attempts),
    numeric: true,
    from: 'md',
    className: 'min-w-20',
  },
  {
    name: t('Next attempt'),
    cell: ({ next_attempt_at }) => (next_attempt_at ? <Time at={next_attempt_at} /> : '—'),
    from: 'lg',
    className: 'min-w-32 text-ink-2',
  },
  {
    name: t('Queued'),
    cell: (delivery) => <Time at={delivery.created_at} />,
    from: 'sm',
    className: 'min-w-32 text-ink-2',
  },
]

const statusTexts: Record<(typeof deliveryStatuses)[number], string> = {
  pending: t('Pending'),
  delivering: t('Delivering'),
  delivered: t('Delivered'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
}
const tabs = [
  { value: undefined, text: t('All') },
  ...deliveryStatuses.map((value) => ({ value, text: statusTexts[value] })),
]

export function DeliveriesPage() {
  const { webhookId } = useParams({ from: '/shell/webhooks/$webhookId' })
  const search = useSearch({ from: '/shell/webhooks/$webhookId' })
  const navigate = useNavigate({ from: '/webhooks/$webhookId' })
  const query = useInfiniteQuery(deliveriesOptions(webhookId, search))
  const total = query.data?.pages.at(-1)?.pagination
  const change = (next: Partial<DeliveriesSearch>) =>
    navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const isFiltered = search.status !== undefined || search.event !== undefined
  return (
    <WebhookFrame id={webhookId}>
      {() => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
            <FilterTabs
              label={t('Status')}
              value={search.status}
              options={tabs}
              onChange={(status) => change({ status })}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full">
              {total && (
                <span className="text-ink-3">
                  {t('{total, plural, one {# delivery} other {# deliveries}}', { total })}
                </span>
              )}
              <FilterSelect
                label={t('Event')}
                value={search.event}
                options={eventNames}
                textOf={(name) => name}
                onChange={(event) => change({ event })}
              />
            </div>
          </div>
          <ListTable
            label={t('Deliveries')}
            query={query}
            columns={columns}
            rowKey={(delivery) => delivery.id}
            rowLink={(delivery) => ({
              to: '/webhooks/$webhookId/deliveries/$deliveryId',
              params: { webhookId, deliveryId: delivery.id },
            })}
            phoneLine={(delivery) => (
              <>
                <Time at={delivery.created_at} /> ·{' '}
                {t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts: delivery.attempts })} ·{' '}
                {lastAnswer(delivery)}
              </>
            )}
            empty={
              isFiltered ? (
                <Empty title={t('No delivery matches')}>{t('Another status or event may find it.')}</Empty>
              ) : (
                <Empty title={t('No deliveries in the last 30 days')}>
                  {t(
                    'They appear here as soon as an event happens that this webhook subscribes to. Send a test ' +
                      'to try it.',
                  )}
                </Empty>
              )
            }
          />
        </>
      )}
    </WebhookFrame>
  )
}
