import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyKinds } from '#console/data/key-kinds.ts'
import { useRefusal } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { staffOptions } from '#console/data/staff.ts'
import { timeAgo } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Fact, Facts } from '#console/ui/page.tsx'
import { CopyField } from '#console/ui/secret.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'

interface KeyProps {
  apiKey: Schemas['ApiKey']
  onClose: () => void
}

/** What a key may do and when it was used, and its end. */
export function KeyDialog({ apiKey, onClose }: KeyProps) {
  const [isRevoking, setRevoking] = useState(false)
  const refusal = useRefusal('keys.write')
  if (isRevoking) return <Revoke apiKey={apiKey} onKeep={() => setRevoking(false)} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={apiKey.name}>
      <div className="mt-4">
        <Facts>
          <Fact name={t('Key')}>
            {apiKey.key === null ? (
              <code className="font-mono text-xs">{shownKey(apiKey)}</code>
            ) : (
              <CopyField label={t('Key')} value={apiKey.key} />
            )}
          </Fact>
          <Fact name={t('Kind')}>{keyKinds[apiKey.kind].name}</Fact>
          <Fact name={t('Made')}>
            <Time at={apiKey.created_at} />
          </Fact>
          <Fact name={t('Made by')}>
            <Maker id={apiKey.user_id} />
          </Fact>
          <Fact name={t('Last used')}>{apiKey.last_used_at ? <Time at={apiKey.last_used_at} ago /> : t('Never')}</Fact>
          <Fact name={t('Expires')}>
            <Expiry at={apiKey.expires_at} />
          </Fact>
          {apiKey.rate_limit_per_minute !== null && (
            <Fact name={t('Limit')}>
              {t('{requests, plural, one {# request} other {# requests}} a minute that name no shopper', {
                requests: apiKey.rate_limit_per_minute,
              })}
            </Fact>
          )}
          <Fact name={t('May')}>
            <May apiKey={apiKey} />
          </Fact>
        </Facts>
      </div>
      <p className="mt-4 text-ink-2">
        {apiKey.kind === 'admin'
          ? t('It may do this as far as the role of its maker allows it.')
          : t('It belongs to the shop and stays when people leave.')}
      </p>
      <Actions>
        <Button look="danger" refusal={refusal} onClick={() => setRevoking(true)}>
          {t('Revoke key')}
        </Button>
      </Actions>
    </Dialog>
  )
}

function May({ apiKey: { kind, permissions } }: Pick<KeyProps, 'apiKey'>) {
  if (kind !== 'admin') return keyKinds[kind].may
  return (
    <ul>
      {permissions.map((permission) => (
        <li key={permission} className="font-mono text-xs leading-5">
          {permission}
        </li>
      ))}
    </ul>
  )
}

/** A publishable key whole, the end of a secret one. */
export function shownKey({ key, last_four }: Schemas['ApiKey']): string {
  return key ?? `…${last_four}`
}

/** By name. Keys end with the role of their maker, so they are among the staff; those of storefronts are the shop’s. */
export function Maker({ id }: { id: string | null }) {
  const { data: staff } = useQuery(staffOptions)
  if (id === null) return t('The shop')
  const maker = staff?.find((member) => member.user_id === id)
  return <span className="block max-w-48 truncate">{maker?.name ?? maker?.email ?? '—'}</span>
}

export function Expiry({ at }: { at: string | null }) {
  if (at === null) return t('Never')
  if (new Date(at) > new Date()) return <Time at={at} />
  return (
    <span className="text-bad">
      {t('Expired')} <Time at={at} ago />
    </span>
  )
}

function Revoke({ apiKey: { id, name, last_used_at }, onKeep, onClose }: KeyProps & { onKeep: () => void }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => read(api.DELETE('/admin/api-keys/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(t('{name} is revoked', { name }))
      onClose()
      await client.invalidateQueries({ queryKey: ['api-keys'] })
    },
  })
  const use =
    last_used_at === null ? t('It was never used.') : t('It was last used {time}.', { time: timeAgo(last_used_at) })
  return (
    <Confirm
      open
      onClose={onKeep}
      title={t('Revoke {name}?', { name })}
      description={[
        t('Programs that send it are refused within a second, also with keys that were made with it.'),
        use,
        t('It cannot be undone.'),
      ].join(' ')}
      action={t('Revoke key')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    />
  )
}
