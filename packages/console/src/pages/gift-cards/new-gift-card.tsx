import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { readAmount } from '#console/lib/amounts.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { money, zoneTitle } from '#console/lib/format.ts'
import { readTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { AmountInput } from '#console/ui/amount-input.tsx'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { SecretOnce } from '#console/ui/secret.tsx'
import { Notice } from '#console/ui/states.tsx'

type Body = Schemas['CreateGiftCard']
type Made = Schemas['NewGiftCard']

/** Makes a gift card and shows its code: the only time that it can be seen. */
export function NewGiftCard({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const { data: shop } = useQuery(shopOptions)
  const create = useMutation({
    mutationFn: (body: Body) => read(api.POST('/admin/gift-cards', { body })),
    // Nothing keeps the code for longer than this dialog.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: ['gift-cards'] }),
  })
  const made = create.data
  // Closed before the answer, it would never show the code.
  const close = () => create.isPending || onClose()
  return (
    <Dialog
      open
      onClose={close}
      keepsOpen={made !== undefined}
      title={made ? t('Gift card of {balance}', { balance: money(made.balance, made.currency) }) : t('New gift card')}
      description={made ? undefined : t('Anybody with its code can pay with it.')}
    >
      {made ? (
        <Code made={made} onClose={onClose} />
      ) : (
        shop && (
          <Form
            currency={shop.currency}
            busy={create.isPending}
            error={create.error}
            onClose={close}
            onCreate={create.mutate}
          />
        )
      )}
    </Dialog>
  )
}

function Code({ made: { id, code, email }, onClose }: { made: Made; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <div className="mt-4 grid gap-4">
      <SecretOnce label={t('Code')} value={code} />
      {email && <p className="text-ink-2">{t('It is mailed to {email}, too.', { email })}</p>}
      <Actions>
        <Button onClick={() => navigate({ to: '/gift-cards/$giftCardId', params: { giftCardId: id } })}>
          {t('Open the card')}
        </Button>
        <Button look="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </Actions>
    </div>
  )
}

interface FormProps {
  currency: string
  busy: boolean
  error: unknown
  onClose: () => void
  onCreate: (body: Body) => void
}

function Form({ currency, busy, error, onClose, onCreate }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal('gift_cards.write')
  const faults = faultsOf(error, ['amount', 'email', 'note', 'expires_at'])
  useFirstFault(form, error)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    onCreate({
      amount: readAmount(text('amount'), currency)?.amount ?? 0,
      email: text('email') || null,
      note: text('note') || null,
      expires_at: text('last_day') === '' ? null : (endOf(text('last_day')) ?? null),
      origin: text('origin') as 'granted' | 'sold',
    })
  }
  return (
    <form ref={form} aria-label={t('New gift card')} onSubmit={submit} className="mt-4 grid gap-4">
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Amount in {currency}', { currency })} error={faults.of('amount')}>
          <AmountInput name="amount" required currency={currency} />
        </Field>
        <Field label={t('Paid for')} hint={t('What is given counts as a discount.')}>
          <Select name="origin">
            <option value="granted">{t('No, it is given')}</option>
            <option value="sold">{t('Yes, it was sold')}</option>
          </Select>
        </Field>
      </div>
      <Field label={t('E-mail')} hint={t('Optional: its code is mailed there.')} error={faults.of('email')}>
        <Input name="email" type="email" maxLength={254} autoComplete="off" />
      </Field>
      <Field label={t('Note')} hint={t('For your team alone. Optional.')} error={faults.of('note')}>
        <Input name="note" maxLength={500} autoComplete="off" />
      </Field>
      <Field
        label={t('Last day')}
        hint={t('In {zoneTitle}. Leave empty if it never expires.', { zoneTitle: zoneTitle() })}
        error={faults.of('expires_at')}
      >
        <Input name="last_day" type="date" />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" busy={busy} refusal={refusal}>
          {t('Make gift card')}
        </Button>
      </Actions>
    </form>
  )
}

/** A day holds to its end, in the zone of the shop. */
function endOf(day: string): string | undefined {
  const next = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000)
  return readTime(`${next.toISOString().slice(0, 10)}T00:00`)
}
