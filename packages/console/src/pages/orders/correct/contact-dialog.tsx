import type { FormEvent } from 'react'
import type { Order } from '#console/data/queries.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useOrderUpdate } from '../order-data.ts'
import { uncorrectable } from '../order-units.ts'

/** Where the customer is reached about this order. */
export function ContactDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const save = useOrderUpdate(order.id, () => {
    onClose()
    toast(t('Contact saved'))
  })
  const faults = faultsOf(save.error, ['email', 'phone'])
  const close = () => save.isPending || onClose()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (save.isPending) return
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    // It is disabled once everything has been sent.
    const phone = String(form.get('phone') ?? order.phone ?? '').trim()
    if (email === (order.email ?? '') && phone === (order.phone ?? '')) onClose()
    else
      save.mutate({
        ...(email !== '' && { email }),
        ...(phone !== (order.phone ?? '') && { phone: phone || null }),
        expected_version: order.version,
      })
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t('Change the contact')}
      description={t('For this order only, not for the customer.')}
    >
      <form aria-label={t('Change the contact')} onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('E-mail')} hint={t('E-mails about this order go there.')} error={faults.of('email')}>
          <Input
            name="email"
            type="email"
            required={order.email !== null}
            defaultValue={order.email ?? ''}
            autoComplete="off"
            readOnly={save.isPending}
          />
        </Field>
        <Field
          label={t('Phone')}
          hint={uncorrectable(order) ?? t('Such as +44 20 7946 0958.')}
          error={faults.of('phone')}
        >
          <Input
            name="phone"
            type="tel"
            defaultValue={order.phone ?? ''}
            disabled={uncorrectable(order) !== undefined}
            maxLength={200}
            autoComplete="off"
            readOnly={save.isPending}
          />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('Save contact')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
