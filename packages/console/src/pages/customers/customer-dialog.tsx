import { ApiError, read } from '@commerce-platform/client'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { useServiceClock } from '#console/lib/service-clock.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { LeaveQuestion } from '#console/ui/leave-question.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { addressNames } from '../orders/new/order-draft.ts'
import { useRepeatable } from '../orders/order-data.ts'
import {
  type CustomerBody,
  type CustomerDetails,
  changeCustomer,
  customerKeys,
  customerOptions,
} from './customer-data.ts'
import { type CustomerDraft, changeOf, draftOf } from './customer-draft.ts'
import { CustomerFields } from './customer-fields.tsx'
import { customerName } from './customer-name.ts'

interface CustomerDialogProps {
  /** Without one: a new customer. */
  customer?: CustomerDetails
  onClose: () => void
}

const fieldNames = [
  ...(['name', 'company', 'email', 'phone', 'vat_number', 'locale', 'tags', 'note', 'accepts_marketing'] as const),
  ...(['tax_exempt', 'send_before_paid', 'addresses'] as const),
]

function namesOf({ addresses }: CustomerDraft): string[] {
  return [...fieldNames, ...addresses.flatMap((_, index) => addressNames.map((name) => `addresses[${index}].${name}`))]
}

/** What the shop knows of a customer. */
export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  // As it was when the dialog opened: what is typed is compared with it.
  const [before] = useState(customer)
  const seen = useRef(customer)
  const [draft, setDraft] = useState(() => draftOf(before))
  const [isAsking, setAsking] = useState(false)
  const now = useServiceClock()
  const navigate = useNavigate()
  const client = useQueryClient()
  const repeatable = useRepeatable()
  const save = useChange(customerKeys, send, (saved) => {
    client.setQueryData(customerOptions(saved.id).queryKey, saved)
    toast(
      before === undefined
        ? t('{customerName} is a customer now', { customerName: customerName(saved) })
        : t('{name} saved', { name: customerName(saved) }),
    )
    onClose()
    if (before === undefined) void navigate({ to: '/customers/$customerId', params: { customerId: saved.id } })
  })
  function send(body: CustomerBody): Promise<CustomerDetails> {
    if (seen.current === undefined)
      return repeatable(body, (headers) => read(api.POST('/admin/users', { body, headers })))
    return changeCustomer(seen.current, body, (theirs) => {
      seen.current = theirs
    })
  }
  const isChanged = Object.keys(changeOf(draft, before, now())).length > 0
  const faults = faultsOf(save.error, namesOf(draft))
  const taken = takenBy(save.error)
  const isNew = before === undefined
  const title = isNew ? t('New customer') : t('Edit customer')
  function close(): void {
    if (save.isPending) return
    if (isChanged) setAsking(true)
    else onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!save.isPending && isChanged) save.mutate(changeOf(draft, before, now()))
  }
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={title}
      description={
        before?.account
          ? t('What your shop knows. Their account and earlier orders stay as they are.')
          : t('A name, a phone number or an e-mail address is enough.')
      }
    >
      <form aria-label={title} onSubmit={submit} className="mt-4">
        <CustomerFields
          draft={draft}
          customer={before}
          faults={faults}
          isRead={save.isPending}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        {taken !== undefined && (
          <p className="mt-2">
            <Link to="/customers/$customerId" params={{ customerId: taken }} onClick={onClose} className={linkClass}>
              {t('Show the customer who has this address')}
            </Link>
          </p>
        )}
        {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            refusal={isChanged ? undefined : isNew ? t('Nothing is filled in yet.') : t('Nothing has changed yet.')}
          >
            {isNew ? t('Create customer') : t('Save customer')}
          </Button>
        </Actions>
      </form>
      <LeaveQuestion open={isAsking} what="dialog" onStay={() => setAsking(false)} onLeave={onClose} />
    </Dialog>
  )
}

/** The id of another customer with the e-mail address. */
function takenBy(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'EMAIL_TAKEN') return undefined
  return (error.details as { customer_id?: string } | undefined)?.customer_id
}
