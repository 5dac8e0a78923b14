import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useMay } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Select } from '#console/ui/field.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Section } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import type { CustomerDetails } from '../customer-data.ts'
import { isErased } from '../customer-name.ts'
import { groupsOptions, useMembers } from './group-data.ts'

/** The groups of a customer. Who may write puts them in and takes them out. */
export function GroupsSection({ customer }: { customer: CustomerDetails }) {
  const { id, groups } = customer
  const mayWrite = useMay('orders.write') && !isErased(customer)
  const { data: all = [] } = useQuery({ ...groupsOptions, enabled: mayWrite })
  const others = all.filter((group) => groups.every((one) => one.id !== group.id))
  const nameOf = (groupId: string) => [...groups, ...all].find((group) => group.id === groupId)?.name ?? t('the group')
  const change = useMembers(({ group, how }) =>
    toast(
      how === 'add' ? t('Added to {id}', { id: nameOf(group.id) }) : t('Removed from {id}', { id: nameOf(group.id) }),
    ),
  )
  if (groups.length === 0 && !mayWrite) return null
  return (
    <Section title={t('Groups')}>
      {groups.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-1">
          {groups.map((group) => (
            <li key={group.id} className="flex items-center rounded bg-paper-3 pl-2">
              <Link to="/customers" search={{ group_id: group.id }} className={`${linkClass} py-0.5 pr-2`}>
                {group.name}
              </Link>
              {mayWrite && (
                <button
                  type="button"
                  aria-label={t('Remove from {group}', { group: group.name })}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ group, ids: [id], how: 'remove' })}
                  className="grid size-6 place-items-center rounded text-ink-3 hover:text-ink"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && others.length > 0 && (
        <Select
          aria-label={t('Add to a group')}
          value=""
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ group: { id: target.value }, ids: [id], how: 'add' })}
        >
          <option value="">{t('Add to a group…')}</option>
          {others.map((group) => (
            <option key={group.id} value={group.id}>
              {group.name}
            </option>
          ))}
        </Select>
      )}
      {mayWrite && all.length === 0 && (
        <Link to="/customers/groups" className={linkClass}>
          {t('Set up customer groups')}
        </Link>
      )}
      {change.error && <Notice error={change.error} className="mt-2" />}
    </Section>
  )
}
