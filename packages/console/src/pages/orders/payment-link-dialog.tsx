import { read } from '@commerce-platform/client'
import type { FormEvent } from 'react'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { money } from '#console/lib/format.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { SecretOnce } from '#console/ui/secret.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'

/** Makes an address at which the order can be paid without an account, and mails it if asked. */
export function PaymentLinkDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const email = order.email ?? order.customer.email
  const make = useChange(
    [['order', order.id]],
    (mail: boolean) =>
      read(api.POST('/admin/orders/{id}/payment-link', { params: { path: { id: order.id } }, body: { mail } })),
    (_, mail) => mail && toast(t('A payment link is mailed to {email}', { email })),
  )
  const made = make.data
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!make.isPending) make.mutate(new FormData(event.currentTarget).has('mail'))
  }
  return (
    <Dialog
      open
      onClose={() => make.isPending || onClose()}
      keepsOpen={made !== undefined}
      title={made ? t('Payment link') : t('Make a payment link')}
      description={t('Anybody with the link can see this order and pay the {amount_due} due.', {
        amount_due: money(order.amount_due, order.currency),
      })}
    >
      {made ? (
        <div className="mt-4 grid gap-3">
          <SecretOnce label={t('Payment link')} value={made.url} />
          <p className="text-ink-2">
            {rich('It works until {time}, or until the order is paid or cancelled.', {
              time: <Time at={made.expires_at} />,
            })}
          </p>
          <Actions>
            <Button look="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          </Actions>
        </div>
      ) : (
        <form aria-label={t('Make a payment link')} onSubmit={submit} className="mt-4 grid gap-3">
          <Checkbox name="mail" disabled={!email}>
            {email ? t('Mail one to {email}', { email }) : t('Cannot be mailed: the order has no e-mail address')}
          </Checkbox>
          {make.error != null && <Notice error={make.error} />}
          <Actions>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" look="primary" busy={make.isPending}>
              {t('Make link')}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  )
}
