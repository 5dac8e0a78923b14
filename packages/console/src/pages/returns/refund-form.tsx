import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money, typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { stepsOnce } from './once.ts'
import { tooMuch } from './return-faults.ts'
import {
  consequenceOf,
  costOf,
  exactly,
  givenBack,
  type RefundDraft,
  refundDraftOf,
  refundedUnits,
  refundOf,
} from './return-plan.ts'
import type { StepsProps } from './steps.ts'

interface RefundFormProps extends StepsProps {
  order: Order
  exchange: Order | undefined
  onBack?: () => void
  onExchange?: () => void
}

/** What is given back, and how: its consequence is said in figures before. */
export function RefundForm({ row, order, exchange, change, onClose, onBack, onExchange }: RefundFormProps) {
  const [draft, setDraft] = useState<RefundDraft>(() => refundDraftOf(row))
  const [message, setMessage] = useState(row.message ?? '')
  const mayWrite = useRefusal('orders.write')
  const mayPay = useRefusal('orders.write', 'orders.refund')
  const mayCredit = useRefusal('orders.write', 'orders.refund', 'gift_cards.write')
  const { currency } = row
  const set = (next: Partial<RefundDraft>) => {
    setDraft({ ...draft, ...next })
    if (change.error) change.reset()
  }
  const faults = faultsOf(change.error, ['amount', 'deduction.amount', 'deduction.reason', 'message'])
  const over = tooMuch(change.error, currency)
  const units = refundedUnits(row)
  const consequence = consequenceOf(row, order, draft, exchange)
  const amount = givenBack(row, order, draft)
  const isNothing = units.length === 0 && draft.to !== 'amount'
  const reason =
    (draft.to === 'store_credit' ? mayCredit : mayPay) ??
    (isNothing ? t('Nothing of it came back: choose an amount of your own, or close it.') : undefined) ??
    (consequence === undefined ? t('Enter the amount to refund.') : undefined)
  const isOpen = row.status === 'received'
  const said = message.trim() === (row.message ?? '') ? {} : { message: message.trim() || null }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!change.isPending && reason === undefined) change.mutate({ ...said, ...refundOf(row, draft) })
  }
  const typed = (name: 'amount' | 'deduction') => ({
    currency,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const isWithdrawal =
    row.kind === 'withdrawal' && row.items.some(({ quantity_received }) => (quantity_received ?? 0) > 0)
  const closing = isWithdrawal ? t('What came back by a withdrawal is refunded.') : undefined
  return (
    <form aria-label={t('Refund')} onSubmit={submit} className="mt-4 grid gap-4">
      <Field label={t('Refund')} hint={hintOf(row)}>
        <Select value={draft.to} onChange={({ target }) => set({ to: target.value as RefundDraft['to'] })}>
          <option value="full">{t('What it cost, to the payment')}</option>
          <option value="store_credit" disabled={row.refund_to !== 'store_credit'}>
            {t('What it cost, as store credit')}
          </option>
          <option value="amount">{t('An amount of your own, to the payment')}</option>
        </Select>
      </Field>
      {draft.to === 'amount' ? (
        <Field
          label={t('Amount in {currency}', { currency })}
          hint={
            units.length === 0
              ? undefined
              : t('It cost {amount}.', {
                  amount: exactly(money(costOf(order, units), currency), row, order, { ...draft, to: 'full' }),
                })
          }
          error={over ?? faults.of('amount')}
        >
          <AmountInput {...typed('amount')} required placeholder={typedAmount(costOf(order, units), currency)} />
        </Field>
      ) : (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <Field label={t('Deduction')} hint={t('Kept for wear. Optional.')} error={faults.of('deduction.amount')}>
            <AmountInput {...typed('deduction')} />
          </Field>
          <Field
            label={t('Reason of the deduction')}
            hint={t('The customer sees it.')}
            error={faults.of('deduction.reason')}
          >
            <Input
              maxLength={500}
              required={draft.deduction.trim() !== ''}
              value={draft.reason}
              autoComplete="off"
              onChange={({ target }) => set({ reason: target.value })}
            />
          </Field>
        </div>
      )}
      <Field label={t('Message')} hint={t('The mail to the customer has it.')} error={faults.of('message')}>
        <TextArea rows={2} maxLength={2000} value={message} onChange={({ target }) => setMessage(target.value)} />
      </Field>
      <p role="status" className="min-h-5 font-medium">
        {isNothing ? t('Nothing of it came back.') : consequence}
        {!isOpen && consequence !== undefined && ` ${t('The customer keeps the goods.')}`}
      </p>
      {over !== undefined && draft.to !== 'amount' && <p className="text-bad">{over}</p>}
      {faults.rest != null && over === undefined && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onBack ?? onClose}>{onBack ? t('Back') : t('Cancel')}</Button>
        {isOpen && (
          <Button
            refusal={mayWrite ?? closing}
            onClick={stepsOnce(() => change.isPending || change.mutate({ ...said, status: 'closed' }))}
          >
            {t('Close without refund')}
          </Button>
        )}
        {onExchange && (
          <Button refusal={mayWrite} onClick={stepsOnce(onExchange)}>
            {t('Exchange')}
          </Button>
        )}
        <Button
          type="submit"
          look="danger"
          busy={change.isPending && change.variables?.refund !== undefined}
          refusal={reason}
        >
          {amount === undefined || isNothing ? t('Refund') : t('Refund {amount}', { amount: money(amount, currency) })}
        </Button>
      </Actions>
    </form>
  )
}

function hintOf({ refund_to, exchange_order_id }: StepsProps['row']): string {
  const wish =
    refund_to === 'store_credit'
      ? t('The customer wants store credit.')
      : t('Store credit only if the customer has chosen it when asking.')
  return exchange_order_id === null ? wish : t('{wish} What is due of the exchange is paid first.', { wish })
}
