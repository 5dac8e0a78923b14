import { read } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money, typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, usePaidByHand, useRepeatable } from './order-data.ts'
import { chosenOf, isAboutUnits, leftToRefund, leftToSend, moneyLeft, unitFault } from './order-units.ts'
import { outcomeOf } from './refund-outcome.ts'
import {
  allUnits,
  amountFault,
  amountText,
  consequenceOf,
  costOf,
  hasAddedTax,
  isWrong,
  ownAmount,
  type RefundBody,
  type RefundChoice,
  refundBody,
} from './refund-plan.ts'
import { UnitFields } from './unit-fields.tsx'

interface RefundProps {
  order: Order
  open: boolean
  onClose: () => void
}

/** Gives money back, and takes units out of an order. Nothing is shown as done before the service has answered. */
export function RefundDialog({ order, open, onClose }: RefundProps) {
  const repeatable = useRepeatable()
  const refund = useChange(
    orderKeys(order.id),
    (body: RefundBody) =>
      repeatable(body, (headers) =>
        read(api.POST('/admin/orders/{id}/refunds', { params: { path: { id: order.id } }, body, headers })),
      ),
    (answer) => {
      onClose()
      toast(outcomeOf(answer.refund))
    },
  )
  function close(): void {
    if (refund.isPending) return
    refund.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Refund {order_number}', { order_number: order.order_number })}
      description={t('{moneyLeft} is left of what was paid.', { moneyLeft: money(moneyLeft(order), order.currency) })}
    >
      <RefundForm
        order={order}
        busy={refund.isPending}
        error={refund.error}
        sentItems={refund.variables?.items ?? []}
        onClose={close}
        onEdit={() => refund.isError && refund.reset()}
        onRefund={refund.mutate}
      />
    </Dialog>
  )
}

interface FormProps {
  order: Order
  busy: boolean
  error: unknown
  sentItems: readonly { line?: number }[]
  onClose: () => void
  /** What was refused is not what is chosen any more. */
  onEdit: () => void
  onRefund: (body: RefundBody) => void
}

function RefundForm({ order, busy, error, sentItems, onClose, onEdit, onRefund }: FormProps) {
  const [choice, setChoice] = useState<RefundChoice>({
    units: {},
    notRestocked: new Set(),
    shipping: false,
    amount: '',
  })
  function change(next: Partial<RefundChoice>): void {
    setChoice({ ...choice, ...next })
    onEdit()
  }
  const faults = faultsOf(error, ['amount', 'shipping', 'reason'])
  const wrongAmount = amountFault(order, choice, error)
  const consequence = wrongAmount === undefined ? consequenceOf(order, choice) : undefined
  const nothing = consequence === undefined ? t('Choose units, shipping or an amount.') : undefined
  const hasOwn = ownAmount(order, choice) !== undefined
  const isRest = faults.rest != null && !isAboutUnits(error) && wrongAmount === undefined
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy || consequence === undefined) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    onRefund(refundBody(order, choice, reason || null))
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <UnitFields
        labelOf={(item) => t('Refund units of {item}', { item })}
        order={order}
        leftOf={leftToRefund}
        units={choice.units}
        onChange={(line, quantity) => change({ units: { ...choice.units, [line]: quantity } })}
        faultOf={(line) => unitFault(error, sentItems, line)}
        more={(item) => {
          const returned = chosenOf(choice.units, item, leftToRefund(order, item)) - leftToSend(order, item)
          if (!(returned > 0)) return null
          const notRestocked = new Set(choice.notRestocked)
          if (!notRestocked.delete(item.line)) notRestocked.add(item.line)
          return (
            <Checkbox checked={!choice.notRestocked.has(item.line)} onChange={() => change({ notRestocked })}>
              {t('Restock {returned, plural, one {# returned unit} other {# returned units}}', { returned })}
            </Checkbox>
          )
        }}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        {order.shipping_total > 0 ? (
          <Checkbox
            checked={choice.shipping && !hasOwn}
            disabled={hasOwn}
            onChange={() => change({ shipping: !choice.shipping })}
          >
            {hasOwn
              ? t('Refund shipping, {amount} (part of your own amount)', {
                  amount: money(order.shipping_total, order.currency),
                })
              : t('Refund shipping, {amount}', { amount: money(order.shipping_total, order.currency) })}
          </Checkbox>
        ) : (
          <span />
        )}
        <Button look="quiet" className="-mx-3" onClick={() => change({ units: allUnits(order) })}>
          {t('Choose all units')}
        </Button>
      </div>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Amount in {currency}', { currency: order.currency })}
          hint={wrongAmount === undefined ? amountHint(order, choice) : undefined}
          error={wrongAmount ?? faults.of('amount')}
        >
          <AmountInput
            currency={order.currency}
            value={choice.amount}
            onChange={({ target }) => change({ amount: target.value })}
            placeholder={placeholderOf(order, choice)}
          />
        </Field>
        <Field label={t('Reason')} hint={t('Optional. The customer can see it.')} error={faults.of('reason')}>
          <Input name="reason" maxLength={500} autoComplete="off" />
        </Field>
      </div>
      <p role="status" className="mt-4 min-h-5 font-medium">
        {consequence}
      </p>
      <ByHand orderId={order.id} />
      {isRest && <Notice error={error} advice={t('You now see the current order.')} className="mt-4" />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          look="danger"
          busy={busy}
          refusal={isWrong(order, choice) ? t('Correct what is marked first.') : (wrongAmount ?? nothing)}
        >
          {consequence === undefined ? t('Refund') : t('Refund {amount}', { amount: amountText(order, choice) })}
        </Button>
      </Actions>
    </form>
  )
}

/** The cost of what is chosen, where it is known to the last penny. */
function placeholderOf(order: Order, choice: RefundChoice): string {
  const cost = costOf(order, choice)
  return hasAddedTax(order) || Number.isNaN(cost) ? '' : typedAmount(cost, order.currency)
}

function amountHint(order: Order, choice: RefundChoice): string | undefined {
  if (ownAmount(order, choice) === undefined) return t('Leave empty for what is chosen.')
  const cost = costOf(order, choice)
  return Number.isNaN(cost) ? undefined : t('Instead of {cost}.', { cost: money(cost, order.currency) })
}

/** A payment that was recorded by hand has no provider to give it back. */
function ByHand({ orderId }: { orderId: string }) {
  return (
    usePaidByHand(orderId) && (
      <p className="mt-1 text-ink-2">{t('The order was paid by hand: pay it back yourself.')}</p>
    )
  )
}
