import { ApiError, read } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shopOptions } from '#console/data/queries.ts'
import { api, signOut } from '#console/data/session.ts'
import { deviceName } from '#console/lib/device.ts'
import type { ListTotal } from '#console/lib/format.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Actions } from '#console/ui/dialog.tsx'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast, toastError } from '#console/ui/toasts.tsx'
import { type OpenSession, sessionsKey, sessionsOptions } from './account-data.ts'

export function Sessions() {
  const { data, error, refetch } = useQuery(sessionsOptions)
  const [ending, setEnding] = useState<'others' | 'all'>()
  if (data === undefined) {
    return error ? <Failure error={error} retry={refetch} /> : <Skeleton className="h-32" />
  }
  const { items, pagination } = data
  const others = items.filter(({ current }) => !current)
  return (
    <>
      <ul className="border-t border-line">
        {items.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {pagination.total > items.length && (
        <p className="mt-2 text-ink-3">
          {t('The newest {items} of {pagination, plural, one {# session} other {# sessions}}.', {
            items: items.length,
            pagination,
          })}
        </p>
      )}
      <Actions>
        <Button
          onClick={() => setEnding('others')}
          refusal={others.length === 0 ? t('You are signed in nowhere else.') : undefined}
        >
          {t('End all others')}
        </Button>
        <Button look="danger" onClick={() => setEnding('all')}>
          {t('Sign out everywhere')}
        </Button>
      </Actions>
      <EndOthers open={ending === 'others'} onClose={() => setEnding(undefined)} sessions={others} />
      <EndAll open={ending === 'all'} onClose={() => setEnding(undefined)} total={pagination} />
    </>
  )
}

function Row({ session }: { session: OpenSession }) {
  const { data: shop } = useQuery(shopOptions)
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionsKey })
      toast(t('The session of {deviceName} has ended', { deviceName: deviceName(session.device_id) }))
    },
    onError: (error) => toastError(error),
  })
  const where =
    session.merchant_id === null ? t('As a customer') : session.merchant_id === shop?.id ? shop.name : t('Another shop')
  return (
    <li className="flex min-h-14 items-center gap-4 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={session.device_id}>
          {deviceName(session.device_id)}
        </p>
        <p className="flex flex-wrap gap-x-2 text-ink-3">
          <span>{where}</span>
          <span aria-hidden>·</span>
          <span>
            {t('since')} <Time at={session.created_at} />
          </span>
          {!session.current && (
            <>
              <span aria-hidden>·</span>
              <span>
                {t('last used')} <Time at={session.last_used_at} ago />
              </span>
            </>
          )}
        </p>
      </div>
      {session.current ? (
        <Status tone="good">{t('This browser')}</Status>
      ) : (
        <Button look="quiet" className="-mr-3" busy={end.isPending} onClick={() => end.mutate()}>
          {rich('End<hidden> the session of {device}</hidden>', {
            device: deviceName(session.device_id),
            hidden: (inside) => <span className="sr-only">{inside}</span>,
          })}
        </Button>
      )}
    </li>
  )
}

interface AskProps {
  open: boolean
  onClose: () => void
}

function EndOthers({ open, onClose, sessions }: AskProps & { sessions: OpenSession[] }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => Promise.all(sessions.map(({ id }) => endSession(id))),
    onSuccess: () => {
      toast(t('All your other sessions have ended'))
      onClose()
    },
    // Also after a failure: some may have ended.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('End all others?')}
      description={t(
        'Ends {sessions, plural, one {# session} other {# sessions}} at once. This browser stays ' + 'signed in.',
        { sessions: sessions.length },
      )}
      action={t('End all others')}
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
    />
  )
}

function EndAll({ open, onClose, total }: AskProps & { total: ListTotal }) {
  const end = useMutation({
    mutationFn: () => read(api.POST('/user/logout-everywhere')),
    // The shell leads to the sign-in. The cookie that is left is of an ended session.
    onSuccess: () => signOut().catch(() => {}),
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('Sign out everywhere?')}
      description={t(
        'Ends {total, plural, one {# session} other {# sessions}} at once, this one too. You sign ' + 'in again.',
        { total },
      )}
      action={t('Sign out everywhere')}
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
    />
  )
}

/** One that has ended meanwhile is as good. */
async function endSession(id: string): Promise<void> {
  try {
    await read(api.DELETE('/user/sessions/{id}', { params: { path: { id } } }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
  }
}
