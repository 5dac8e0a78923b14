import { read } from '@commerce-platform/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useRepeatable } from '../../orders/order-data.ts'
import { type Customer, type CustomerDetails, customerKeys, customerOptions } from '../customer-data.ts'
import { customerName } from '../customer-name.ts'
import { Consequences } from './consequences.tsx'
import { FindOther } from './find-other.tsx'
import { useCredits } from './use-credits.ts'
import { WhoStays } from './who-stays.tsx'

interface MergeDialogProps {
  customer: CustomerDetails
  onClose: () => void
}

const shownBy = [...customerKeys, ['store-credit'], ['customer-groups'], ['comments'], ['returns']] as const

/** Makes one of two customers who are one person. */
export function MergeDialog({ customer, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<Customer>()
  const [staysId, setStaysId] = useState(customer.id)
  const navigate = useNavigate()
  const client = useQueryClient()
  const repeatable = useRepeatable()
  // A customer with an account stays.
  const stays = other && (other.account || staysId === other.id) && !customer.account ? other : customer
  const gone = stays === customer ? other : customer
  const credits = useCredits(gone, stays)
  const merge = useChange(
    shownBy,
    ({ id, into }: { id: string; into: string }) =>
      repeatable([id, into], (headers) =>
        read(api.POST('/admin/users/{id}/merge', { params: { path: { id } }, body: { into }, headers })),
      ),
    (merged) => {
      client.setQueryData(customerOptions(merged.id).queryKey, merged)
      onClose()
      toast(t('Merged into {customerName}', { customerName: customerName(merged) }))
      if (merged.id !== customer.id)
        void navigate({ to: '/customers/$customerId', params: { customerId: merged.id }, replace: true })
    },
  )
  const refusal =
    gone === undefined ? t('Choose the other customer first.') : gone.account ? bothHaveAccounts : credits.refusal
  return (
    <Dialog
      open
      wide
      onClose={() => merge.isPending || onClose()}
      title={t('Merge customers')}
      description={t('If {customerName} is in your list twice, make one customer of the two.', {
        customerName: customerName(customer),
      })}
    >
      <div className="mt-4 grid gap-5">
        <FindOther
          customer={customer}
          value={other}
          isRead={merge.isPending}
          onChange={(chosen) => {
            setOther(chosen)
            merge.reset()
          }}
        />
        {other && gone && !gone.account && (
          <>
            <WhoStays both={[customer, other]} stays={stays} isRead={merge.isPending} onChange={setStaysId} />
            <Consequences gone={gone} stays={stays} credit={credits.moved} />
          </>
        )}
        {gone?.account && <p className="rounded bg-warn-2 px-3 py-2">{bothHaveAccounts}</p>}
        {credits.refusal && <p className="rounded bg-warn-2 px-3 py-2">{credits.refusal}</p>}
        {merge.error && <Notice error={merge.error} />}
      </div>
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          look="danger"
          busy={merge.isPending}
          refusal={refusal}
          onClick={() => gone && merge.mutate({ id: gone.id, into: stays.id })}
        >
          {t('Merge customers')}
        </Button>
      </Actions>
    </Dialog>
  )
}

const bothHaveAccounts = t('Both have an account of their own, and accounts cannot be merged.')
