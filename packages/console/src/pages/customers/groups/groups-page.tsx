import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Page } from '#console/ui/page.tsx'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { type Group, groupKeys, groupsOptions } from './group-data.ts'

const GroupDialog = lazy(() => import('./group-dialog.tsx').then((module) => ({ default: module.GroupDialog })))

/** Groups of customers whom the shop treats alike. */
export function GroupsPage() {
  const { data: groups, error, refetch } = useQuery(groupsOptions)
  const mayWrite = useMay('orders.write')
  /** The dialog that is open: of a new group, or of one. */
  const [open, setOpen] = useState<'new' | Group>()
  const [gone, setGone] = useState<Group>()
  const create = mayWrite && (
    <Button look="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden />
      {t('New group')}
    </Button>
  )
  return (
    <Page
      title={t('Customer groups')}
      aside={
        groups && (
          <span className="text-ink-3">
            {t('{groups, plural, one {# group} other {# groups}}', { groups: groups.length })}
          </span>
        )
      }
      back={{ label: t('Back to the customers'), to: '/customers' }}
      actions={create}
    >
      {groups === undefined && (error ? <Failure error={error} retry={refetch} /> : <Skeleton className="m-8 h-24" />)}
      {groups?.length === 0 && (
        <Empty title={t('No groups yet')} action={create}>
          {t('Group customers you treat alike, such as Wholesale. Then filter the list by group.')}
        </Empty>
      )}
      {groups !== undefined && groups.length > 0 && (
        <>
          <p className="max-w-2xl px-4 pt-5 text-ink-2 lg:px-8">
            {t('To add or remove customers, choose them in the list, or open a customer.')}
          </p>
          <ul aria-label={t('Customer groups')} className="mx-4 mt-4 max-w-3xl border-t border-line lg:mx-8">
            {groups.map((group) => (
              <li key={group.id} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <Link to="/customers" search={{ group_id: group.id }} className={linkClass}>
                    {group.name}
                  </Link>
                </span>
                <span className="text-ink-3 tabular-nums">
                  {t('{customer_count, plural, one {# customer} other {# customers}}', {
                    customer_count: group.customer_count,
                  })}
                </span>
                {mayWrite && (
                  <span className="-mr-3 flex">
                    <Button
                      look="quiet"
                      aria-label={t('Rename {group}', { group: group.name })}
                      onClick={() => setOpen(group)}
                    >
                      {t('Rename')}
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={t('Delete {group}', { group: group.name })}
                      onClick={() => setGone(group)}
                    >
                      {t('Delete')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {open !== undefined && (
          <GroupDialog {...(open !== 'new' && { group: open })} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
      {gone && <DeleteGroup group={gone} onClose={() => setGone(undefined)} />}
    </Page>
  )
}

function DeleteGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const remove = useChange(
    groupKeys,
    () => read(api.DELETE('/admin/customer-groups/{id}', { params: { path: { id: group.id } } })),
    () => {
      onClose()
      toast(t('Group {group} deleted', { group: group.name }))
    },
  )
  const many = t('{customer_count, plural, one {# customer} other {# customers}}', {
    customer_count: group.customer_count,
  })
  return (
    <Confirm
      open
      onClose={() => remove.isPending || onClose()}
      title={t('Delete {group}?', { group: group.name })}
      description={
        group.customer_count === 0
          ? t('The group is empty. It cannot be undone.')
          : t('{many} will no longer be in this group. The customers stay. It cannot be undone.', { many })
      }
      action={t('Delete group')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
    />
  )
}
