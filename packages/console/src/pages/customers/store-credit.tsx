import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay, useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Ledger } from '../gift-cards/ledger.tsx'
import { creditOptions } from './credit-data.ts'

const AdjustValue = lazy(() =>
  import('../gift-cards/adjust-value.tsx').then((module) => ({ default: module.AdjustValue })),
)

/** Entries beside the orders; the rest when it is asked for. */
const shown = 5

/** What the shop owes a customer, and how it came to that. */
export function StoreCredit({ customerId }: { customerId: string }) {
  const mayRead = useMay('gift_cards.read')
  const readRefusal = useRefusal('gift_cards.read')
  const refusal = useRefusal('gift_cards.write')
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { data: credit, error } = useQuery({ ...creditOptions(customerId), enabled: mayRead })
  return (
    <Section
      title={t('Store credit')}
      actions={
        <Button look="quiet" className="-mr-3" refusal={readRefusal ?? refusal} onClick={() => setOpen(true)}>
          {t('Adjust')}
        </Button>
      }
    >
      {readRefusal && <p className="text-ink-3">{readRefusal}</p>}
      {error && <Notice error={error} />}
      {credit && (
        <>
          <p className="mb-2 text-base font-semibold tabular-nums">{money(credit.balance, credit.currency)}</p>
          {credit.ledger.length > 0 && (
            <Ledger entries={credit.ledger.slice(0, isWhole ? undefined : shown)} currency={credit.currency} />
          )}
          {credit.ledger.length > shown && !isWhole && (
            <Button look="quiet" className="-ml-3" onClick={() => setWhole(true)}>
              {t('Show all {ledger}', { ledger: count(credit.ledger.length) })}
            </Button>
          )}
          <Suspense>
            {isOpen && (
              <AdjustValue
                title={t('Adjust the store credit')}
                balance={credit.balance}
                currency={credit.currency}
                shownBy={[['store-credit', customerId]]}
                adjust={(body) =>
                  read(api.POST('/admin/users/{id}/store-credit', { params: { path: { id: customerId } }, body }))
                }
                onClose={() => setOpen(false)}
              />
            )}
          </Suspense>
        </>
      )}
    </Section>
  )
}
