import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { listOptions, shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { staffOptions } from '#console/data/staff.ts'
import { oneOf } from '#console/lib/search.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { FilterSelect } from '#console/ui/filter-select.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { DayRange } from '#console/ui/range-field.tsx'
import { Refused } from '#console/ui/refused.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { actionTexts, auditActions, auditFilterOf } from './audit-filter.ts'
import { nameOfField } from './audit-names.ts'
import type { AuditSearch } from './audit-search.ts'
import { actorOf, valueText } from './audit-values.ts'
import { SettingsPage } from './settings-page.tsx'

const EntryDialog = lazy(() => import('./entry-dialog.tsx').then((module) => ({ default: module.EntryDialog })))

type Entry = Schemas['AuditEntry']

const entriesOptions = (filter: ReturnType<typeof auditFilterOf>) =>
  listOptions(['audit-log', filter], (page, signal) =>
    read(api.GET('/admin/audit-log', { params: { query: { ...filter, ...page } }, signal })),
  )

const columnsFor = (currency: string | undefined): Column<Entry>[] => [
  { name: t('What'), cell: ({ action }) => actionTexts[action], className: 'min-w-48' },
  {
    name: t('Of'),
    cell: ({ target }) => <span className="block max-w-56 truncate">{target.name ?? '—'}</span>,
    from: 'sm',
    className: 'min-w-32 text-ink-2',
  },
  {
    name: t('Who'),
    cell: (entry) => <span className="block max-w-64 truncate">{actorOf(entry)}</span>,
    from: 'sm',
    className: 'min-w-48 text-ink-2',
  },
  {
    name: t('Changed'),
    cell: (entry) => <span className="block truncate">{changedOf(entry, currency)}</span>,
    from: 'md',
    className: 'w-full max-w-0 text-ink-2',
  },
  { name: t('Address'), cell: ({ ip }) => ip ?? '—', from: 'xl', className: 'min-w-32 text-ink-2 whitespace-nowrap' },
  { name: t('When'), cell: ({ at }) => <Time at={at} />, numeric: true, className: 'min-w-28 text-ink-2' },
]

/** Of what was made, its name; else each field with both values, once where they are the same (an amount). */
function changedOf({ changes }: Entry, currency: string | undefined): string {
  const fields = Object.entries(changes)
  const [, name] = changes['name'] ?? []
  if (name != null && fields.every(([, [before]]) => before === null)) return valueText('name', name, currency)
  const texts = fields.map(([field, [before, after]]) => {
    const [from, to] = [valueText(field, before, currency), valueText(field, after, currency)]
    const value = before === null || from === to ? to : `${from} → ${to}`
    return t('{field}: {value}', { field: nameOfField(field), value })
  })
  return texts.join(', ') || '—'
}

export function AuditLogPage() {
  const may = useMay('audit.read')
  if (may) return <Log />
  return (
    <SettingsPage tab={t('Audit log')}>
      <Refused title={t('You cannot see the audit log')} permission="audit.read" />
    </SettingsPage>
  )
}

function Log() {
  const search = useSearch({ from: '/shell/settings/audit-log' })
  const navigate = useNavigate({ from: '/settings/audit-log' })
  const filter = auditFilterOf(search)
  const query = useInfiniteQuery(entriesOptions(filter))
  const currency = useQuery(shopOptions).data?.currency
  const columns = useMemo(() => columnsFor(currency), [currency])
  const entries = query.data?.pages.flatMap((page) => page.items)
  const opened = entries?.find(({ id }) => id === search.open)
  const total = query.data?.pages.at(-1)?.pagination
  const change = (next: Partial<AuditSearch>) =>
    navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <SettingsPage
      tab={t('Audit log')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# entry} other {# entries}}', { total })}</span>
      }
    >
      <Filters search={search} entries={entries ?? []} onChange={change} />
      <ListTable
        label={t('Audit log')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/settings/audit-log',
          search: { ...search, open: id },
          resetScroll: false,
        })}
        phoneLine={(entry) => [entry.target.name, actorOf(entry)].filter(Boolean).join(' · ')}
        empty={
          isFiltered ? (
            <Empty title={t('No entry matches')}>{t('Another person, action or time may find it.')}</Empty>
          ) : (
            <Empty title={t('Nothing yet')}>
              {t('What staff and API keys change is listed here, and kept for 400 days.')}
            </Empty>
          )
        }
      />
      {opened && (
        <Suspense>
          <EntryDialog
            entry={opened}
            onClose={() => change({ open: undefined })}
            onFilter={(next) => change({ open: undefined, ...next })}
          />
        </Suspense>
      )}
    </SettingsPage>
  )
}

interface FiltersProps {
  search: AuditSearch
  entries: readonly Entry[]
  onChange: (next: Partial<AuditSearch>) => void
}

function Filters({ search, entries, onChange }: FiltersProps) {
  const { action, actor, target, from, to } = search
  const { data: staff = [] } = useQuery(staffOptions)
  const members = staff.flatMap(({ user_id }) => user_id ?? [])
  const people = actor === undefined || members.includes(actor) ? members : [...members, actor]
  function nameOf(id: string): string {
    const member = staff.find(({ user_id }) => user_id === id)
    if (member) return member.name ? `${member.name}, ${member.email}` : member.email
    const entry = entries.find((one) => one.actor.id === id)
    return entry ? actorOf(entry) : t('Somebody else')
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 lg:px-8">
      <FilterSelect
        label={t('Action')}
        value={oneOf(action, auditActions)}
        options={auditActions}
        textOf={(one) => actionTexts[one]}
        onChange={(next) => onChange({ action: next })}
      />
      <FilterSelect
        label={t('Who')}
        value={actor}
        options={people}
        textOf={nameOf}
        onChange={(next) => onChange({ actor: next })}
      />
      <DayRange label={t('When')} from={from} to={to} onChange={onChange} className="max-sm:w-full" />
      {target !== undefined && (
        <Button look="quiet" onClick={() => onChange({ target: undefined })}>
          {entries[0]?.target.name ? t('About {name}', { name: entries[0].target.name }) : t('About one thing')}
          <X aria-hidden />
          <span className="sr-only">{t('Show all')}</span>
        </Button>
      )}
    </div>
  )
}
