import { t } from '#console/lib/text.ts'
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
  return (
    <section aria-label={t('What happens')} className="rounded bg-paper-2 px-3 py-2">
      <ul className="grid list-disc gap-1 pl-4">
        <li>
          {gone.order_count > 0
            ? t(
                '{orders, plural, one {# order} other {# orders}}, returns, drafts, groups and comments of {gone} ' +
                  'move to {stays}.',
                { orders: gone.order_count, gone: nameOf(gone), stays: nameOf(stays) },
              )
            : t('Returns, drafts, groups and comments of {gone} move to {stays}.', {
                gone: nameOf(gone),
                stays: nameOf(stays),
              })}
        </li>
        {credit && <li>{t('{credit} of store credit moves, too.', { credit })}</li>}
        <li>
          {t('Tags, notes and addresses of both are kept. Empty fields are filled from {gone}.', {
            gone: nameOf(gone),
          })}
        </li>
        {(isWithdrawn(gone) || isWithdrawn(stays)) && <li>{t('Consent to marketing stays withdrawn.')}</li>}
        <li>{t('{gone} leaves the list. It cannot be undone.', { gone: nameOf(gone) })}</li>
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
