import { read, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useRef, useState } from 'react'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money, typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, useRepeatable } from './order-data.ts'
import { rounded } from './order-units.ts'

/** What was paid in cash or by bank transfer: all that is due, or a part of it. */
export function RecordPayment({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, currency, amount_due: due } = order
  const form = useRef<HTMLFormElement>(null)
  const repeatable = useRepeatable()
  const [typed, setTyped] = useState(typedAmount(due, currency))
  const amount = readAmount(typed, currency)?.amount
  const record = useChange(
    orderKeys(id),
    (body: Schemas['RecordPayment']) =>
      repeatable(body, (headers) =>
        read(api.POST('/admin/orders/{id}/payments', { params: { path: { id } }, body, headers })),
      ),
    (_, { amount: paid = due }) => {
      toast(t('Payment of {paid} recorded', { paid: money(paid, currency) }))
      onClose()
    },
  )
  const faults = faultsOf(record.error, ['reference', 'amount'])
  useFirstFault(form, record.error)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (record.isPending || amount === undefined) return
    const reference = String(new FormData(event.currentTarget).get('reference')).trim() || null
    record.mutate({ method: 'manual', reference, ...(amount !== due && { amount }) })
  }
  return (
    <Dialog
      open
      onClose={() => record.isPending || onClose()}
      title={t('Record a payment')}
      description={descriptionOf(amount, due, currency)}
    >
      <form ref={form} aria-label={t('Record a payment')} onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('Amount in {currency}', { currency })} error={faults.of('amount')}>
          <AmountInput required currency={currency} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <Field
          label={t('Reference')}
          hint={t('Such as the transfer’s reference. Optional.')}
          error={faults.of('reference')}
        >
          <Input name="reference" maxLength={200} autoComplete="off" />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={record.isPending}>
            {t('Record {amount}', { amount: amount === undefined ? '' : money(amount, currency) })}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function descriptionOf(amount: number | undefined, due: number, currency: string): string {
  const paid = amount === undefined ? undefined : money(amount, currency)
  const rest = amount === undefined || amount >= due ? undefined : money(rounded(due - amount), currency)
  const marks =
    paid === undefined
      ? t('Marks it as paid in cash or by bank transfer.')
      : rest === undefined
        ? t('Marks {amount} as paid in cash or by bank transfer.', { amount: paid })
        : t('Marks {amount} as paid in cash or by bank transfer; {rest} stay due.', { amount: paid, rest })
  return `${marks} ${t('Refunds are up to you as well.')}`
}
