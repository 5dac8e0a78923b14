import { read, type Schemas } from '@commerce-platform/client'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Section } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

/** Whether what a customer orders is sent before it is paid. */
export function SentBeforePaid({ customer }: { customer: Schemas['CustomerDetails'] }) {
  const { id, send_before_paid: isOn } = customer
  const refusal = useRefusal('orders.write')
  const change = useChange(
    [['customers'], ['orders']],
    (send_before_paid: boolean) =>
      read(api.PATCH('/admin/users/{id}', { params: { path: { id } }, body: { send_before_paid } })),
    (_answer, isOnNow) =>
      toast(isOnNow ? t('Their orders can be sent before they are paid') : t('Payment comes first again')),
  )
  return (
    <Section title={t('Terms')}>
      <Checkbox
        checked={change.isPending ? change.variables : isOn}
        disabled={refusal !== undefined || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      >
        {t('Orders can be sent before they are paid')}
      </Checkbox>
      {refusal && <p className="text-ink-3">{refusal}</p>}
      {change.error && <Notice error={change.error} />}
    </Section>
  )
}
