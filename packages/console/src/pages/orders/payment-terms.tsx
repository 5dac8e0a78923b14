import type { Order } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Fact, Facts } from '#console/ui/page.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'

const states = {
  awaiting: { tone: 'warn', text: t('Awaited') },
  overdue: { tone: 'bad', text: t('Overdue') },
  received: { tone: 'good', text: t('Received') },
} as const

/** How the customer chose to pay, and how far that is. */
export function PaymentTerms({ terms }: { terms: NonNullable<Order['payment_terms']> }) {
  const { tone, text } = states[terms.state]
  return (
    <Facts>
      <Fact name="Chosen">{terms.name}</Fact>
      <Fact name="Payment">
        <Status tone={tone}>{text}</Status>
      </Fact>
      {terms.due_at && (
        <Fact name="Due">
          <Time at={terms.due_at} />
        </Fact>
      )}
      {terms.send_before_paid && <Fact name="Sent">{t('Before it is paid')}</Fact>}
      {terms.reference && <Fact name="Reference">{terms.reference}</Fact>}
    </Facts>
  )
}
