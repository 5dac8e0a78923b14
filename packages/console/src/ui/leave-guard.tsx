import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

/** Loaded when it is asked first. */
export const LeaveQuestion = lazy(() =>
  import('./leave-question.tsx').then((module) => ({ default: module.LeaveQuestion })),
)

interface LeaveGuardProps {
  when: boolean
  /** What is typed is kept as a draft. */
  isSaved?: boolean
}

/** Asks before a page is left while something of it is changed and not saved. */
export function LeaveGuard({ when, isSaved = false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // A dialog that opens by the address is not another page.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Suspense>
      <LeaveQuestion open what="page" isSaved={isSaved} onStay={reset} onLeave={proceed} />
    </Suspense>
  )
}
