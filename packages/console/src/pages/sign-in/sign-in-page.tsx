import { ApiError } from '@commerce-platform/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { roleName } from '#console/data/role-names.ts'
import { finishSignIn, signIn } from '#console/data/session.ts'
import { placeWithin } from '#console/lib/place.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Notice } from '#console/ui/states.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { CodeForm, type Credentials, PasswordForm } from './forms.tsx'

interface Shop {
  id: string
  name: string
  role: string
}

/** What is asked for next. */
type Step =
  | { name: 'password' }
  | ({ name: 'shop'; shops: Shop[] } & Credentials)
  | { name: 'code'; challenge: string }
  | { name: 'forgotten'; email: string }
  | { name: 'mailed'; email: string }

export function SignInPage() {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/sign-in' })
  useEffect(() => {
    document.title = t('Sign in · Console')
  }, [])

  /** Goes on by what the service answers. */
  async function attempt(credentials: Credentials | undefined, work: () => Promise<void>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      await navigate({ to: placeWithin(next, location.origin) ?? '/', replace: true })
    } catch (cause) {
      const following = credentials && stepAfter(cause, credentials)
      if (following) setStep(following)
      else {
        setError(cause)
        // The challenge has ended; the password is asked for again.
        if (cause instanceof ApiError && cause.code === 'UNAUTHORIZED') setStep({ name: 'password' })
      }
    } finally {
      setBusy(false)
    }
  }
  const enter = (credentials: Credentials, shopId?: string) =>
    attempt(credentials, () => signIn(credentials.email, credentials.password, shopId))

  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_2fr] px-6">
      <div className="row-start-2 mx-auto w-full max-w-80">
        <span aria-hidden className="mb-6 grid size-8 place-items-center rounded bg-ink">
          <span className="grid gap-1">
            <span className="h-0.5 w-4 rounded bg-on-ink" />
            <span className="h-0.5 w-2.5 rounded bg-on-ink" />
            <span className="h-0.5 w-4 rounded bg-on-ink" />
          </span>
        </span>
        <h1 className="text-xl font-semibold tracking-[-0.015em]">{titles[step.name].title}</h1>
        <p className="mt-1 mb-6 text-ink-2">{titles[step.name].text}</p>
        {step.name === 'password' && (
          <PasswordForm
            busy={busy}
            onSubmit={enter}
            instead={{
              label: t('Forgotten password?'),
              go: (email) => {
                setError(undefined)
                setStep({ name: 'forgotten', email })
              },
            }}
          />
        )}
        {step.name === 'forgotten' && (
          <ForgottenPassword
            email={step.email}
            onSent={(email) => setStep({ name: 'mailed', email })}
            onBack={() => setStep({ name: 'password' })}
          />
        )}
        {step.name === 'mailed' && (
          <>
            <p className="mb-4 wrap-anywhere">
              {rich('If {email} has an account, the mail is on its way. Its link works once, for an hour.', {
                email: <strong className="font-medium">{step.email}</strong>,
              })}
            </p>
            <Button autoFocus className="w-full" onClick={() => setStep({ name: 'password' })}>
              {t('Back to the sign-in')}
            </Button>
          </>
        )}
        {step.name === 'shop' && (
          <ul className="-mx-2 border-t border-line">
            {step.shops.map((shop) => (
              <li key={shop.id} className="border-b border-line">
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => enter(step, shop.id)}
                  className="flex h-11 w-full items-center justify-between gap-4 px-2 text-left hover:bg-paper-2"
                >
                  <span className="truncate font-medium">{shop.name}</span>
                  <span className="text-ink-3">{roleName(shop.role)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {step.name === 'code' && (
          <CodeForm
            busy={busy}
            onSubmit={(code) => attempt(undefined, () => finishSignIn(step.challenge, code))}
            onBack={() => setStep({ name: 'password' })}
          />
        )}
        {error != null && <Notice error={error} className="mt-4" />}
      </div>
    </main>
  )
}

const titles: Record<Step['name'], { title: string; text: string }> = {
  password: { title: t('Sign in'), text: t('Sign in to your shop.') },
  shop: { title: t('Choose a shop'), text: t('You work for more than one.') },
  code: { title: t('Enter a code'), text: t('From your authenticator app, or one of your recovery codes.') },
  forgotten: { title: t('Forgotten password'), text: t('We send you a link to set a new one.') },
  mailed: { title: t('Check your e-mail'), text: t('Follow the link to set a new password, then sign in.') },
}

function stepAfter(error: unknown, credentials: Credentials): Step | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { challenge, merchants } = (error.details ?? {}) as { challenge?: string; merchants?: Shop[] }
  if (error.code === 'TWO_FACTOR_REQUIRED' && challenge) return { name: 'code', challenge }
  if (error.code === 'MERCHANT_ACCESS_DENIED' && merchants) return { name: 'shop', shops: merchants, ...credentials }
  return undefined
}
