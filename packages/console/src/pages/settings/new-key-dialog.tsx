import { read, type Schemas } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Permission } from '#console/data/granted.ts'
import { type KeyKind, keyKinds } from '#console/data/key-kinds.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { type Faults, faultsOf } from '#console/lib/faults.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input, Select } from '#console/ui/field.tsx'
import { CopyField, SecretOnce } from '#console/ui/secret.tsx'
import { Notice } from '#console/ui/states.tsx'
import { PermissionFields } from './permission-fields.tsx'

/** Makes a key, and shows it: the only time that it can be seen. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: Schemas['NewApiKey']) => read(api.POST('/admin/api-keys', { body })),
    // Nothing keeps the key for longer than this dialog.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  const [kind, setKind] = useState<KeyKind>('admin')
  const made = create.data
  // Closed before the answer, it would never show the key.
  const close = () => create.isPending || onClose()
  return (
    <Dialog
      open
      onClose={close}
      wide
      keepsOpen={made !== undefined}
      title={made ? t('{name} is made', { name: made.name }) : t('New API key')}
      description={made ? undefined : keyKinds[kind].about}
    >
      {made ? (
        <Made made={made} onClose={onClose} />
      ) : (
        <KeyForm
          kind={kind}
          busy={create.isPending}
          error={create.error}
          onKind={setKind}
          onClose={close}
          onCreate={create.mutate}
        />
      )}
    </Dialog>
  )
}

const code = (inside: ReactNode) => <code className="font-mono text-xs">{inside}</code>

function Made({ made: { kind, key }, onClose }: { made: Schemas['ApiKeyWithSecret']; onClose: () => void }) {
  const { data: shop } = useQuery(shopOptions)
  return (
    <div className="mt-4 grid gap-4">
      {kind === 'publishable' ? (
        <CopyField label={t('API key')} value={key} />
      ) : (
        <SecretOnce label={t('API key')} value={key} />
      )}
      {kind === 'admin' ? (
        <div>
          <p className="mb-2 text-ink-2">
            {rich('The program sends it as <code>access-token</code>, and this as <code>merchant-id</code>:', { code })}
          </p>
          {shop && <CopyField label={t('Merchant id')} value={shop.id} />}
          <p className="mt-4 mb-2 text-ink-2">
            {t('An assistant (MCP) connects to this address, with the key as bearer token:')}
          </p>
          <CopyField label={t('Address for assistants')} value={`${location.origin}/mcp`} />
        </div>
      ) : (
        <p className="text-ink-2">
          {kind === 'storefront'
            ? rich(
                'The storefront sends it as <code>access-token</code>, and beside a shopper’s token as ' +
                  '<code>storefront-key</code>.',
                { code },
              )
            : rich('The storefront sends it as <code>access-token</code>.', { code })}
        </p>
      )}
      <Actions>
        <Button look="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </Actions>
    </div>
  )
}

interface FormProps {
  kind: KeyKind
  busy: boolean
  error: unknown
  onKind: (kind: KeyKind) => void
  onClose: () => void
  onCreate: (body: Schemas['NewApiKey']) => void
}

function KeyForm({ kind, busy, error, onKind, onClose, onCreate }: FormProps) {
  const [chosen, setChosen] = useState<readonly Permission[]>([])
  const [lifetime, setLifetime] = useState('90')
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, error)
  const faults = faultsOf(error, ['name', 'expires_at'])
  const isAdmin = kind === 'admin'
  function choose(next: KeyKind): void {
    onKind(next)
    // Storefronts are not to stop one day because nobody thought of their key.
    setLifetime(next === 'admin' ? '90' : 'never')
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (busy || (isAdmin && chosen.length === 0)) return
    const values = new FormData(event.currentTarget)
    const expires_at = expiryOf(lifetime, String(values.get('day') ?? ''))
    const name = String(values.get('name')).trim()
    onCreate({ kind, name, expires_at, ...(isAdmin && { permissions: [...chosen] }) })
  }
  return (
    <form ref={form} aria-label={t('New API key')} onSubmit={submit} className="mt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Name')} className="sm:col-span-2" hint={t('Of what will use it.')} error={faults.of('name')}>
          <Input name="name" required maxLength={100} autoComplete="off" />
        </Field>
        <Field label={t('For')}>
          <Select value={kind} onChange={({ target }) => choose(target.value as KeyKind)}>
            {Object.entries(keyKinds).map(([key, { user }]) => (
              <option key={key} value={key}>
                {user}
              </option>
            ))}
          </Select>
        </Field>
        <Lifetime value={lifetime} faults={faults} onChange={setLifetime} />
      </div>
      {isAdmin && <PermissionFields chosen={chosen} onChange={setChosen} />}
      {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={isAdmin && chosen.length === 0 ? t('Choose at least one permission.') : undefined}
        >
          {t('Create key')}
        </Button>
      </Actions>
    </form>
  )
}

const lifetimes = [
  ['30', t('In 30 days')],
  ['90', t('In 90 days')],
  ['365', t('In a year')],
  ['day', t('On a day')],
  ['never', t('Never')],
]

interface LifetimeProps {
  value: string
  faults: Faults
  onChange: (value: string) => void
}

function Lifetime({ value, faults, onChange }: LifetimeProps) {
  const isDay = value === 'day'
  return (
    <div className={isDay ? 'grid grid-cols-2 gap-2' : undefined}>
      <Field label={t('Expires')} error={isDay ? undefined : faults.of('expires_at')}>
        <Select value={value} onChange={({ target }) => onChange(target.value)}>
          {lifetimes.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {isDay && (
        <Field label={t('Last day')} error={faults.of('expires_at')}>
          <Input name="day" type="date" required />
        </Field>
      )}
    </div>
  )
}

/** The end of the day, where the viewer is. */
function expiryOf(lifetime: string, day: string): string | null {
  if (lifetime === 'never') return null
  const end = lifetime === 'day' ? new Date(`${day}T00:00`) : new Date()
  end.setDate(end.getDate() + (lifetime === 'day' ? 1 : Number(lifetime)))
  return end.toISOString()
}
