import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { Status } from '#console/ui/status.tsx'

type Note = Schemas['Import']['columns'][number]

/** What of a file was dropped, changed or needs more, by column, and why. */
export function ColumnNotes({ notes }: { notes: readonly Note[] }) {
  return (
    <ul className="border-t border-line">
      {notes.map(({ column, outcome, count, reason }) => (
        <li
          key={`${column} ${outcome} ${reason}`}
          className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 sm:grid-cols-[14rem_1fr_auto]"
        >
          <span className="font-medium wrap-anywhere">{column}</span>
          <span className="text-ink-2 max-sm:order-last max-sm:col-span-2">
            {reason}{' '}
            <span className="text-ink-3">({t('{count, plural, one {# value} other {# values}}', { count })})</span>
          </span>
          <Status tone={outcome === 'changed' ? 'neutral' : 'warn'}>{outcome}</Status>
        </li>
      ))}
    </ul>
  )
}
