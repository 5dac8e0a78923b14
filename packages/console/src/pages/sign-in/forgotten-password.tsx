import { read } from '@commerce-platform/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'

interface ForgottenPasswordProps {
  /** What was typed into the sign-in. */
  email: string
  onSent: (email: string) => void
  onBack: () => void
}

/** Asks for a link. Its page is the service's own, and leads back here. */
export function ForgottenPassword({ email, onSent, onBack }: ForgottenPasswordProps) {
  const ask = useMutation({
    mutationFn: (address: string) => read(api.POST('/user/password/forgot', { body: { email: address } })),
    onSuccess: (_, address) => onSent(address),
  })
  const faults = faultsOf(ask.error, ['email'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!ask.isPending) ask.mutate(String(new FormData(event.currentTarget).get('email')).trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={t('E-mail')} error={faults.of('email')}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          maxLength={254}
          defaultValue={email}
        />
      </Field>
      <Button type="submit" look="primary" busy={ask.isPending} className="w-full">
        {t('Send the link')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('Back to the sign-in')}
      </Button>
      {faults.rest != null && <Notice error={faults.rest} />}
    </form>
  )
}
