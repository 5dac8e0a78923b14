import { type Area, areas, isGranted } from '#console/data/permission-areas.ts'
import type { Role } from '#console/data/role.ts'
import { useSession } from '#console/data/session.ts'
import { cx } from '#console/lib/class-names.ts'
import { words } from '#console/lib/format.ts'
import { Section } from '#console/ui/page.tsx'

export const roles: readonly Role[] = ['owner', 'manager', 'viewer']

const texts: Record<Role, string> = {
  owner: 'Everything, staff and API keys included.',
  manager: 'Runs the shop: everything but staff and API keys.',
  viewer: 'Sees the shop and changes nothing.',
}

/** Who may change something sees it, too. */
function reach(role: Role, { read, write, reads = 'See' }: Area): string {
  if (isGranted(role, write)) return 'Change'
  return isGranted(role, read) ? reads : '—'
}

/** What each role may do, by area. */
export function RoleTable() {
  const own = useSession()?.role
  return (
    <Section title="What each role may do" className="max-w-3xl px-4 py-6 lg:px-8">
      <table className="w-full border-separate border-spacing-0" aria-label="What each role may do">
        <thead>
          <tr>
            <th scope="col" className="h-8 border-b border-line text-left text-xs font-medium text-ink-3">
              Area
            </th>
            {roles.map((role) => (
              <th
                key={role}
                scope="col"
                className="h-8 border-b border-line pl-3 text-left text-xs font-medium text-ink-3"
              >
                {words(role)}
                {role === own && ' (you)'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area.name}>
              <th scope="row" className="h-9 border-b border-line py-1 text-left font-normal">
                {area.name}
              </th>
              {roles.map((role) => (
                <td key={role} className={cx('border-b border-line pl-3', role !== own && 'text-ink-2')}>
                  {reach(role, area)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

interface RoleFieldProps {
  value: Role
  readOnly?: boolean
  onChange: (role: Role) => void
}

/** One of the roles, each with what it means. */
export function RoleField({ value, readOnly = false, onChange }: RoleFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-ink-2">Role</legend>
      <div className="divide-y divide-line rounded ring-1 ring-line-2 ring-inset">
        {roles.map((role) => (
          <label key={role} className="flex items-start gap-2.5 px-3 py-2 has-disabled:text-ink-3">
            <input
              type="radio"
              name="role"
              value={role}
              checked={role === value}
              disabled={readOnly}
              onChange={() => onChange(role)}
              className="mt-0.5 size-4 accent-(--accent)"
            />
            <span>
              <span className="block font-medium">{words(role)}</span>
              <span className="block text-xs text-ink-3">{texts[role]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
