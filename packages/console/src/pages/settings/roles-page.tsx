import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { summaryOf } from '#console/data/permission-areas.ts'
import { useMay, useRefusal } from '#console/data/permissions.ts'
import { aboutRole, roleName } from '#console/data/role-names.ts'
import { type Role, rolesListOptions } from '#console/data/roles.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Refused } from '#console/ui/refused.tsx'
import { Empty } from '#console/ui/states.tsx'
import { SettingsPage } from './settings-page.tsx'

const RoleDialog = lazy(() => import('./role-dialog.tsx').then((module) => ({ default: module.RoleDialog })))

const columns: Column<Role>[] = [
  { name: t('Role'), cell: ({ name }) => roleName(name), className: 'min-w-40' },
  {
    name: t('May'),
    cell: (role) => <span className="block truncate">{aboutRole(role.id) ?? summaryOf(role.permissions)}</span>,
    from: 'md',
    className: 'w-full max-w-0 text-ink-2',
  },
  {
    name: t('Kind'),
    cell: ({ built_in }) => (built_in ? t('Built in') : t('Your own')),
    from: 'lg',
    className: 'min-w-28 text-ink-2',
  },
  { name: t('Used by'), cell: usedBy, className: 'min-w-32 text-ink-2 whitespace-nowrap' },
]

/** `3 people`, `1 invited`, or nobody. */
export function usedBy({ members, invitations }: Pick<Role, 'members' | 'invitations'>): string {
  const parts = [
    members > 0 && t('{members, plural, one {# person} other {# people}}', { members }),
    invitations > 0 && t('{invitations, plural, one {# invited} other {# invited}}', { invitations }),
  ]
  return parts.filter(Boolean).join(', ') || t('Nobody')
}

/** What a member of the staff can be. */
export function RolesPage() {
  const may = useMay('staff.write')
  if (may) return <Roles />
  return (
    <SettingsPage tab={t('Roles')}>
      <Refused title={t('You cannot see the roles')} permission="staff.write" />
    </SettingsPage>
  )
}

function Roles() {
  const { open } = useSearch({ from: '/shell/settings/roles' })
  const navigate = useNavigate({ from: '/settings/roles' })
  const query = useInfiniteQuery(rolesListOptions)
  const refusal = useRefusal('staff.write')
  const [model, setModel] = useState<Role>()
  const opened = query.data?.pages.flatMap((page) => page.items).find(({ id }) => id === open)
  const total = query.data?.pages.at(-1)?.pagination
  const close = () => navigate({ search: {}, replace: true, resetScroll: false })
  const begin = (like?: Role) => {
    setModel(like)
    void navigate({ search: { open: 'new' }, resetScroll: false })
  }
  const create = (
    <Button look="primary" refusal={refusal} onClick={() => begin()}>
      <Plus aria-hidden />
      {t('New role')}
    </Button>
  )
  return (
    <SettingsPage
      tab={t('Roles')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# role} other {# roles}}', { total })}</span>
      }
      actions={create}
    >
      <ListTable
        label={t('Roles')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/settings/roles', search: { open: id }, resetScroll: false })}
        phoneLine={(role) => aboutRole(role.id) ?? summaryOf(role.permissions)}
        empty={<Empty title={t('No roles')} action={create} />}
      />
      <Suspense>
        {open === 'new' && <RoleDialog key="new" model={model} onClose={close} onCopy={begin} />}
        {opened && <RoleDialog key={opened.id} role={opened} onClose={close} onCopy={begin} />}
      </Suspense>
    </SettingsPage>
  )
}
