import type { Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { apiKeysOptions } from '#console/data/api-keys.ts'
import { keyKinds } from '#console/data/key-kinds.ts'
import { useMay, useRefusal } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Refused } from '#console/ui/refused.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { Expiry, KeyDialog, Maker, shownKey } from './key-dialog.tsx'
import { SettingsPage } from './settings-page.tsx'

const NewKeyDialog = lazy(() => import('./new-key-dialog.tsx').then((module) => ({ default: module.NewKeyDialog })))

type ApiKey = Schemas['ApiKey']

const columns: Column<ApiKey>[] = [
  { name: t('Name'), cell: ({ name }) => name, className: 'min-w-40' },
  {
    name: t('Key'),
    cell: (key) => <code className="block max-w-40 truncate font-mono text-xs">{shownKey(key)}</code>,
    from: 'sm',
    className: 'min-w-24 text-ink-2',
  },
  { name: t('Kind'), cell: ({ kind }) => keyKinds[kind].name, from: 'lg', className: 'min-w-28 text-ink-2' },
  {
    name: t('May'),
    cell: (key) => <span className="block truncate">{mayOf(key)}</span>,
    from: 'md',
    className: 'w-full max-w-0 text-ink-2',
  },
  { name: t('Made by'), cell: ({ user_id }) => <Maker id={user_id} />, from: 'lg', className: 'min-w-32 text-ink-2' },
  { name: t('Last used'), cell: lastUse, from: 'sm', className: 'min-w-28 text-ink-2' },
  { name: t('Expires'), cell: ({ expires_at }) => <Expiry at={expires_at} />, className: 'min-w-28 text-ink-2' },
]

function mayOf({ kind, permissions }: ApiKey): string {
  return kind === 'admin' ? permissions.join(', ') : keyKinds[kind].may
}

function phoneLine(key: ApiKey): string {
  const what =
    key.kind === 'admin'
      ? t('{permissions, plural, one {# permission} other {# permissions}}', { permissions: key.permissions.length })
      : keyKinds[key.kind].name
  return `…${key.last_four} · ${what}`
}

function lastUse({ last_used_at }: ApiKey) {
  return last_used_at === null ? t('Never') : <Time at={last_used_at} ago />
}

export function ApiKeysPage() {
  const may = useMay('keys.write')
  if (may) return <Keys />
  return (
    <SettingsPage tab={t('API keys')}>
      <Refused title={t('You cannot see the API keys')} permission="keys.write" />
    </SettingsPage>
  )
}

function Keys() {
  const { open } = useSearch({ from: '/shell/settings/api-keys' })
  const navigate = useNavigate({ from: '/settings/api-keys' })
  const query = useInfiniteQuery(apiKeysOptions)
  const refusal = useRefusal('keys.write')
  const opened = query.data?.pages.flatMap((page) => page.items).find(({ id }) => id === open)
  const total = query.data?.pages.at(-1)?.pagination
  const close = () => navigate({ search: {}, replace: true, resetScroll: false })
  const create = (
    <Button look="primary" refusal={refusal} onClick={() => navigate({ search: { open: 'new' }, resetScroll: false })}>
      <Plus aria-hidden />
      {t('New key')}
    </Button>
  )
  return (
    <SettingsPage
      tab={t('API keys')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# API key} other {# API keys}}', { total })}</span>
        )
      }
      actions={create}
    >
      <ListTable
        label={t('API keys')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/settings/api-keys', search: { open: id }, resetScroll: false })}
        phoneLine={phoneLine}
        empty={
          <Empty title={t('No API keys yet')} action={create}>
            {t('Programs that act for the shop use their own key, not a person’s password. So does a ' + 'storefront.')}
          </Empty>
        }
      />
      <Suspense>{open === 'new' && <NewKeyDialog onClose={close} />}</Suspense>
      {opened && <KeyDialog apiKey={opened} onClose={close} />}
    </SettingsPage>
  )
}
