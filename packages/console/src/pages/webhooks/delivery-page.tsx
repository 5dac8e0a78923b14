import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { exactTime } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Code } from '#console/ui/code.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Page, Section, Sections, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { Attempts } from './attempts.tsx'
import { type Delivery, deliveryOptions, type Webhook, webhookKeys, webhookOptions } from './webhook-data.ts'
import { inactive } from './webhook-frame.tsx'
import { DeliveryState } from './webhook-status.tsx'

export function DeliveryPage() {
  const params = useParams({ from: '/shell/webhooks/$webhookId/deliveries/$deliveryId' })
  const { webhookId, deliveryId } = params
  const { data: webhook } = useQuery(webhookOptions(webhookId))
  const { data: delivery, error, refetch } = useQuery(deliveryOptions(webhookId, deliveryId))
  const role = useRefusal('webhooks.write')
  const retry = useChange(
    webhookKeys(webhookId),
    () =>
      read(
        api.POST('/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', {
          params: { path: { webhook_id: webhookId, delivery_id: deliveryId } },
        }),
      ),
    () => toast(t('The delivery is queued again')),
  )
  const back = { label: t('Back to the deliveries'), to: '/webhooks/$webhookId', params: { webhookId } } as const
  if (delivery === undefined) return <PendingPage title={t('Delivery')} back={back} error={error} retry={refetch} />
  return (
    <Page
      title={delivery.event}
      back={back}
      aside={<DeliveryState status={delivery.status} />}
      actions={
        <Button
          look="primary"
          busy={retry.isPending}
          refusal={role ?? (webhook?.active === false ? inactive : onItsWay(delivery))}
          onClick={() => retry.mutate()}
        >
          {t('Retry')}
        </Button>
      }
    >
      <TwoColumns
        asideBelow
        aside={
          <Section title={t('Delivery')}>
            <Facts>
              <Fact name={t('To')}>{webhook?.url}</Fact>
              <Fact name={t('Event')}>
                <Link to="/events/$eventId" params={{ eventId: delivery.event_id }} className={linkClass}>
                  {delivery.event_id}
                </Link>
              </Fact>
              <Fact name={t('Delivery')}>{delivery.id}</Fact>
              <Fact name={t('Queued')}>
                <Time at={delivery.created_at} />
              </Fact>
              <Fact name={t('Changed')}>
                <Time at={delivery.updated_at} />
              </Fact>
              {delivery.next_attempt_at && (
                <Fact name={t('Next attempt')}>
                  <Time at={delivery.next_attempt_at} /> · {whyThen(delivery, webhook)}
                </Fact>
              )}
            </Facts>
          </Section>
        }
      >
        <Sections>
          {retry.error != null && <Notice error={retry.error} advice={t('You now see its current state.')} />}
          <Section title={t('Attempts')}>
            <Attempts delivery={delivery} />
          </Section>
          <Section title={t('Body')}>
            <Code label={t('Body of the request')} text={JSON.stringify(delivery.payload)} />
          </Section>
        </Sections>
      </TwoColumns>
    </Page>
  )
}

/** Why its next attempt is then. */
function whyThen(delivery: Delivery, webhook: Webhook | undefined): string {
  const { next_attempt_reason, attempts } = delivery
  if (next_attempt_reason === 'first_attempt') return t('the first one')
  if (next_attempt_reason === 'retry_after') return t('the receiver asked to wait until then')
  if (webhook?.retry_for === '3 days') {
    return attempts === 0
      ? t('the attempt before was lost, retried for three days')
      : t('{attempts, plural, one {# attempt} other {# attempts}} failed, retried for three days', { attempts })
  }
  return attempts === 0
    ? t('the attempt before was lost')
    : t('{attempts, plural, one {# attempt} other {# attempts}} failed', { attempts })
}

/** Why it cannot be sent again: it is being sent. */
function onItsWay({ status, next_attempt_at }: Delivery): string | undefined {
  if (status === 'delivering') return t('It is being sent.')
  if (status !== 'pending') return undefined
  return next_attempt_at
    ? t('We try again at {time}.', { time: exactTime(next_attempt_at) })
    : t('It is about to be sent.')
}
