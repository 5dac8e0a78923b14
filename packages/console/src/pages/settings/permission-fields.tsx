import type { Permission } from '#console/data/granted.ts'
import { type Area, areas } from '#console/data/permission-areas.ts'
import { usePermissions } from '#console/data/permissions.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'

interface PermissionFieldsProps {
  chosen: readonly Permission[]
  /** What the role has already: it can stay, also if who changes it has it not. */
  held?: readonly Permission[]
  readOnly?: boolean
  onChange: (chosen: readonly Permission[]) => void
}

/** What a key or a role may do: as much as who makes it. */
export function PermissionFields({ chosen, held = [], readOnly = false, onChange }: PermissionFieldsProps) {
  const own = usePermissions()
  const all = areas.flatMap(({ choices }) => choices.map(({ permission }) => permission))
  const offered = readOnly ? [] : all.filter((permission) => own.includes(permission) || held.includes(permission))
  return (
    <fieldset className="mt-5">
      <legend className="sr-only">{t('Permissions')}</legend>
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-1">
        <h3 className="mr-auto text-xs font-medium text-ink-2">{t('Permissions')}</h3>
        {!readOnly && (
          <>
            <Button look="quiet" onClick={() => onChange(offered.filter((one) => one.endsWith('.read')))}>
              {t('Only reading')}
            </Button>
            <Button look="quiet" onClick={() => onChange(offered)}>
              {t('All')}
            </Button>
            <Button look="quiet" onClick={() => onChange([])}>
              {t('None')}
            </Button>
          </>
        )}
      </div>
      {areas.map((area) => (
        <Choices key={area.name} area={area} chosen={chosen} offered={offered} onChange={onChange} />
      ))}
    </fieldset>
  )
}

interface ChoicesProps {
  area: Area
  chosen: readonly Permission[]
  offered: readonly Permission[]
  onChange: (chosen: readonly Permission[]) => void
}

function Choices({ area: { name, about, choices }, chosen, offered, onChange }: ChoicesProps) {
  return (
    <div className="grid items-center gap-x-3 border-t border-line py-1 sm:grid-cols-[minmax(0,1fr)_23rem]">
      <p className="py-1">
        {name}
        {about && <span className="block text-xs text-ink-3">{about}</span>}
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,5.5rem)] gap-x-1">
        {choices.map(({ permission, text }) => (
          <label key={permission} className="flex h-8 items-center gap-2 text-ink-2 has-disabled:text-ink-3">
            <input
              type="checkbox"
              aria-label={t('{action}: {area}', { action: text, area: name })}
              checked={chosen.includes(permission)}
              disabled={!offered.includes(permission)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
              }
              className="size-4 accent-(--accent)"
            />
            {text}
          </label>
        ))}
      </div>
    </div>
  )
}
