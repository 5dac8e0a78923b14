import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { stepsOnce } from './once.ts'
import type { Came } from './return-plan.ts'
import type { StepsProps } from './steps.ts'

const conditions: Record<Came['condition'], string> = {
  resell: t('As new'),
  damaged: t('Damaged'),
  missing: t('Missing'),
}

interface ReceiveFormProps extends StepsProps {
  onExchange?: () => void
  onKeep: () => void
}

/** What came of an approved return. Its refund is the next step. */
export function ReceiveForm({ row, change, onClose, onExchange, onKeep }: ReceiveFormProps) {
  const coming = row.items.filter(({ quantity }) => quantity > 0)
  const [came, setCame] = useState<readonly Came[]>(() =>
    coming.map(({ quantity }) => ({ quantity: String(quantity), condition: 'resell', restock: true })),
  )
  const [message, setMessage] = useState(row.message ?? '')
  const mayWrite = useRefusal('orders.write')
  const mayRefund = useRefusal('orders.write', 'orders.refund')
  const faults = faultsOf(change.error, ['message', ...coming.map((_, index) => `items[${index}].quantity`)])
  function set(index: number, next: Partial<Came>): void {
    setCame(came.map((one, at) => (at === index ? { ...one, ...next } : one)))
    if (change.error) change.reset()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (change.isPending || mayWrite !== undefined) return
    change.mutate({
      status: 'received',
      ...(message.trim() !== (row.message ?? '') && { message: message.trim() || null }),
      items: coming.map(({ line }, index) => {
        const { quantity, condition, restock } = came[index] as Came
        return { line, quantity: Number(quantity), condition, restock: restock && condition !== 'missing' }
      }),
    })
  }
  return (
    <form aria-label={t('What came')} onSubmit={submit} className="mt-4 grid gap-4">
      <ul aria-label={t('What came')} className="border-b border-line">
        {coming.map((item, index) => {
          const { quantity, condition, restock } = came[index] as Came
          const isMissing = condition === 'missing'
          return (
            <li key={item.line} className="grid gap-1 border-t border-line py-2">
              <div className="grid grid-cols-[minmax(0,1fr)_auto_8rem] items-center gap-x-3 gap-y-1 max-sm:grid-cols-[1fr_8rem]">
                <span className="min-w-0 wrap-anywhere max-sm:col-span-2">
                  <span className="font-medium">{item.name}</span> <span className="text-ink-3">{item.sku}</span>
                </span>
                <span className="flex items-center gap-2">
                  <Input
                    type="number"
                    inputMode="numeric"
                    aria-label={t('Units of {name} that came', { name: item.name })}
                    min={0}
                    max={item.quantity}
                    step={1}
                    required
                    readOnly={isMissing}
                    value={quantity}
                    className="num w-14! [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
                    onChange={({ target }) => set(index, { quantity: target.value })}
                  />
                  <span className="num min-w-8 text-ink-3">
                    {t('of {quantity}', { quantity: count(item.quantity) })}
                  </span>
                </span>
                <Select
                  aria-label={t('Condition of {name}', { name: item.name })}
                  value={condition}
                  onChange={({ target }) => {
                    const next = target.value as Came['condition']
                    const units = next === 'missing' ? '0' : isMissing ? String(item.quantity) : quantity
                    set(index, { condition: next, quantity: units, restock: next === 'resell' })
                  }}
                >
                  {Object.entries(conditions).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </Select>
              </div>
              {!isMissing && quantity !== '0' && (
                <Checkbox checked={restock} onChange={({ target }) => set(index, { restock: target.checked })}>
                  {t('Back in stock with the refund')}
                </Checkbox>
              )}
              {faults.of(`items[${index}].quantity`) !== undefined && (
                <p className="text-xs text-bad">{faults.of(`items[${index}].quantity`)}</p>
              )}
            </li>
          )
        })}
      </ul>
      <Field label={t('Message')} hint={t('The mail to the customer has it.')} error={faults.of('message')}>
        <TextArea rows={2} maxLength={2000} value={message} onChange={({ target }) => setMessage(target.value)} />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button refusal={mayRefund} onClick={stepsOnce(onKeep)}>
          {t('Goods are kept')}
        </Button>
        {onExchange && (
          <Button refusal={mayWrite} onClick={stepsOnce(onExchange)}>
            {t('Exchange')}
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          busy={change.isPending && change.variables?.status === 'received'}
          refusal={mayWrite}
          onClick={stepsOnce()}
        >
          {t('Received')}
        </Button>
      </Actions>
    </form>
  )
}
