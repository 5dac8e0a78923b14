import { read, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import type { Return } from './return-data.ts'

type Body = Schemas['UpdateReturn']
type Step = 'approve' | 'decline' | 'receive' | 'keep' | 'refund' | 'close'

const conditions = { resell: 'As new', damaged: 'Damaged', missing: 'Missing' } as const

/** The next steps of a return. Nothing is shown as done before the service has answered. */
export function ReturnForm({ row, onClose }: { row: Return; onClose: () => void }) {
  const [amount, setAmount] = useState('')
  const mayWrite = useRefusal('orders.write')
  const mayRefund = useRefusal('orders.write', 'orders.refund')
  const keys = [['returns'], ['order', row.order_id], ['orders'], ['dashboard']]
  const change = useChange(
    keys,
    (body: Body) => read(api.PATCH('/admin/returns/{id}', { params: { path: { id: row.id } }, body })),
    ({ status }) => toast(`The return is ${status}`),
  )
  const faults = faultsOf(change.error, ['message', 'deduction.amount', 'deduction.reason'])
  const coming = row.items.filter(({ quantity }) => quantity > 0)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = new FormData(event.currentTarget, submitter)
    change.mutate(bodyOf(form.get('step') as Step, form, row, amount))
  }
  const step = (name: Step, text: string, { look, refusal }: { look?: 'primary'; refusal: string | undefined }) => (
    <Button
      type="submit"
      name="step"
      value={name}
      busy={change.isPending && stepOf(change.variables) === name}
      refusal={refusal}
      {...(look && { look })}
    >
      {text}
    </Button>
  )
  const isOpen = row.status === 'requested'
  const mayDeduct = row.status !== 'requested'
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4">
      {row.status === 'approved' && (
        <ul>
          {coming.map((item) => (
            <li key={item.line} className="grid grid-cols-[minmax(0,1fr)_4rem_8rem] items-end gap-2 py-1">
              <span className="truncate">{item.name}</span>
              <Input
                type="number"
                name={`came-${item.line}`}
                aria-label={`Units of ${item.name} that came`}
                min={0}
                max={item.quantity}
                defaultValue={item.quantity}
                required
              />
              <Select name={`condition-${item.line}`} aria-label={`Condition of ${item.name}`} defaultValue="resell">
                {Object.entries(conditions).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
      )}
      {mayDeduct && (
        <div className="grid grid-cols-2 gap-4">
          <Field label="Deduction" hint="Kept for wear." error={faults.of('deduction.amount')}>
            <AmountInput currency={row.currency} value={amount} onChange={({ target }) => setAmount(target.value)} />
          </Field>
          <Field label="Reason of the deduction" error={faults.of('deduction.reason')}>
            <Input name="deduction" maxLength={500} required={amount !== ''} />
          </Field>
        </div>
      )}
      {isOpen && (
        <Field label="Label" hint="Address of a label to send the goods with.">
          <Input name="label" type="url" maxLength={2000} />
        </Field>
      )}
      <Field label="Message" hint="The mail to the customer has it." error={faults.of('message')}>
        <TextArea name="message" rows={2} maxLength={2000} defaultValue={row.message ?? ''} />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onClose}>Not now</Button>
        {isOpen && step('decline', 'Decline', { refusal: mayWrite })}
        {isOpen && step('approve', 'Approve', { look: 'primary', refusal: mayWrite })}
        {row.status === 'approved' && step('keep', 'Refund, goods are kept', { refusal: mayRefund })}
        {row.status === 'approved' && step('receive', 'Received', { look: 'primary', refusal: mayWrite })}
        {row.status === 'received' && step('close', 'Close without refund', { refusal: mayWrite })}
        {row.status === 'received' && step('refund', 'Refund', { look: 'primary', refusal: mayRefund })}
      </Actions>
    </form>
  )
}

function stepOf(body: Body | undefined): Step | undefined {
  if (body?.status === 'approved') return 'approve'
  if (body?.status === 'declined') return 'decline'
  if (body?.status === 'received') return 'receive'
  if (body?.status === 'closed') return 'close'
  return body?.refund === undefined ? undefined : 'refund'
}

function bodyOf(step: Step, form: FormData, row: Return, typed: string): Body {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const message = text('message') || null
  const { amount } = readAmount(typed, row.currency) ?? {}
  const deduction = amount === undefined ? null : { amount, reason: text('deduction') }
  const said = message === row.message ? {} : { message }
  switch (step) {
    case 'approve':
      return { ...said, status: 'approved', ...(text('label') !== '' && { label_url: text('label') }) }
    case 'decline':
      return { ...said, status: 'declined' }
    case 'receive':
      return {
        ...said,
        status: 'received',
        items: row.items
          .filter(({ quantity }) => quantity > 0)
          .map(({ line }) => ({
            line,
            quantity: Number(form.get(`came-${line}`)),
            condition: String(form.get(`condition-${line}`)) as keyof typeof conditions,
          })),
      }
    case 'close':
      return { ...said, status: 'closed' }
    case 'keep':
    case 'refund':
      return { ...said, refund: 'full', ...(deduction && { deduction }) }
  }
}
