import { lazy, Suspense } from 'react'
import { useEndedSession } from '#console/data/session.ts'

const SignInAgain = lazy(() => import('./sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })))

/** Over every page once its session has ended by itself. The page stays, with what is typed. */
export function EndedSession() {
  const ended = useEndedSession()
  return (
    ended && (
      <Suspense>
        <SignInAgain shopId={ended.merchantId} />
      </Suspense>
    )
  )
}
