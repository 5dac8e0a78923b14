import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { profileOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'

type Profile = Schemas['Profile']

interface Change {
  email: string
  current_password: string
}

/** The address the account has, the one that waits to be confirmed, and the form for another. */
export function EmailAddress({ profile }: { profile: Profile }) {
  const [form, setForm] = useState<'change' | 'keep'>()
  const { email, pending_email: pending } = profile
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-medium wrap-anywhere">{email}</p>
        {form === undefined && (
          <Button onClick={() => setForm('change')}>{pending ? t('Change it again') : t('Change address')}</Button>
        )}
      </div>
      {pending && form !== 'keep' && (
        <div className="mt-3 rounded bg-warn-2 px-3 py-2">
          <p className="wrap-anywhere">
            {rich(
              'A link was mailed to <b>{address}</b>. Your account gets that address once the link is used; ' +
                'until then it keeps the one it has.',
              { address: pending, b: (inside) => <strong className="font-medium">{inside}</strong> },
            )}
          </p>
          {form === undefined && (
            <Button className="mt-2 mb-1" onClick={() => setForm('keep')}>
              {t('Keep {email} instead', { email })}
            </Button>
          )}
        </div>
      )}
      {form && <ChangeForm key={form} keep={form === 'keep' ? email : null} onClose={() => setForm(undefined)} />}
    </>
  )
}

/** Asks for another address; with `keep` only for the password, to take back what waits. */
function ChangeForm({ keep, onClose }: { keep: string | null; onClose: () => void }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Change) => read(api.PATCH('/user/profile', { body })),
    onSuccess: (saved) => {
      client.setQueryData(profileOptions.queryKey, saved)
      toast(
        saved.pending_email
          ? t('A link is on its way to {pending_email}', { pending_email: saved.pending_email })
          : t('Your address was not changed'),
      )
      onClose()
    },
  })
  const faults = faultsOf(change.error, keep === null ? ['email', 'current_password'] : ['current_password'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending) return
    const form = new FormData(event.currentTarget)
    const email = keep ?? String(form.get('email')).trim()
    change.mutate({ email, current_password: String(form.get('current_password')) })
  }
  return (
    <form onSubmit={submit} className="mt-4 grid gap-4">
      {keep === null && (
        <Field label={t('New address')} hint={t('It gets a link, good for 24 hours.')} error={faults.of('email')}>
          <Input name="email" type="email" required maxLength={254} autoComplete="email" autoFocus />
        </Field>
      )}
      <Field label={t('Current password')} error={faults.of('current_password')}>
        <Input
          name="current_password"
          type="password"
          required
          maxLength={128}
          autoComplete="current-password"
          autoFocus={keep !== null}
        />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} />}
      <Actions>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button type="submit" look="primary" busy={change.isPending}>
          {keep === null ? t('Send the link') : t('Keep this address')}
        </Button>
      </Actions>
    </form>
  )
}
