import { ApiError, read } from '@commerce-platform/client'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { cx } from '#console/lib/class-names.ts'
import { type Faults, faultsOf, sentence } from '#console/lib/faults.ts'
import { money, typedAmount } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Input } from '#console/ui/field.tsx'
import { LeaveQuestion } from '#console/ui/leave-question.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { ProductFinder } from '../new/product-finder.tsx'
import { orderKeys, useRepeatable } from '../order-data.ts'
import { bodyOf, type EditBody, type EditedLine, fieldsOf, linesOf, nameOf, withAdded } from './edit-draft.ts'
import { differenceText, Outcome } from './outcome.tsx'
import { usePreview } from './use-preview.ts'

/** Changes the lines of an order of which nothing was sent, with what it then costs in sight. */
export function EditDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, currency } = order
  const [lines, setLines] = useState<readonly EditedLine[]>(() => linesOf(order))
  const [isRecalculated, setRecalculated] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const repeatable = useRepeatable()
  const body = bodyOf(lines, currency, isRecalculated)
  const preview = usePreview(id, body)
  const refundRefusal = useRefusal('orders.refund')
  const save = useChange(
    orderKeys(id),
    (edit: EditBody) =>
      repeatable(edit, (headers) =>
        read(api.POST('/admin/orders/{id}/edits', { params: { path: { id } }, body: edit, headers })),
      ),
    ({ difference }) => {
      toast(
        difference === 0
          ? t('The order is changed')
          : t('The order costs {difference}', { difference: differenceText(difference, currency) }),
      )
      onClose()
    },
  )
  const error = save.error ?? preview.error
  const fields = body ? lines.flatMap((line) => fieldsOf(body, line)) : []
  const faults = faultsOf(error, fields)
  const isSaid = lines.some((line) => faultOf(body, line, faults, error) !== undefined)
  function change(next: readonly EditedLine[]): void {
    setLines(next)
    if (save.error) save.reset()
  }
  function close(): void {
    if (save.isPending) return
    if (body === null) onClose()
    else setOpen(true)
  }
  const difference = preview.data?.difference
  const isRefund = difference !== undefined && difference < 0 && order.paid_at !== null
  const reason =
    body === null
      ? t('Nothing to save yet.')
      : difference === undefined || preview.isStale
        ? error == null
          ? t('Calculating the total.')
          : t('Correct what is marked first.')
        : isRefund
          ? refundRefusal
          : undefined
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending && reason === undefined && body) save.mutate(body)
  }
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={t('Edit {order_number}', { order_number: order.order_number })}
      description={t("Items that stay keep their price. New items use today's price.")}
    >
      <form aria-label={t('Edit the order')} onSubmit={submit} className="mt-4 grid gap-3">
        <ul aria-label={t('Lines')} className="border-b border-line">
          {lines.map((line) => (
            <Row
              key={line.key}
              line={line}
              currency={currency}
              fault={faultOf(body, line, faults, error)}
              onChange={(next) => change(lines.map((one) => (one === line ? { ...one, ...next } : one)))}
              onRemove={() =>
                change(
                  line.item
                    ? lines.map((one) => (one === line ? { ...one, quantity: '0' } : one))
                    : lines.filter((one) => one !== line),
                )
              }
            />
          ))}
        </ul>
        <ProductFinder currency={currency} onChoose={(product) => change(withAdded(lines, product))} />
        <div>
          <Checkbox
            checked={isRecalculated}
            onChange={({ target }) => {
              setRecalculated(target.checked)
              if (save.error) save.reset()
            }}
          >
            {t("Recalculate discounts with today's promotions")}
          </Checkbox>
          <p className="ml-6 text-xs text-ink-3">
            {t(
              'Otherwise we use the promotions from when the order was placed. Your own discounts and ' +
                'prices stay.',
            )}
          </p>
        </div>
        <Outcome order={order} preview={preview} />
        {faults.rest != null && !isSaid && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look={isRefund ? 'danger' : 'primary'} busy={save.isPending} refusal={reason}>
            {actionText(difference, isRefund, currency)}
          </Button>
        </Actions>
      </form>
      <LeaveQuestion open={isOpen} what="dialog" onStay={() => setOpen(false)} onLeave={onClose} />
    </Dialog>
  )
}

function actionText(difference: number | undefined, isRefund: boolean, currency: string): string {
  if (difference === undefined || difference === 0) return t('Save the edit')
  return isRefund
    ? t('Save and refund {value}', { value: money(-difference, currency) })
    : t('Save for {difference}', { difference: differenceText(difference, currency) })
}

interface RowProps {
  line: EditedLine
  currency: string
  fault: string | undefined
  onChange: (change: Partial<EditedLine>) => void
  onRemove: () => void
}

function Row({ line, currency, fault, onChange, onRemove }: RowProps) {
  const { item, product } = line
  const name = nameOf(line)
  const isGone = line.quantity.trim() === '0'
  const price = item?.price ?? product?.price ?? 0
  return (
    <li className="border-t border-line py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_6.5rem_2rem] items-center gap-x-2 gap-y-1 max-sm:grid-cols-[4.5rem_1fr_2rem]">
        <span className={cx('min-w-0 wrap-anywhere max-sm:col-span-3', isGone && 'text-ink-3 line-through')}>
          {name} <span className="text-ink-3">{item?.custom ? t('Custom item') : (item?.sku ?? product?.sku)}</span>
          {product && <span className="text-accent"> {t('new')}</span>}
        </span>
        <Input
          type="number"
          aria-label={t('Quantity of {name}', { name })}
          required
          min={0}
          step={1}
          value={line.quantity}
          className="text-right tabular-nums"
          onChange={({ target }) => onChange({ quantity: target.value })}
        />
        <AmountInput
          aria-label={t('Price of {name} in {currency}', { name, currency })}
          title={t('Price of one. Leave empty to keep it.')}
          currency={currency}
          placeholder={typedAmount(price, currency)}
          value={line.price}
          readOnly={isGone}
          className="text-right"
          onChange={({ target }) => onChange({ price: target.value })}
        />
        <Button
          look="quiet"
          square
          aria-label={t('Remove {name}', { name })}
          refusal={isGone ? t('It is removed. Type how many stay.') : undefined}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      {fault !== undefined && <p className="mt-1 text-xs text-bad">{fault}</p>}
    </li>
  )
}

interface Short {
  product_id: string
  available?: number
}

function faultOf(
  body: EditBody | null | undefined,
  line: EditedLine,
  faults: Faults,
  error: unknown,
): string | undefined {
  const said = body
    ? fieldsOf(body, line)
        .map(faults.of)
        .find((text) => text !== undefined)
    : undefined
  if (said !== undefined || !(error instanceof ApiError)) return said
  const { products = [] } = (error.details ?? {}) as { products?: Short[] }
  const short = products.find(({ product_id }) => product_id === (line.item?.product_id ?? line.product?.id))
  if (short === undefined) return undefined
  return short.available === undefined
    ? sentence(error.message)
    : line.item
      ? t('Only {count} more available.', { count: short.available })
      : t('Only {count} available.', { count: short.available })
}
