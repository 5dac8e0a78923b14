import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { EventName } from '#console/data/event-name.ts'
import { eventNames } from '#console/data/event-names.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Select } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { type Delivery, deliveryOptions, type Webhook, webhookKeys } from './webhook-data.ts'
import { DeliveryState, lastAnswer } from './webhook-status.tsx'

interface TestProps {
  webhook: Webhook
  open: boolean
  onClose: () => void
}

/** Sends a sample event, and stays to show what became of it. */
export function TestDialog({ webhook, open, onClose }: TestProps) {
  const [sent, setSent] = useState<Delivery>()
  const send = useChange(
    webhookKeys(webhook.id),
    (event: EventName | undefined) =>
      read(
        api.POST('/admin/webhooks/{webhook_id}/test', {
          params: { path: { webhook_id: webhook.id } },
          body: event ? { event } : {},
        }),
      ),
    setSent,
  )
  function close(): void {
    setSent(undefined)
    send.reset()
    onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (send.isPending) return
    const chosen = new FormData(event.currentTarget).get('event')
    send.mutate(eventNames.find((name) => name === chosen))
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Send a test')}
      description={t(
        'A sample event goes to this webhook alone, signed and retried like others. Its ids refer ' + 'to nothing.',
      )}
    >
      <form onSubmit={submit} className="mt-4">
        <Field label={t('Event')}>
          <Select name="event">
            <option value="">{t('The first it subscribes to, an order if it can')}</option>
            {eventNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        {send.error != null && <Notice error={send.error} className="mt-4" />}
        {sent && <Result key={sent.id} sent={sent} />}
        <Actions>
          {sent && (
            <Link
              to="/webhooks/$webhookId/deliveries/$deliveryId"
              params={{ webhookId: webhook.id, deliveryId: sent.id }}
              className={buttonClass()}
            >
              {t('Look at the delivery')}
            </Link>
          )}
          <Button type="submit" look="primary" busy={send.isPending}>
            {sent ? t('Send another') : t('Send test')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** Read again until the delivery has ended. */
function Result({ sent }: { sent: Delivery }) {
  const { data } = useQuery(deliveryOptions(sent.webhook_id, sent.id))
  const delivery = data ?? sent
  const last = data?.attempt_log.at(-1)
  return (
    <div role="status" className="mt-4 grid gap-1 rounded p-3 ring-1 ring-line ring-inset">
      <div className="flex justify-between gap-4 font-medium">
        {delivery.event}
        <DeliveryState status={delivery.status} />
      </div>
      <p className="text-ink-2">
        {last === undefined
          ? t('On its way.')
          : t(
              '{attempts, plural, one {# attempt} other {# attempts}}; the last took {milliseconds} ms: ' + '{answer}.',
              { attempts: last.number, milliseconds: last.duration_ms, answer: lastAnswer(delivery) },
            )}
        {delivery.next_attempt_at && last && (
          <> {rich('The next is due at {time}.', { time: <Time at={delivery.next_attempt_at} /> })}</>
        )}
      </p>
    </div>
  )
}
