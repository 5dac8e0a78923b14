import { type FormEvent, useRef } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, TextArea } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { stepsOnce } from './once.ts'
import type { StepsProps } from './steps.ts'

/** A return that is asked for: approved, perhaps with an exchange, or declined. */
export function DecideForm({ row, change, onClose, onExchange }: StepsProps & { onExchange?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('orders.write')
  const faults = faultsOf(change.error, ['message', 'label_url'])
  const isBusy = (status: string) => change.isPending && change.variables?.status === status
  function decide(status: 'approved' | 'declined'): void {
    if (change.isPending || form.current === null) return
    const fields = new FormData(form.current)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const message = text('message') || null
    change.mutate({
      status,
      ...(message !== row.message && { message }),
      ...(status === 'approved' && text('label') !== '' && { label_url: text('label') }),
    })
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (refusal === undefined) decide('approved')
  }
  return (
    <form ref={form} aria-label={t('Decide')} onSubmit={submit} className="mt-4 grid gap-4">
      <Field label={t('Message')} hint={t('The mail to the customer has it.')} error={faults.of('message')}>
        <TextArea name="message" rows={2} maxLength={2000} defaultValue={row.message ?? ''} />
      </Field>
      <Field
        label={t('Label')}
        hint={t('Address of a label to send the goods with. Optional.')}
        error={faults.of('label_url')}
      >
        <Input name="label" type="url" maxLength={2000} placeholder="https://" />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button busy={isBusy('declined')} refusal={refusal} onClick={stepsOnce(() => decide('declined'))}>
          {t('Decline')}
        </Button>
        {onExchange && (
          <Button refusal={refusal} onClick={stepsOnce(onExchange)}>
            {t('Exchange')}
          </Button>
        )}
        <Button type="submit" look="primary" busy={isBusy('approved')} refusal={refusal} onClick={stepsOnce()}>
          {t('Approve')}
        </Button>
      </Actions>
    </form>
  )
}
