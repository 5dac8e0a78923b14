import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { LeaveQuestion } from '#console/ui/leave-question.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { AddressFields } from '../new/address-fields.tsx'
import { type Address, addressNames, addressOf } from '../new/order-draft.ts'
import { orderKeys, useOrderUpdate, useRepeatable } from '../order-data.ts'
import { rounded } from '../order-units.ts'

interface AddressDialogProps {
  order: Order
  field: 'shipping_address' | 'billing_address'
  onClose: () => void
}

const texts = {
  shipping_address: {
    title: t('Change the shipping address'),
    description: t(
      'Parcels already sent keep their address. We e-mail the new one to the customer, unless you ' +
        'turned that off.',
    ),
  },
  billing_address: {
    title: t('Change the billing address'),
    description: t('Invoices already issued stay as they are. You can correct them in the section Invoices.'),
  },
}

/** An address that was wrong. Total and tax stay, or the service says what they would be. */
export function AddressDialog({ order, field, onClose }: AddressDialogProps) {
  const from = order[field] ?? order.shipping_address
  const [address, setAddress] = useState<Address>(() => typedOf(from))
  const [isOpen, setOpen] = useState(false)
  const isChanged = order[field] === null || addressNames.some((name) => address[name] !== typedOf(from)[name])
  const save = useOrderUpdate(order.id, () => {
    onClose()
    toast(field === 'shipping_address' ? t('Shipping address saved') : t('Billing address saved'))
  })
  const repeatable = useRepeatable()
  const refundRefusal = useRefusal('orders.refund')
  const edit = useChange(
    orderKeys(order.id),
    (body: Schemas['EditOrder']) =>
      repeatable(body, (headers) =>
        read(api.POST('/admin/orders/{id}/edits', { params: { path: { id: order.id } }, body, headers })),
      ),
    () => {
      onClose()
      toast(t('Address saved, with its tax'))
    },
  )
  const preview = previewOf(save.error)
  const faults = faultsOf(
    save.error,
    addressNames.map((name) => `${field}.${name}`),
  )
  function close(): void {
    if (save.isPending || edit.isPending) return
    if (addressNames.some((name) => address[name] !== typedOf(from)[name])) setOpen(true)
    else onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending && !preview) save.mutate({ [field]: addressOf(address), expected_version: order.version })
  }
  return (
    <Dialog open wide onClose={close} title={texts[field].title} description={texts[field].description}>
      <form aria-label={texts[field].title} onSubmit={submit} className="mt-4">
        <AddressFields
          address={address}
          isBegun
          faults={faults}
          field={field}
          isRead={save.isPending || edit.isPending}
          onChange={(change) => {
            setAddress({ ...address, ...change })
            if (save.error) save.reset()
            if (edit.error) edit.reset()
          }}
        />
        {preview && <OtherPrice order={order} preview={preview} />}
        {edit.error != null && <Notice error={edit.error} className="mt-4" />}
        {faults.rest != null && !preview && <Notice error={faults.rest} className="mt-4" />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          {preview ? (
            <Button
              look="primary"
              busy={edit.isPending}
              refusal={preview.total < order.total && order.paid_at !== null ? refundRefusal : undefined}
              onClick={() => edit.mutate({ [field]: addressOf(address) })}
            >
              {t('Save at {preview}', { preview: money(preview.total, order.currency) })}
            </Button>
          ) : (
            <Button
              type="submit"
              look="primary"
              busy={save.isPending}
              refusal={isChanged ? undefined : t('Nothing has changed yet.')}
            >
              {t('Save address')}
            </Button>
          )}
        </Actions>
      </form>
      <LeaveQuestion open={isOpen} what="dialog" onStay={() => setOpen(false)} onLeave={onClose} />
    </Dialog>
  )
}

function typedOf(address: Order['shipping_address']): Address {
  const text = (name: keyof Address) => address?.[name] ?? ''
  return Object.fromEntries(addressNames.map((name) => [name, text(name)])) as Address
}

/** What saving it does, in figures. */
function OtherPrice({ order, preview }: { order: Order; preview: Preview }) {
  const { currency } = order
  const difference = rounded(preview.total - order.total)
  const isPaid = order.paid_at !== null
  return (
    <p role="alert" className="mt-4 rounded bg-bad-2 px-3 py-2">
      {[
        t('At this address the order costs {total} instead of {before}, with {tax} tax.', {
          total: money(preview.total, currency),
          before: money(order.total, currency),
          tax: money(preview.tax_total, currency),
        }),
        isPaid &&
          difference > 0 &&
          t('The customer then owes {difference}: send a payment link.', { difference: money(difference, currency) }),
        isPaid && difference < 0 && t('We refund {amount}.', { amount: money(-difference, currency) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

interface Preview {
  total: number
  tax_total: number
}

function previewOf(error: unknown): Preview | undefined {
  if (!(error instanceof ApiError) || error.code !== 'PRICE_CHANGED') return undefined
  return (error.details as { preview?: Preview } | undefined)?.preview
}
