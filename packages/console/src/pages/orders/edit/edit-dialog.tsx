import { ApiError, read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { cx } from '#console/lib/class-names.ts'
import { type Faults, faultsOf, sentence } from '#console/lib/faults.ts'
import { count, money, typedAmount } from '#console/lib/format.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Input } from '#console/ui/field.tsx'
import { LeaveQuestion } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { ProductFinder } from '../new/product-finder.tsx'
import { orderKeys, useRepeatable } from '../order-data.ts'
import { bodyOf, type EditBody, type EditedLine, fieldsOf, linesOf, nameOf, withAdded } from './edit-draft.ts'

/** Changes the lines of an order of which nothing was sent, with what it then costs in sight. */
export function EditDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, currency } = order
  const [lines, setLines] = useState<readonly EditedLine[]>(() => linesOf(order))
  const [asked, setAsked] = useState(false)
  const repeatable = useRepeatable()
  const body = bodyOf(lines, currency)
  const preview = usePreview(id, body)
  const refundRefusal = useRefusal('orders.refund')
  const save = useChange(
    orderKeys(id),
    (edit: EditBody) =>
      repeatable(edit, (headers) =>
        read(api.POST('/admin/orders/{id}/edits', { params: { path: { id } }, body: edit, headers })),
      ),
    ({ difference }) => {
      toast(difference === 0 ? 'The order is changed' : `The order costs ${differenceText(difference, currency)}`)
      onClose()
    },
  )
  const error = save.error ?? preview.error
  const fields = body ? lines.flatMap((line) => fieldsOf(body, line)) : []
  const faults = faultsOf(error, fields)
  function change(next: readonly EditedLine[]): void {
    setLines(next)
    if (save.error) save.reset()
  }
  function close(): void {
    if (save.isPending) return
    if (body === null) onClose()
    else setAsked(true)
  }
  const difference = preview.data?.difference
  const isRefund = difference !== undefined && difference < 0 && order.paid_at !== null
  const reason =
    body === null
      ? 'Nothing is changed yet.'
      : difference === undefined || preview.isStale
        ? 'It is being priced.'
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
      title={`Edit ${order.order_number}`}
      description="What stays keeps its price and its discount. What comes costs what it costs today."
    >
      <form aria-label="Edit the order" onSubmit={submit} className="mt-4 grid gap-3">
        <ul aria-label="Lines" className="border-b border-line">
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
        <Outcome order={order} preview={preview} />
        {faults.rest != null && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={close}>Keep as it is</Button>
          <Button type="submit" look={isRefund ? 'danger' : 'primary'} busy={save.isPending} refusal={reason}>
            {actionText(difference, isRefund, currency)}
          </Button>
        </Actions>
      </form>
      <LeaveQuestion open={asked} what="dialog" onStay={() => setAsked(false)} onLeave={onClose} />
    </Dialog>
  )
}

function actionText(difference: number | undefined, isRefund: boolean, currency: string): string {
  if (difference === undefined || difference === 0) return 'Save the edit'
  return isRefund
    ? `Save and refund ${money(-difference, currency)}`
    : `Save for ${differenceText(difference, currency)}`
}

const differenceText = (difference: number, currency: string) =>
  difference > 0 ? `${money(difference, currency)} more` : `${money(-difference, currency)} less`

const pauseMs = 300

/** What the edit would do, a moment after the last key. */
function usePreview(id: string, body: EditBody | null | undefined) {
  const text = JSON.stringify(body ?? null)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    queryKey: ['edit preview', id, asked],
    queryFn: ({ signal }) => {
      const edit: EditBody = { ...JSON.parse(asked), preview: true }
      return read(api.POST('/admin/orders/{id}/edits', { params: { path: { id } }, body: edit, signal }))
    },
    enabled: asked !== 'null',
    placeholderData: (before) => before,
    // Prices and stock change.
    staleTime: 0,
    gcTime: 0,
  })
  const isStale = asked !== text || query.isFetching || query.isPlaceholderData
  const isNone = body == null || query.error !== null
  return { data: isNone ? undefined : query.data, error: body == null || isStale ? null : query.error, isStale }
}

interface OutcomeProps {
  order: Order
  preview: ReturnType<typeof usePreview>
}

/** What it costs then, and what becomes of the difference. */
function Outcome({ order, preview: { data, isStale } }: OutcomeProps) {
  const { currency } = order
  const rows: [name: string, amount: string][] = [['Total now', money(order.total, currency)]]
  if (data) {
    rows.push(['Total then', money(data.order.total, currency)])
    const sign = data.difference > 0 ? '+' : ''
    rows.push(['Difference', `${sign}${money(data.difference, currency)}`])
  }
  return (
    <div
      role="status"
      aria-label="Outcome"
      aria-busy={isStale}
      className={cx('rounded bg-paper-2 px-3 py-2', isStale && 'text-ink-3')}
    >
      <dl className="grid grid-cols-[1fr_auto] gap-y-1">
        {rows.map(([name, amount]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num font-medium">{amount}</dd>
          </div>
        ))}
      </dl>
      {data && <p className="mt-1 text-ink-2">{consequence(order, data.difference)}</p>}
    </div>
  )
}

function consequence({ paid_at, currency }: Order, difference: number): string {
  if (difference === 0) return 'Nothing is due and nothing is given back.'
  if (paid_at === null) return 'The order waits for its payment: it is for the new total.'
  return difference > 0
    ? `${money(difference, currency)} are due for 7 days: send a payment link. Unless they are paid, the edit is taken back.`
    : `${money(-difference, currency)} are refunded at once. It cannot be undone.`
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
          {name} <span className="text-ink-3">{item?.custom ? 'Custom item' : (item?.sku ?? product?.sku)}</span>
          {product && <span className="text-accent"> new</span>}
        </span>
        <Input
          type="number"
          aria-label={`Quantity of ${name}`}
          required
          min={0}
          step={1}
          value={line.quantity}
          className="text-right tabular-nums"
          onChange={({ target }) => onChange({ quantity: target.value })}
        />
        <AmountInput
          aria-label={`Price of ${name} in ${currency}`}
          title="Price of one; empty: as it is"
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
          aria-label={`Remove ${name}`}
          refusal={isGone ? 'It is removed. Type how many stay.' : undefined}
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
  return short.available === undefined ? sentence(error.message) : `Only ${count(short.available)} available.`
}
