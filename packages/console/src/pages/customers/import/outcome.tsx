import { sentencesOf } from '#console/lib/faults.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { ColumnNotes } from '#console/pages/products/import/column-notes.tsx'
import { Fact, Facts } from '#console/ui/page.tsx'
import { Status, type Tone } from '#console/ui/status.tsx'
import type { Report } from './import-data.ts'

/** Faults in sight; the downloaded file has all. */
const maxFaults = 20

/** A report, of a dry run or of what was done. */
export function Outcome({ report }: { report: Report }) {
  const { created, updated, unchanged, failed, errors, columns, preview } = report
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts>
        <Fact name={t('New')}>{t('{created, plural, one {# customer} other {# customers}}', { created })}</Fact>
        <Fact name={t('Changed')}>{count(updated)}</Fact>
        <Fact name={t('Unchanged')}>{count(unchanged)}</Fact>
        <Fact name={t('Skipped')}>
          {failed > 0 ? (
            <span className="text-bad">{t('{failed, plural, one {# row} other {# rows}}', { failed })}</span>
          ) : (
            '0'
          )}
        </Fact>
      </Facts>
      {preview.length > 0 && <FirstRows rows={preview} />}
      {errors.length > 0 && (
        <div>
          <h3 className="mb-1 text-xs font-medium text-ink-2">{t('Rows that are skipped')}</h3>
          <ul className="grid gap-1">
            {errors.slice(0, maxFaults).map(({ row, field, message }) => (
              <li key={`${row} ${field} ${message}`} className="wrap-anywhere">
                {t('Row {row}: {sentences}', { row: count(row), sentences: sentencesOf([{ field, message }]) })}
              </li>
            ))}
            {errors.length > maxFaults && (
              <li className="text-ink-3">{t('And {errors} more.', { errors: count(errors.length - maxFaults) })}</li>
            )}
          </ul>
        </div>
      )}
      {columns.length > 0 && (
        <div>
          <h3 className="mb-2 text-xs font-medium text-ink-2">{t('Columns that are not imported')}</h3>
          <ColumnNotes notes={columns} />
        </div>
      )}
    </div>
  )
}

type Row = Report['preview'][number]

const tones: Record<Row['outcome'], Tone> = { created: 'good', updated: 'accent', unchanged: 'neutral', failed: 'bad' }
const words: Record<Row['outcome'], string> = {
  created: 'new',
  updated: 'changes',
  unchanged: 'unchanged',
  failed: 'skipped',
}
const cell = 'h-9 border-b border-line py-1.5 pr-4 text-left whitespace-nowrap last:pr-0'

function FirstRows({ rows }: { rows: readonly Row[] }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-ink-2">
        {rows.length === 1 ? t('Its row') : t('The first {rows} rows', { rows: rows.length })}
      </h3>
      <div className="relative overflow-x-auto">
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{t('The first rows, as they are read')}</caption>
          <thead className="text-xs text-ink-3 [&_th]:font-medium">
            <tr>
              <th scope="col" className={`${cell} text-right!`}>
                {t('Row')}
              </th>
              <th scope="col" className={cell}>
                <span className="sr-only">{t('What happens')}</span>
              </th>
              <th scope="col" className={cell}>
                {t('Name')}
              </th>
              <th scope="col" className={cell}>
                {t('E-mail')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, outcome, name, email }) => (
              <tr key={row}>
                <td className={`${cell} text-right! text-ink-3 tabular-nums`}>{count(row)}</td>
                <td className={cell}>
                  <Status tone={tones[outcome]}>{words[outcome]}</Status>
                </td>
                <td className={`${cell} max-w-56 min-w-32 truncate`}>{name ?? '—'}</td>
                <td className={`${cell} w-full max-w-56 min-w-32 truncate`}>{email ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
