import { useCallback, useState } from 'react'
import type { EventName } from '#console/data/event-name.ts'
import { type EventGroup, type EventPattern, eventGroups, meanings } from '#console/data/event-names.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { SearchField } from '#console/ui/search-field.tsx'

interface EventsFieldProps {
  value: readonly EventPattern[]
  onChange: (value: EventPattern[]) => void
  error: string | undefined
  disabled: boolean
}

/** Events by name, by group, or all. What a larger choice covers is ticked and cannot be taken out of it. */
export function EventsField({ value, onChange, error, disabled }: EventsFieldProps) {
  const [filter, setFilter] = useState('')
  const changeFilter = useCallback((text: string) => setFilter(text.trim().toLowerCase()), [])
  const hasAll = value.includes('*')
  const found = eventGroups
    .map((group) => ({ group, names: group.names.filter((name) => isFound(name, group, filter)) }))
    .filter(({ names }) => names.length > 0)
  const chosen = eventGroups.flatMap(({ names, pattern }) =>
    names.filter((name) => hasAll || value.includes(pattern) || value.includes(name)),
  )
  return (
    <fieldset disabled={disabled} aria-describedby={error && 'events-error'}>
      <legend className="mb-1 text-xs font-medium text-ink-2">
        {t('Events')}{' '}
        <span className="font-normal text-ink-3">
          · {t('{events, plural, one {# event} other {# events}} chosen', { events: chosen.length })}
        </span>
      </legend>
      <div className="rounded ring-1 ring-line ring-inset">
        <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-2 pl-3">
          <Checkbox
            checked={hasAll}
            onChange={({ target }) => onChange(target.checked ? ['*'] : [])}
            className="font-medium text-ink!"
          >
            {t('All events')}
          </Checkbox>
          <SearchField label={t('Filter the events')} value={filter} onChange={changeFilter} />
        </div>
        <div className="gap-x-8 p-3 sm:columns-2">
          {found.map(({ group, names }) => (
            <Group
              key={group.pattern}
              group={group}
              names={names}
              value={value}
              onChange={onChange}
              hasAll={hasAll}
              isOn={hasAll || value.includes(group.pattern)}
            />
          ))}
          {found.length === 0 && <p className="py-2 text-ink-3">{t('No event has this in its name or meaning.')}</p>}
        </div>
      </div>
      {error && (
        <p id="events-error" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function isFound(name: EventName, group: EventGroup, filter: string): boolean {
  return `${name} ${meanings[name]} ${group.label}`.toLowerCase().includes(filter)
}

interface GroupProps {
  group: EventGroup
  names: EventName[]
  value: readonly EventPattern[]
  onChange: (value: EventPattern[]) => void
  hasAll: boolean
  isOn: boolean
}

function Group({ group, names, value, onChange, hasAll, isOn }: GroupProps) {
  const others = value.filter((one) => one !== group.pattern && !group.names.some((name) => name === one))
  return (
    <div className="mb-3 break-inside-avoid last:mb-0">
      <Checkbox
        checked={isOn}
        disabled={hasAll}
        onChange={({ target }) => onChange(target.checked ? [...others, group.pattern] : others)}
        className="font-medium text-ink! has-disabled:text-ink-3!"
      >
        {group.label}
      </Checkbox>
      {names.map((name) => (
        <Checkbox
          key={name}
          checked={isOn || value.includes(name)}
          disabled={isOn}
          onChange={({ target }) => onChange(target.checked ? [...value, name] : value.filter((one) => one !== name))}
          className="items-start! py-1 pl-6 [&>input]:mt-0.5"
        >
          <span className="block text-ink">{name}</span>
          <span className="block text-xs text-ink-3">{meanings[name]}</span>
        </Checkbox>
      ))}
    </div>
  )
}
