import { type FormEvent, useRef } from 'react'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Field, Input } from '#console/ui/field.tsx'

export interface Credentials {
  email: string
  password: string
}

interface PasswordFormProps {
  busy: boolean
  /** Whose password, if nobody else's will do. */
  email?: string
  onSubmit: (credentials: Credentials) => void
  /** What else one can do, with the address as far as it is typed. */
  instead: { label: string; go: (email: string) => void }
}

export function PasswordForm({ busy, email, onSubmit, instead }: PasswordFormProps) {
  const emailField = useRef<HTMLInputElement>(null)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (!busy) onSubmit({ email: String(form.get('email')), password: String(form.get('password')) })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={t('E-mail')}>
        <Input
          ref={emailField}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus={email === undefined}
          maxLength={254}
          defaultValue={email}
          readOnly={email !== undefined}
        />
      </Field>
      <Field label={t('Password')}>
        <Input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus={email !== undefined}
          maxLength={128}
        />
      </Field>
      <Button type="submit" look="primary" busy={busy} className="w-full">
        {t('Sign in')}
      </Button>
      <Button look="quiet" onClick={() => instead.go(emailField.current?.value.trim() ?? '')}>
        {instead.label}
      </Button>
    </form>
  )
}

interface CodeFormProps {
  busy: boolean
  onSubmit: (code: string) => void
  onBack: () => void
}

export function CodeForm({ busy, onSubmit, onBack }: CodeFormProps) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) onSubmit(String(new FormData(event.currentTarget).get('code')).trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={t('Code')}>
        <Input name="code" autoComplete="one-time-code" inputMode="text" required autoFocus maxLength={40} />
      </Field>
      <Button type="submit" look="primary" busy={busy} className="w-full">
        {t('Go on')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('Sign in as someone else')}
      </Button>
    </form>
  )
}
