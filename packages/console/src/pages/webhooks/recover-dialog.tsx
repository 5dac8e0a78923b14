import { read, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import type { ListTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { type Webhook, webhookKeys } from './webhook-data.ts'

interface RecoverProps {
  webhook: Webhook
  /** Deliveries of the last 30 days that failed. */
  failed: ListTotal | undefined
  open: boolean
  onClose: () => void
}

const dayMs = 86_400_000

/** Sends what failed in a range of time again. */
export function RecoverDialog({ webhook, failed, open, onClose }: RecoverProps) {
  const [answer, setAnswer] = useState<Schemas['Recovered']>()
  const recover = useChange(
    webhookKeys(webhook.id),
    (body: Schemas['RecoverDeliveries']) =>
      read(api.POST('/admin/webhooks/{webhook_id}/recover', { params: { path: { webhook_id: webhook.id } }, body })),
    (answer) => {
      setAnswer(answer)
      if (answer.requeued === 0 || answer.has_more) return
      close()
      toast(
        t('{deliveries, plural, one {# delivery} other {# deliveries}} queued again', { deliveries: answer.requeued }),
      )
    },
  )
  const faults = faultsOf(recover.error, ['since', 'until'])
  function close(): void {
    setAnswer(undefined)
    recover.reset()
    onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (recover.isPending) return
    const form = new FormData(event.currentTarget)
    const moment = (name: string) => new Date(String(form.get(name))).toISOString()
    recover.mutate({ since: moment('since'), ...(form.get('until') && { until: moment('until') }) })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Recover failed deliveries')}
      description={[
        failed === undefined
          ? t('Deliveries of the last 30 days failed.')
          : t('{failed, plural, one {# delivery} other {# deliveries}} of the last 30 days failed.', { failed }),
        t('Those whose event happened in this time are sent again, the oldest first, each with all its retries.'),
      ].join(' ')}
    >
      <form onSubmit={submit} className="mt-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('Since')} error={faults.of('since')}>
            <Input
              name="since"
              type="datetime-local"
              required
              defaultValue={localMinute(new Date(Date.now() - dayMs))}
            />
          </Field>
          <Field label={t('Until')} hint={t('Leave empty for now.')} error={faults.of('until')}>
            <Input name="until" type="datetime-local" />
          </Field>
        </div>
        <p role="status" className="mt-4 text-ink-2 empty:hidden">
          {answer &&
            (answer.has_more
              ? t(
                  '{deliveries, plural, one {# delivery} other {# deliveries}} queued again. There are more: ' +
                    'recover once more.',
                  { deliveries: answer.requeued },
                )
              : answer.requeued === 0 && t('No delivery failed in this time.'))}
        </p>
        {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={recover.isPending}>
            {t('Recover')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** As such an input has it: in the viewer's zone. */
function localMinute(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
