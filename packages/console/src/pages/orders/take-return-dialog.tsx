import { read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, useRepeatable } from './order-data.ts'
import { chosenOf, isAboutUnits, type Units, unitFault, unitsOf } from './order-units.ts'
import { leftToReturn, returnsOfOrder } from './returns-of-order.ts'
import { UnitFields } from './unit-fields.tsx'

type Body = Schemas['TakeReturn']
type Condition = NonNullable<Body['items'][number]['condition']>

const reasons: readonly NonNullable<Body['reason']>[] = [
  'other',
  'changed_mind',
  'too_small',
  'too_large',
  'damaged',
  'wrong_item',
  'not_as_described',
]

const names = ['label.file', 'label.tracking_number', 'message']

/** A return that the customer asked for by telephone, or whose parcel is here already. */
export function TakeReturnDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { data: returns = [] } = useQuery(returnsOfOrder(order.id))
  const [units, setUnits] = useState<Units>({})
  const [isHere, setHere] = useState(false)
  const [conditions, setConditions] = useState<Readonly<Record<number, Condition>>>({})
  const refusal = useRefusal('orders.write')
  const repeatable = useRepeatable()
  const save = useChange(
    [...orderKeys(order.id), ['returns']],
    (body: Body) => repeatable(body, (headers) => read(api.POST('/admin/returns', { body, headers }))),
    ({ status }) => {
      toast(status === 'received' ? t('Return received') : t('Return approved. We e-mailed the customer.'))
      onClose()
    },
  )
  const leftOf = (_: Order, item: Order['items'][number]) => leftToReturn(item, returns)
  const lines = order.items.map((item) => ({ line: item.line, quantity: chosenOf(units, item, leftOf(order, item)) }))
  const items = lines.filter(({ quantity }) => quantity > 0)
  const isWrong = lines.some(({ quantity }) => Number.isNaN(quantity))
  const reason =
    refusal ??
    (isWrong ? t('Correct what is marked first.') : items.length === 0 ? t('Choose at least one unit.') : undefined)
  const faults = faultsOf(save.error, names)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (save.isPending || reason !== undefined) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const [file, tracking_number, message] = [form.get('file'), text('tracking_number'), text('message')]
    const label = {
      ...(file instanceof File && file.size > 0 && { file: await base64Of(file) }),
      ...(tracking_number !== '' && { tracking_number }),
    }
    save.mutate({
      order_id: order.id,
      reason: text('reason') as NonNullable<Body['reason']>,
      ...(isHere && { status: 'received' }),
      items: items.map(({ line, quantity }) => ({
        line,
        quantity,
        ...(isHere && { condition: conditions[line] ?? 'resell' }),
      })),
      ...(message !== '' && { message }),
      ...(Object.keys(label).length > 0 && { label }),
    })
  }
  return (
    <Dialog
      open
      wide
      onClose={() => save.isPending || onClose()}
      title={t('Take a return of {order_number}', { order_number: order.order_number })}
      description={t('The customer need not ask for it. Refund or exchange it in the return itself.')}
    >
      <form aria-label={t('Take a return')} onSubmit={submit} className="mt-4 grid gap-4">
        <UnitFields
          labelOf={(item) => t('Return units of {item}', { item })}
          order={order}
          leftOf={leftOf}
          units={units}
          onChange={(line, quantity) => setUnits({ ...units, [line]: quantity })}
          faultOf={(line) => unitFault(save.error, save.variables?.items ?? [], line)}
          {...(isHere && {
            more: (item) => (
              <Select
                aria-label={t('Condition of {name}', { name: item.name })}
                className="mt-1 block max-w-44"
                value={conditions[item.line] ?? 'resell'}
                onChange={({ target }) => setConditions({ ...conditions, [item.line]: target.value as Condition })}
              >
                <option value="resell">{t('As new, for sale again')}</option>
                <option value="damaged">{t('Damaged')}</option>
                <option value="missing">{t('Missing')}</option>
              </Select>
            ),
          })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('Reason')}>
            <Select name="reason">
              {reasons.map((one) => (
                <option key={one} value={one}>
                  {words(one)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('The goods')}>
            <Select value={isHere ? 'here' : 'coming'} onChange={({ target }) => setHere(target.value === 'here')}>
              <option value="coming">{t('The customer sends them back')}</option>
              <option value="here">{t('They are here already')}</option>
            </Select>
          </Field>
        </div>
        {!isHere && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('Label')}
              hint={t('A PDF or PNG, e-mailed to the customer. Optional.')}
              error={faults.of('label.file')}
            >
              <Input type="file" name="file" accept="application/pdf,image/png" />
            </Field>
            <Field
              label={t('Tracking number')}
              hint={t('Of the parcel that comes back. Optional.')}
              error={faults.of('label.tracking_number')}
            >
              <Input name="tracking_number" maxLength={100} autoComplete="off" />
            </Field>
          </div>
        )}
        <Field label={t('Message')} hint={t('The mail to the customer has it. Optional.')} error={faults.of('message')}>
          <TextArea name="message" rows={2} maxLength={2000} />
        </Field>
        {faults.rest != null && !isAboutUnits(save.error) && <Notice error={faults.rest} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending} refusal={reason}>
            {reason === undefined
              ? t('Take back {units, plural, one {# unit} other {# units}}', { units: unitsOf(items) })
              : t('Take back')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
