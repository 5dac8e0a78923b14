import { read } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { listOptions, profileOptions } from '#console/data/queries.ts'
import { roleName } from '#console/data/role-names.ts'
import { api } from '#console/data/session.ts'
import type { StaffMember } from '#console/data/staff.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page, Section } from '#console/ui/page.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { InvitationDialog, InviteDialog } from './invite-dialog.tsx'

const MemberDialog = lazy(() => import('./member-dialog.tsx').then((module) => ({ default: module.MemberDialog })))

const membersOptions = listOptions(['staff'], (page, signal) =>
  read(api.GET('/admin/staff', { params: { query: page }, signal })),
)

const columnsFor = (ownId: string | undefined): Column<StaffMember>[] => [
  {
    name: t('Name'),
    cell: ({ name, email, id }) => (id === ownId ? t('{name} (you)', { name: name ?? email }) : (name ?? email)),
    className: 'sm:w-full sm:max-w-0',
  },
  {
    name: t('E-mail'),
    cell: ({ email }) => <span className="block max-w-72 truncate">{email}</span>,
    from: 'md',
    className: 'min-w-56 text-ink-2',
  },
  { name: t('State'), cell: (member) => <State member={member} />, from: 'sm', className: 'min-w-40' },
  {
    name: t('Since'),
    cell: ({ created_at }) => <Time at={created_at} />,
    from: 'lg',
    className: 'min-w-28 text-ink-2',
  },
  { name: t('Role'), cell: ({ role }) => roleName(role), className: 'min-w-24' },
]

/** Who works for the shop, and who is invited to. */
export function StaffPage() {
  const { open } = useSearch({ from: '/shell/staff' })
  const navigate = useNavigate({ from: '/staff' })
  const query = useInfiniteQuery(membersOptions)
  const { data: profile } = useQuery(profileOptions)
  const members = query.data?.pages.flatMap((page) => page.items) ?? []
  const opened = members.find(({ id }) => id === open)
  const owners = members.filter(({ role_id, status }) => role_id === 'owner' && status === 'active')
  const total = query.data?.pages.at(-1)?.pagination
  const close = () => navigate({ search: {}, replace: true, resetScroll: false })
  const invite = (
    <Button
      look="primary"
      refusal={useRefusal('staff.write')}
      onClick={() => navigate({ search: { open: 'new' }, resetScroll: false })}
    >
      <Plus aria-hidden />
      {t('Invite')}
    </Button>
  )
  return (
    <Page
      title={t('Staff')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# person} other {# people}}', { total })}</span>
      }
      actions={invite}
    >
      <ListTable
        label={t('Staff')}
        query={query}
        columns={columnsFor(profile?.id)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/staff', search: { open: id }, resetScroll: false })}
        phoneLine={({ status, email, name }) => (status === 'invited' ? t('Invited') : name && email)}
        empty={<Empty title={t('Nobody works here')} action={invite} />}
      />
      <Section title={t('What each role may do')} className="max-w-3xl px-4 py-6 lg:px-8">
        <p className="text-ink-2">
          {rich(
            'Five roles are built in. You can also make your own, such as one that only fulfils orders: ' +
              '<link>Settings, Roles</link>',
            {
              link: (inside) => (
                <Link to="/settings/roles" className="text-ink underline decoration-line-3 underline-offset-2">
                  {inside}
                </Link>
              ),
            },
          )}
        </p>
      </Section>
      {open === 'new' && <InviteDialog onClose={close} />}
      {opened?.status === 'invited' && <InvitationDialog invitation={opened} onClose={close} />}
      {opened?.status === 'active' && profile && (
        <Suspense>
          <MemberDialog
            // A role that has been changed begins the form anew.
            key={opened.role_id}
            member={opened}
            isOwn={opened.id === profile.id}
            isLastOwner={opened.role_id === 'owner' && owners.length === 1 && !query.hasNextPage}
            onClose={close}
          />
        </Suspense>
      )}
    </Page>
  )
}

function State({ member: { status, is_verified } }: { member: StaffMember }) {
  if (status === 'invited') return <Status tone="accent">{t('Invited')}</Status>
  return <Status tone={is_verified ? 'good' : 'warn'}>{is_verified ? t('Active') : t('Address not confirmed')}</Status>
}
