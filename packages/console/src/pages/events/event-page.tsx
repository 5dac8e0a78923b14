import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { meanings } from '#console/data/event-names.ts'
import { askEvery } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { nextLook } from '#console/pages/webhooks/next-look.ts'
import { type Delivery, webhooksOptions } from '#console/pages/webhooks/webhook-data.ts'
import { DeliveryState, lastAnswer } from '#console/pages/webhooks/webhook-status.tsx'
import { Code } from '#console/ui/code.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Page, Section, Sections, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Time } from '#console/ui/time.tsx'
import { aboutOf } from './event-about.ts'
import { eventOptions, timeOf } from './event-data.ts'

export function EventPage() {
  const { eventId } = useParams({ from: '/shell/events/$eventId' })
  const {
    data: event,
    error,
    refetch,
  } = useQuery({
    ...eventOptions(eventId),
    refetchInterval: ({ state: { data } }) => data !== undefined && askEvery(nextLook(data.deliveries)),
  })
  const back = { label: t('Back to the events'), to: '/events' } as const
  if (event === undefined) return <PendingPage title={t('Event')} back={back} error={error} retry={refetch} />
  const { deliveries, is_test, ...envelope } = event
  // The ids of a sample refer to nothing.
  const about = is_test ? [] : aboutOf(event)
  return (
    <Page title={event.event} back={back} aside={<span className="text-ink-3">{meanings[event.event]}</span>}>
      <TwoColumns
        asideBelow
        aside={
          <Section title={t('Event')}>
            <Facts>
              <Fact name={t('Happened')}>
                <Time at={timeOf(event)} />
              </Fact>
              {about.map(({ kind, text, link }) => (
                <Fact key={kind} name={kind}>
                  <Link {...link} className={linkClass}>
                    {text}
                  </Link>
                </Fact>
              ))}
              {is_test && <Fact name={t('Sample')}>{t('Of a test: its ids refer to nothing.')}</Fact>}
              <Fact name={t('Id')}>{event.id}</Fact>
              <Fact name={t('API version')}>{event.api_version}</Fact>
            </Facts>
          </Section>
        }
      >
        <Sections>
          <Section title={t('Deliveries')}>
            <Deliveries deliveries={deliveries} />
          </Section>
          <Section title={t('Body')}>
            <Code label={t('Body of the event')} text={JSON.stringify(envelope)} />
          </Section>
        </Sections>
      </TwoColumns>
    </Page>
  )
}

/** To whom it was sent, and what they said. */
function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  // All of them: a shop has at most 100.
  const { data } = useInfiniteQuery(webhooksOptions)
  if (deliveries.length === 0) return <p className="text-ink-2">{t('No webhook was subscribed to it.')}</p>
  const urls = new Map(data?.pages.flatMap(({ items }) => items.map(({ id, url }) => [id, url])))
  return (
    <ul>
      {deliveries.map((delivery) => (
        <li
          key={delivery.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 last:border-b"
        >
          <Link
            to="/webhooks/$webhookId/deliveries/$deliveryId"
            params={{ webhookId: delivery.webhook_id, deliveryId: delivery.id }}
            className={`${linkClass} truncate font-medium`}
          >
            {urls.get(delivery.webhook_id) ?? delivery.webhook_id}
          </Link>
          <DeliveryState status={delivery.status} />
          <span className="truncate text-ink-3">
            {t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts: delivery.attempts })}
            {delivery.attempts > 0 && ` · ${lastAnswer(delivery)}`}
          </span>
          <span className="text-right text-ink-3">
            <Time at={delivery.updated_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
