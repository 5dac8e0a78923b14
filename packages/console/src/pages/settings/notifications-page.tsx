import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { shopOptions } from '#console/data/queries.ts'
import { isRingOn, ringOnce, setRing } from '#console/data/ring.ts'
import { api } from '#console/data/session.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { Field, Select } from '#console/ui/field.tsx'
import { Group, SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from './settings-page.tsx'

type Chosen = Schemas['Notifications']
type Kind = keyof Chosen['kinds']

const options = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => read(api.GET('/admin/notifications', { signal })),
})

const kinds: readonly { kind: Kind; label: string; hint?: string }[] = [
  { kind: 'order_placed', label: t('New order') },
  { kind: 'large_order', label: t('Large order'), hint: t('Over the amount below.') },
  {
    kind: 'payment_by_hand',
    label: t('Order to be paid by hand'),
    hint: t('The customer pays by transfer or in cash.'),
  },
  { kind: 'return_requested', label: t('Return or withdrawal'), hint: t('A customer wants to send something back.') },
  { kind: 'low_stock', label: t('Low stock'), hint: t('Five units or fewer are left.') },
  { kind: 'payment_failed', label: t('Failed payment or refund') },
  { kind: 'dispute', label: t('Disputed payment') },
  { kind: 'webhook_disabled', label: t('Webhook switched off') },
  { kind: 'import_done', label: t('Import has ended') },
]

/** What the person who is signed in is mailed about. */
export function NotificationsPage() {
  const { data, error, refetch } = useQuery(options)
  return (
    <SettingsPage tab={t('Notifications')}>
      {data ? (
        <NotificationsForm saved={data} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-96 max-w-3xl lg:m-8" />
      )}
    </SettingsPage>
  )
}

function NotificationsForm({ saved }: { saved: Chosen }) {
  const client = useQueryClient()
  const { data: shop } = useQuery(shopOptions)
  const currency = shop?.currency ?? 'EUR'
  const [chosen, setChosen] = useState<Partial<Chosen['kinds']>>({})
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: (body: Schemas['SetNotifications']) => read(api.PUT('/admin/notifications', { body })),
    onSuccess: (answer) => {
      client.setQueryData(options.queryKey, answer)
      setChosen({})
      setTyped(undefined)
      toast(t('Your notifications are saved'))
    },
  })
  const over = typed ?? (saved.large_order_over === null ? '' : String(saved.large_order_over))
  const amount = over.trim() === '' ? null : readAmount(over, currency)?.amount
  const isChanged = typed !== undefined || Object.keys(chosen).length > 0
  const faults = faultsOf(save.error, ['large_order_over'])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!save.isPending && amount !== undefined) save.mutate({ kinds: chosen, large_order_over: amount })
  }
  return (
    <form aria-label={t('Notifications')} onSubmit={submit}>
      <LeaveGuard when={isChanged && !save.isPending} />
      <Group title={t('By e-mail')} about={t('For you alone: each of your team chooses for themselves.')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {kinds.map(({ kind, label, hint }) => (
            <Field key={kind} label={label} hint={hint}>
              <Select
                value={chosen[kind] ?? saved.kinds[kind]}
                onChange={({ target }) => {
                  setChosen({ ...chosen, [kind]: target.value as Chosen['kinds'][Kind] })
                  if (save.error) save.reset()
                }}
              >
                <option value="none">{t('No mail')}</option>
                <option value="mail">{t('At once')}</option>
                <option value="digest">{t('Once a day, at seven')}</option>
              </Select>
            </Field>
          ))}
          <Field
            label={t('A large order costs more than, in {currency}', { currency })}
            error={
              faults.of('large_order_over') ?? (amount === undefined ? t('Needs an amount, such as 500.') : undefined)
            }
          >
            <AmountInput
              currency={currency}
              value={over}
              onChange={({ target }) => {
                setTyped(target.value)
                if (save.error) save.reset()
              }}
            />
          </Field>
        </div>
      </Group>
      <RingGroup />
      <SaveBar narrow>
        {faults.rest != null && <Notice error={faults.rest} className="min-w-0 flex-1" />}
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          refusal={isChanged ? undefined : t('Nothing to save yet.')}
        >
          {t('Save')}
        </Button>
      </SaveBar>
    </form>
  )
}

/** Of this browser, and at once: nothing of it is saved with the rest. */
function RingGroup() {
  const [isOn, setOn] = useState(isRingOn)
  function change(next: boolean): void {
    setRing(next)
    setOn(next)
    // So that one hears what it is, and the browser lets this page ring.
    if (next) ringOnce()
  }
  return (
    <Group title={t('In this browser')} about={t('While the console is open in front.')}>
      <Checkbox checked={isOn} onChange={({ target }) => change(target.checked)}>
        {t('Ring when an order comes in')}
      </Checkbox>
    </Group>
  )
}
