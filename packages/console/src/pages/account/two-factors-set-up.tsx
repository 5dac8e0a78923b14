import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect } from 'react'
import { profileOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { CopyField } from '#console/ui/secret.tsx'
import { Notice, Skeleton } from '#console/ui/states.tsx'

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

interface SetUpProps {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

/** A secret for the authenticator app, then a first code of it. */
export function SetUp({ onClose, onDone }: SetUpProps) {
  const begin = useMutation({
    mutationFn: (password: string | undefined) =>
      read(api.POST('/user/two-factor', { body: password === undefined ? {} : { current_password: password } })),
  })
  const { mutate } = begin
  // Soon after a sign-in no password is needed.
  useEffect(() => mutate(undefined), [mutate])

  if (begin.data) return <Scan secret={begin.data} onClose={onClose} onDone={onDone} />
  const needsPassword =
    begin.error instanceof ApiError && ['VALIDATION_ERROR', 'INVALID_CREDENTIALS'].includes(begin.error.code)
  if (needsPassword || begin.variables !== undefined) {
    return <PasswordStep begin={begin} onClose={onClose} />
  }
  return begin.error ? <Notice error={begin.error} className="mt-4" /> : <Skeleton className="mt-4 h-44" />
}

interface PasswordStepProps {
  begin: { error: unknown; isPending: boolean; variables: string | undefined; mutate: (password: string) => void }
  onClose: () => void
}

function PasswordStep({ begin, onClose }: PasswordStepProps) {
  // Of the attempt without a password, the fault is the question itself.
  const faults = faultsOf(begin.variables === undefined ? undefined : begin.error, ['current_password'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!begin.isPending) begin.mutate(String(new FormData(event.currentTarget).get('current_password')))
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <Field
        label={t('Current password')}
        hint={t('Your sign-in is some time ago.')}
        error={faults.of('current_password')}
      >
        <Input
          name="current_password"
          type="password"
          required
          maxLength={128}
          autoComplete="current-password"
          autoFocus
        />
      </Field>
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
      <Actions>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button type="submit" look="primary" busy={begin.isPending}>
          {t('Go on')}
        </Button>
      </Actions>
    </form>
  )
}

function Scan({ secret, onClose, onDone }: SetUpProps & { secret: Schemas['TwoFactorSecret'] }) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: (code: string) => read(api.POST('/user/two-factor/confirm', { body: { code } })),
    onSuccess: async ({ recovery_codes }) => {
      onDone(recovery_codes)
      client.setQueryData(profileOptions.queryKey, (profile) => profile && { ...profile, has_two_factor: true })
      // The other sessions have ended; and a shop that requires two factors lets this one in now.
      await client.invalidateQueries()
    },
  })
  const faults = faultsOf(confirm.error, ['code'])
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate(String(new FormData(event.currentTarget).get('code')).trim())
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <div className="flex gap-6 max-sm:flex-col">
        <Suspense fallback={<Skeleton className="size-48 shrink-0" />}>
          <div className="shrink-0">
            <QrCode label={t('QR code for your authenticator app')} text={secret.otpauth_uri} />
          </div>
        </Suspense>
        <ol className="grid min-w-0 flex-1 content-start gap-4">
          <li>
            <p className="mb-1">{t('1. Scan the code with an authenticator app, or type this key into it.')}</p>
            <CopyField label={t('Key')} value={secret.secret} />
          </li>
          <li>
            <p className="mb-1">{t('2. Type the six digits that it shows.')}</p>
            <Field label={t('Code')} error={faults.of('code')}>
              <Input
                name="code"
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={40}
                className="max-w-32 tabular-nums"
              />
            </Field>
          </li>
        </ol>
      </div>
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
      <p className="mt-4 text-ink-3">{t('Once it is on, your other sessions end: they were opened without a code.')}</p>
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" busy={confirm.isPending}>
          {t('Switch on')}
        </Button>
      </Actions>
    </form>
  )
}
