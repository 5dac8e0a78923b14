import { ApiError } from '@commerce-platform/client'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { profileOptions, queryClient } from '#console/data/queries.ts'
import { closeSession, finishSignIn, signIn } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Notice } from '#console/ui/states.tsx'
import { CodeForm, PasswordForm } from './forms.tsx'

/**
 * Lets the same person into the same shop again, and nobody else. Nothing of the page can be seen or used meanwhile: a
 * modal dialog of the browser is above dialogs of the page, too.
 */
export function SignInAgain({ shopId }: { shopId: string }) {
  const [email] = useState(() => queryClient.getQueryData(profileOptions.queryKey)?.email ?? undefined)
  const [challenge, setChallenge] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a field of its own to begin with
  useEffect(() => dialog.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus(), [challenge])
  useEffect(() => {
    // Of whom nothing was shown yet, nothing is typed.
    if (email === undefined) closeSession()
  }, [email])

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      void queryClient.invalidateQueries()
    } catch (cause) {
      const refusal = cause instanceof ApiError ? cause : undefined
      if (refusal?.code === 'TWO_FACTOR_REQUIRED') setChallenge((refusal.details as { challenge: string }).challenge)
      else setError(cause)
      // The challenge has ended; the password is asked for again.
      if (refusal?.code === 'UNAUTHORIZED') setChallenge(undefined)
    } finally {
      setBusy(false)
    }
  }

  if (email === undefined) return null
  // Beside the page: dialogs of the page hide it from screen readers.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
      closedby="none"
      className="m-auto w-full max-w-88 bg-paper px-4 py-6 text-ink outline-none backdrop:bg-paper"
    >
      <h1 id="sign-in-again" className="text-xl font-semibold tracking-[-0.015em]">
        {t('Sign in again')}
      </h1>
      <p className="mt-1 mb-6 text-ink-2">
        {challenge === undefined
          ? t('Your session has ended. The page stays open, with everything you typed.')
          : t('Enter a code of your authenticator app, or one of your recovery codes.')}
      </p>
      {challenge === undefined ? (
        <PasswordForm
          busy={busy}
          email={email}
          onSubmit={({ password }) => attempt(() => signIn(email, password, shopId))}
          instead={{ label: t('Sign in as someone else'), go: closeSession }}
        />
      ) : (
        <CodeForm busy={busy} onSubmit={(code) => attempt(() => finishSignIn(challenge, code))} onBack={closeSession} />
      )}
      {error != null && <Notice error={error} className="mt-4" />}
    </dialog>,
    document.body,
  )
}
