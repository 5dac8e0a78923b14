import { type FormEvent, useRef, useState } from 'react'
import type { EventPattern } from '#console/data/event-names.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { EventsField } from './events-field.tsx'
import type { Webhook } from './webhook-data.ts'

export interface WebhookFields {
  url: string
  events: EventPattern[]
  description: string | null
  retry_for: Webhook['retry_for']
}

interface WebhookFormProps {
  /** What is there already; nothing for a new one. */
  webhook?: Webhook
  error: unknown
  busy: boolean
  refusal: string | undefined
  action: string
  /** Something was typed and is not saved. */
  changed: boolean
  /** Something was typed that no save has taken. */
  unsent: boolean
  onChange: () => void
  onSubmit: (fields: WebhookFields) => void
}

const names = ['url', 'events', 'description', 'retry_for']

/** Where a webhook leads and what it tells. What the service refuses is said at its field. */
export function WebhookForm(props: WebhookFormProps) {
  const { webhook, error, busy, refusal, action, changed, unsent, onChange, onSubmit } = props
  const [events, setEvents] = useState<EventPattern[]>(webhook?.events ?? [])
  const faults = faultsOf(error, names)
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, error)
  // Another page follows when a new webhook is made: what is typed meanwhile would be lost.
  const isRead = refusal !== undefined || (busy && webhook === undefined)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const retry_for = text('retry_for') === '3 days' ? '3 days' : 'specified'
    onSubmit({ url: text('url'), events, description: text('description') || null, retry_for })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      // The filter of the events changes nothing.
      onInput={({ target }) => (target as HTMLElement).matches('[data-search-field]') || onChange()}
      className="grid max-w-2xl gap-4"
      aria-label={t('Webhook')}
    >
      <LeaveGuard when={unsent} />
      <Field
        label={t('Address')}
        hint={t('Events are posted to it, signed. Retries that wait use a new address, too.')}
        error={faults.of('url')}
      >
        <Input
          name="url"
          required
          inputMode="url"
          maxLength={2048}
          defaultValue={webhook?.url}
          readOnly={isRead}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field label={t('Description')} hint={t('For your team. Optional.')} error={faults.of('description')}>
        <TextArea
          name="description"
          rows={2}
          maxLength={1000}
          defaultValue={webhook?.description ?? ''}
          readOnly={isRead}
        />
      </Field>
      <Field
        label={t('Retries')}
        hint={t(
          'After a failure: 1, 5, 25, 125 and 300 seconds after the one before, then one an hour if ' +
            'you choose so.',
        )}
        error={faults.of('retry_for')}
      >
        <Select name="retry_for" defaultValue={webhook?.retry_for ?? 'specified'} disabled={isRead}>
          <option value="specified">{t('Five, within eight minutes')}</option>
          <option value="3 days">{t('For three days')}</option>
        </Select>
      </Field>
      <EventsField value={events} onChange={setEvents} error={faults.of('events')} disabled={isRead} />
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={
            refusal ??
            (changed ? undefined : t('Nothing to save yet.')) ??
            (events.length > 0 ? undefined : t('Choose at least one event.'))
          }
        >
          {action}
        </Button>
      </Actions>
    </form>
  )
}
