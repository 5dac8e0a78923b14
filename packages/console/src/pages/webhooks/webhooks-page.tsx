import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMay } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { type Webhook, webhooksOptions } from './webhook-data.ts'
import { WebhookState } from './webhook-status.tsx'

const columns: Column<Webhook>[] = [
  { name: t('Address'), cell: (webhook) => webhook.url, className: 'sm:w-full sm:max-w-0' },
  {
    name: t('Description'),
    cell: (webhook) => <span className="block max-w-60 truncate">{webhook.description ?? '—'}</span>,
    from: 'xl',
    className: 'min-w-40 text-ink-2',
  },
  {
    name: t('Events'),
    cell: (webhook) => <span title={webhook.events.join(', ')}>{eventsOf(webhook)}</span>,
    from: 'sm',
    className: 'min-w-28 text-ink-2 whitespace-nowrap',
  },
  { name: t('State'), cell: (webhook) => <WebhookState webhook={webhook} />, from: 'sm', className: 'min-w-28' },
  {
    name: t('Created'),
    cell: (webhook) => <Time at={webhook.created_at} />,
    from: 'lg',
    className: 'min-w-32 text-ink-2',
  },
]

function eventsOf({ events }: Webhook): string {
  if (events.includes('*')) return t('All events')
  const [first] = events
  return events.length === 1 && first
    ? first
    : t('{event} and {more, plural, one {# more} other {# more}}', { event: first, more: events.length - 1 })
}

export function WebhooksPage() {
  const query = useInfiniteQuery(webhooksOptions)
  const mayWrite = useMay('webhooks.write')
  const total = query.data?.pages.at(-1)?.pagination
  const create = mayWrite && (
    <Link to="/webhooks/new" className={buttonClass('primary')}>
      <Plus aria-hidden />
      {t('New webhook')}
    </Link>
  )
  return (
    <Page
      title={t('Webhooks')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# webhook} other {# webhooks}}', { total })}</span>
        )
      }
      actions={create}
    >
      <ListTable
        label={t('Webhooks')}
        query={query}
        columns={columns}
        rowKey={(webhook) => webhook.id}
        rowLink={(webhook) => ({ to: '/webhooks/$webhookId', params: { webhookId: webhook.id } })}
        phoneLine={(webhook) => (
          <span className="flex gap-1">
            <WebhookState webhook={webhook} /> · {eventsOf(webhook)}
          </span>
        )}
        empty={
          <Empty title={t('No webhooks yet')} action={create}>
            {t('A webhook tells another system, such as a warehouse or a mailing list, what happens in the ' + 'shop.')}
          </Empty>
        }
      />
    </Page>
  )
}
