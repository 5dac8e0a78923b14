import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useChange } from '#console/data/use-change.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

interface AdjustValueProps {
  title: string
  balance: number
  currency: string
  shownBy: readonly QueryKey[]
  adjust: (change: { amount: number; reason: string }) => Promise<{ balance: number }>
  onClose: () => void
}

/** Adds to a balance or takes from it, with the balance after it in sight. */
export function AdjustValue({ title, balance, currency, shownBy, adjust, onClose }: AdjustValueProps) {
  const form = useRef<HTMLFormElement>(null)
  const [sign, setSign] = useState<1 | -1>(1)
  const [typed, setTyped] = useState('')
  const change = useChange(shownBy, adjust, (saved) => {
    toast(t('The balance is {balance}', { balance: money(saved.balance, currency) }))
    onClose()
  })
  const faults = faultsOf(change.error, ['amount', 'reason'])
  useFirstFault(form, change.error)
  const amount = readAmount(typed, currency)?.amount
  const after = Number((balance + sign * (amount ?? 0)).toFixed(4))
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending || amount === undefined) return
    change.mutate({ amount: sign * amount, reason: String(new FormData(event.currentTarget).get('reason')).trim() })
  }
  return (
    <Dialog
      open
      onClose={() => change.isPending || onClose()}
      title={title}
      description={
        after < 0
          ? t('It has {balance}, so no more can be taken.', { balance: money(balance, currency) })
          : t('The balance goes from {balance} to {after}.', {
              balance: money(balance, currency),
              after: money(after, currency),
            })
      }
    >
      <form ref={form} aria-label={title} onSubmit={submit} className="mt-4 grid gap-4">
        <div className="grid grid-cols-2 gap-4">
          <Field label={t('Change')}>
            <Select value={sign} onChange={({ target }) => setSign(target.value === '1' ? 1 : -1)}>
              <option value={1}>{t('Add')}</option>
              <option value={-1}>{t('Deduct')}</option>
            </Select>
          </Field>
          <Field label={t('Amount in {currency}', { currency })} error={faults.of('amount')}>
            <AmountInput required currency={currency} value={typed} onChange={({ target }) => setTyped(target.value)} />
          </Field>
        </div>
        <Field label={t('Reason')} hint={t('Your team sees it, the customer does not.')} error={faults.of('reason')}>
          <Input name="reason" required maxLength={500} autoComplete="off" />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={change.isPending}
            refusal={after < 0 ? t('The balance would be below 0.') : undefined}
          >
            {sign === 1 ? t('Add') : t('Take')} {amount !== undefined && money(amount, currency)}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
