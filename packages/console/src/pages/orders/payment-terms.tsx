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
      <Fact name={t('Chosen')}>{terms.name}</Fact>
      <Fact name={t('Payment')}>
        <Status tone={tone}>{text}</Status>
      </Fact>
      {terms.due_at && (
        <Fact name={t('Due')}>
          <Time at={terms.due_at} />
        </Fact>
      )}
      {terms.send_before_paid && <Fact name={t('Sent')}>{t('Before it is paid')}</Fact>}
      {terms.reference && <Fact name={t('Reference')}>{terms.reference}</Fact>}
    </Facts>
  )
}
