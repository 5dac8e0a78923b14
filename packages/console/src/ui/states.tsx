import { ApiError } from '@commerce-platform/client'
import { CircleAlert, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#console/data/queries.ts'
import { useEndedSession } from '#console/data/session.ts'
import { cx } from '#console/lib/class-names.ts'
import { t } from '#console/lib/text.ts'
import { Button } from './button.tsx'
import { toast, toastError } from './toasts.tsx'

interface NoticeProps {
  error: unknown
  /** What to do about a 409, whose message says what happened. */
  advice?: string
  className?: string
}

/** A failure where it happened, with the id of the request to copy. */
export function Notice({ error, advice, className }: NoticeProps) {
  const isEnded = useEndedSession() !== undefined
  const [endedBy, setEndedBy] = useState<unknown>()
  if (isEnded && error !== endedBy && error instanceof ApiError && error.code === 'UNAUTHORIZED') setEndedBy(error)
  // Whoever has signed in again since only has to know that it was not done.
  if (!isEnded && endedBy !== undefined && error === endedBy) return <Again className={className} />
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert" className={cx('flex items-start gap-2.5 rounded bg-bad-2 px-3 py-2', className)}>
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p>
          {messageOf(error)}
          {advice && error instanceof ApiError && error.status === 409 && ` ${advice}`}
        </p>
        {requestId && (
          <p className="mt-0.5 flex items-center gap-1 text-xs text-ink-2">
            <span className="wrap-anywhere">{t('Request {requestId}', { requestId })}</span>
            <button
              type="button"
              aria-label={t('Copy the request id')}
              className="rounded p-1 hover:text-ink"
              onClick={() => copy(requestId, t('Request id copied'))}
            >
              <Copy aria-hidden className="size-3" />
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

function Again({ className }: { className: string | undefined }) {
  return (
    <p role="status" className={cx('rounded bg-warn-2 px-3 py-2', className)}>
      {t('You are signed in again. What you asked for was not done yet: do it once more.')}
    </p>
  )
}

/** There is no clipboard without TLS, and a browser may refuse it. */
export async function copy(text: string, message = t('Copied')): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    toastError(t('The browser does not let this page copy. Select the text and copy it by the keys.'))
    return
  }
  toast(message)
}

/** Instead of what could not be loaded. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div className="mx-auto max-w-md px-4 py-16">
      <Notice error={error} />
      {retry && (
        <Button className="mt-3" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

/** An empty list: what will be here and what to do first. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="px-4 py-16 text-center">
      <h2 className="font-semibold">{title}</h2>
      {children && <p className="mx-auto mt-1 max-w-sm text-ink-2">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** Lines where text will be, as high as the text. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton h-4', className)} />
}
