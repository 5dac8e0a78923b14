import { addressLines } from '@commerce-platform/client/address-lines'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { TeamSection } from './correct/team-section.tsx'
import { uncorrectable } from './order-units.ts'

const AddressDialog = lazy(() =>
  import('./correct/address-dialog.tsx').then((module) => ({ default: module.AddressDialog })),
)

/** A file of its own: the table of countries' forms comes behind the page. */
export function OrderAddresses({ order }: { order: Order }) {
  return (
    <>
      <TeamSection order={order} />
      {order.shipping_address && <AddressSection order={order} field="shipping_address" title={t('Ship to')} />}
      <AddressSection order={order} field="billing_address" title={t('Billed to')} />
    </>
  )
}

interface AddressSectionProps {
  order: Order
  field: 'shipping_address' | 'billing_address'
  title: string
}

function AddressSection({ order, field, title }: AddressSectionProps) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('orders.write')
  const address = order[field]
  return (
    <Section
      title={title}
      actions={
        <Button
          look="quiet"
          className="-mr-3"
          aria-label={field === 'shipping_address' ? t('Change the shipping address') : t('Change the billing address')}
          refusal={refusal ?? (field === 'shipping_address' ? uncorrectable(order) : undefined)}
          onClick={() => setOpen(true)}
        >
          {t('Change')}
        </Button>
      }
    >
      {address ? (
        <AddressLines address={address} />
      ) : (
        <p className="text-ink-3">{order.shipping_address ? t('Same as the shipping address.') : t('No address.')}</p>
      )}
      <Suspense>{isOpen && <AddressDialog order={order} field={field} onClose={() => setOpen(false)} />}</Suspense>
    </Section>
  )
}

function AddressLines({ address }: { address: NonNullable<Order['shipping_address']> }) {
  const lines = [...addressLines(address), ...(address.phone ? [address.phone] : [])]
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
