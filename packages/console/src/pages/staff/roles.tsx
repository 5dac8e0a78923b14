import { useQuery } from '@tanstack/react-query'
import { summaryOf } from '#console/data/permission-areas.ts'
import { useMay, usePermissions } from '#console/data/permissions.ts'
import { aboutRole, roleName } from '#console/data/role-names.ts'
import { type Role, rolesOptions } from '#console/data/roles.ts'
import { useSession } from '#console/data/session.ts'
import type { StaffMember } from '#console/data/staff.ts'
import { t } from '#console/lib/text.ts'
import { Notice, Skeleton } from '#console/ui/states.tsx'

/** What is chosen, and what people know it by. */
export type RoleChoice = Pick<Role, 'id' | 'name'>

export function roleOf({ role_id: id, role: name }: StaffMember): RoleChoice {
  return { id, name }
}

interface RoleFieldProps {
  value: RoleChoice
  readOnly?: boolean
  onChange: (role: RoleChoice) => void
}

/** One of the roles, each with what it means. Who may not give roles sees the one alone. */
export function RoleField({ value, readOnly = false, onChange }: RoleFieldProps) {
  const mayGive = useMay('staff.write')
  const { data, error } = useQuery({ ...rolesOptions, enabled: mayGive })
  if (mayGive && error) return <Notice error={error} />
  if (mayGive && data === undefined) return <Skeleton className="h-40" />
  const roles = data ?? [{ ...value, permissions: [] }]
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-ink-2">{t('Role')}</legend>
      <div className="divide-y divide-line rounded ring-1 ring-line-2 ring-inset">
        {roles.map((role) => (
          <Choice
            key={role.id}
            role={role}
            isChosen={role.id === value.id}
            readOnly={readOnly || !mayGive}
            onChange={() => onChange(role)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface ChoiceProps {
  role: RoleChoice & Pick<Role, 'permissions'>
  isChosen: boolean
  readOnly: boolean
  onChange: () => void
}

function Choice({ role: { id, name, permissions }, isChosen, readOnly, onChange }: ChoiceProps) {
  const refusal = useGiving(id, permissions)
  return (
    <label className="flex items-start gap-2.5 px-3 py-2 has-disabled:text-ink-3">
      <input
        type="radio"
        name="role"
        value={id}
        checked={isChosen}
        disabled={readOnly || (refusal !== undefined && !isChosen)}
        onChange={onChange}
        className="mt-0.5 size-4 accent-(--accent)"
      />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{roleName(name)}</span>
        <span className="block text-xs text-ink-3">
          {aboutRole(id) ?? summaryOf(permissions)}
          {refusal && !readOnly && <span className="block">{refusal}</span>}
        </span>
      </span>
    </label>
  )
}

/** Why somebody cannot give a role: nobody gives what they have not. */
function useGiving(id: string, permissions: readonly string[]): string | undefined {
  const own: readonly string[] = usePermissions()
  const isOwner = useSession()?.role === 'owner'
  if (id === 'owner' && !isOwner) return t('Only owners make owners.')
  return permissions.every((permission) => own.includes(permission)) ? undefined : t('It may do more than you.')
}
