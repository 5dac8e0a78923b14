import { plural } from '#console/lib/format.ts'
import type { Customer } from '../customer-data.ts'
import { customerName } from '../customer-name.ts'

interface ConsequencesProps {
  gone: Customer
  stays: Customer
  /** Store credit that moves. */
  credit: string | undefined
}

/** What a merge does, in figures. */
export function Consequences({ gone, stays, credit }: ConsequencesProps) {
  const orders = gone.order_count > 0 ? `${plural(gone.order_count, 'order')}, returns` : 'Returns'
  return (
    <section aria-label="What happens" className="rounded bg-paper-2 px-3 py-2">
      <ul className="grid list-disc gap-1 pl-4">
        <li>
          {orders}, drafts, groups and comments of {nameOf(gone)} move to {nameOf(stays)}.
        </li>
        {credit && <li>{credit} of store credit moves, too.</li>}
        <li>Tags, notes and addresses of both are kept. Empty fields are filled from {nameOf(gone)}.</li>
        {(isWithdrawn(gone) || isWithdrawn(stays)) && <li>Consent to marketing stays withdrawn.</li>}
        <li>{nameOf(gone)} leaves the list. It cannot be undone.</li>
      </ul>
    </section>
  )
}

/** Two who are one person often have the same name. */
function nameOf(customer: Customer): string {
  const name = customerName(customer)
  const contact = customer.email ?? customer.phone
  return contact === null || contact === name ? name : `${name} (${contact})`
}

const isWithdrawn = ({ accepts_marketing: consent }: Customer) => consent !== null && consent.withdrawn_at !== null
