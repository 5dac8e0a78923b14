import { addressLines } from '@commerce-platform/client/address-lines'
import type { Order } from '#console/data/queries.ts'
import { Section } from '#console/ui/page.tsx'

/** A file of its own: the table of countries' forms comes behind the page. */
export function OrderAddresses({ order }: { order: Order }) {
  return (
    <>
      {order.shipping_address && (
        <Section title="Ships to">
          <AddressLines address={order.shipping_address} />
        </Section>
      )}
      {order.billing_address && (
        <Section title="Billed to">
          <AddressLines address={order.billing_address} />
        </Section>
      )}
    </>
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
