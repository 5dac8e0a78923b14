import { read } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { sessionsKey } from './account-data.ts'

interface Passwords {
  current_password: string
  password: string
}

export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [isTyped, setTyped] = useState(false)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Passwords) => read(api.POST('/user/password', { body })),
    onSuccess: async () => {
      form.current?.reset()
      setTyped(false)
      toast(t('Password is changed'), t('Your other sessions have ended.'))
      await client.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  const faults = faultsOf(change.error, ['current_password', 'password'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending) return
    const typed = new FormData(event.currentTarget)
    const value = (name: keyof Passwords) => String(typed.get(name))
    change.mutate({ current_password: value('current_password'), password: value('password') })
  }
  return (
    <form ref={form} onSubmit={submit} onInput={() => setTyped(true)}>
      {/* Tells a password manager whose password it is. */}
      <input type="text" value={email} autoComplete="username" readOnly hidden />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('Current password')} error={faults.of('current_password')}>
          <Input name="current_password" type="password" required maxLength={128} autoComplete="current-password" />
        </Field>
        <Field label={t('New password')} hint={t('At least 8 characters.')} error={faults.of('password')}>
          <Input name="password" type="password" required minLength={8} maxLength={128} autoComplete="new-password" />
        </Field>
      </div>
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
      <Actions>
        <Button type="submit" busy={change.isPending} refusal={isTyped ? undefined : t('Type both passwords first.')}>
          {t('Change password')}
        </Button>
      </Actions>
    </form>
  )
}
