import type { Permission } from '#console/data/granted.ts'
import { type Area, areas, isGranted } from '#console/data/permission-areas.ts'
import { useSession } from '#console/data/session.ts'
import { Button } from '#console/ui/button.tsx'

interface PermissionFieldsProps {
  chosen: readonly Permission[]
  onChange: (chosen: readonly Permission[]) => void
}

const columns = ['read', 'write'] as const

/** What a key may do: as much as the role of its maker. */
export function PermissionFields({ chosen, onChange }: PermissionFieldsProps) {
  const role = useSession()?.role ?? 'viewer'
  const offered = (kinds: readonly (typeof columns)[number][]) =>
    areas.flatMap((area) => kinds.flatMap((kind) => (isGranted(role, area[kind]) ? (area[kind] ?? []) : [])))
  return (
    <fieldset className="mt-5">
      <legend className="sr-only">Permissions</legend>
      <div className="mb-1 flex items-center gap-1">
        <h3 className="mr-auto text-xs font-medium text-ink-2">Permissions</h3>
        <Button look="quiet" onClick={() => onChange(offered(['read']))}>
          Only reading
        </Button>
        <Button look="quiet" onClick={() => onChange(offered(columns))}>
          All
        </Button>
        <Button look="quiet" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <table className="w-full border-separate border-spacing-0">
        <thead className="sr-only">
          <tr>
            <th scope="col">Area</th>
            <th scope="col">Read</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area.name}>
              <th scope="row" className="h-9 border-t border-line py-1 pr-3 text-left font-normal">
                {area.name}
              </th>
              {columns.map((kind) => (
                <td key={kind} className="w-24 border-t border-line">
                  <Choice area={area} kind={kind} role={role} chosen={chosen} onChange={onChange} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

interface ChoiceProps extends PermissionFieldsProps {
  area: Area
  kind: (typeof columns)[number]
  role: 'owner' | 'manager' | 'viewer'
}

function Choice({ area, kind, role, chosen, onChange }: ChoiceProps) {
  const permission = area[kind]
  if (permission === undefined) return null
  const text = kind === 'read' ? (area.reads ?? 'Read') : 'Change'
  return (
    <label className="flex h-9 items-center gap-2 text-ink-2 has-disabled:text-ink-3">
      <input
        type="checkbox"
        aria-label={`${text}: ${area.name}`}
        checked={chosen.includes(permission)}
        disabled={!isGranted(role, permission)}
        onChange={({ target }) =>
          onChange(target.checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
        }
        className="size-4 accent-(--accent)"
      />
      {text}
    </label>
  )
}
