import { ApiError } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import type { Order } from '#console/data/queries.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { LeaveQuestion } from '#console/ui/leave-guard.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { AddressFields } from '../new/address-fields.tsx'
import { type Address, addressNames, addressOf } from '../new/order-draft.ts'
import { useOrderUpdate } from '../order-data.ts'

interface AddressDialogProps {
  order: Order
  field: 'shipping_address' | 'billing_address'
  onClose: () => void
}

const texts = {
  shipping_address: {
    title: 'Change the shipping address',
    description:
      'Parcels already sent keep their address. We e-mail the new one to the customer, unless you turned that off.',
  },
  billing_address: {
    title: 'Change the billing address',
    description: 'Invoices already issued stay as they are. You can correct them in the section Invoices.',
  },
}

/** An address that was wrong. Total and tax stay, or the service says what they would be. */
export function AddressDialog({ order, field, onClose }: AddressDialogProps) {
  const from = order[field] ?? order.shipping_address
  const [address, setAddress] = useState<Address>(() => typedOf(from))
  const [asked, setAsked] = useState(false)
  const isChanged = order[field] === null || addressNames.some((name) => address[name] !== typedOf(from)[name])
  const save = useOrderUpdate(order.id, () => {
    onClose()
    toast(field === 'shipping_address' ? 'Shipping address saved' : 'Billing address saved')
  })
  const faults = faultsOf(
    save.error,
    addressNames.map((name) => `${field}.${name}`),
  )
  function close(): void {
    if (save.isPending) return
    if (addressNames.some((name) => address[name] !== typedOf(from)[name])) setAsked(true)
    else onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending) save.mutate({ [field]: addressOf(address), expected_version: order.version })
  }
  return (
    <Dialog open wide onClose={close} title={texts[field].title} description={texts[field].description}>
      <form aria-label={texts[field].title} onSubmit={submit} className="mt-4">
        <AddressFields
          address={address}
          isBegun
          faults={faults}
          field={field}
          isRead={save.isPending}
          onChange={(change) => {
            setAddress({ ...address, ...change })
            if (save.error) save.reset()
          }}
        />
        {faults.rest != null && <Refusal error={faults.rest} currency={order.currency} />}
        <Actions>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            refusal={isChanged ? undefined : 'Nothing has changed yet.'}
          >
            Save address
          </Button>
        </Actions>
      </form>
      <LeaveQuestion open={asked} what="dialog" onStay={() => setAsked(false)} onLeave={onClose} />
    </Dialog>
  )
}

function typedOf(address: Order['shipping_address']): Address {
  const text = (name: keyof Address) => address?.[name] ?? ''
  return Object.fromEntries(addressNames.map((name) => [name, text(name)])) as Address
}

/** Another price, with its figures. */
function Refusal({ error, currency }: { error: unknown; currency: string }) {
  const preview = previewOf(error)
  if (preview === undefined) return <Notice error={error} className="mt-4" />
  return (
    <div role="alert" className="mt-4 rounded bg-bad-2 px-3 py-2">
      At this address the order costs {money(preview.total, currency)}, with {money(preview.tax_total, currency)} tax.
      We did not save it: a correction cannot change what an order costs.
    </div>
  )
}

function previewOf(error: unknown): { total: number; tax_total: number } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'PRICE_CHANGED') return undefined
  return (error.details as { preview?: { total: number; tax_total: number } } | undefined)?.preview
}
