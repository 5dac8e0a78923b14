import type { Schemas } from '@commerce-platform/client'
import type { ReactNode } from 'react'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Section } from '#console/ui/page.tsx'
import { isOfPicture } from './report-texts.ts'

type Warning = Schemas['Import']['warnings'][number]

/** What rows were taken without: pictures, and texts in other languages. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const [pictures, others] = [warnings.filter(isOfPicture), warnings.filter((one) => !isOfPicture(one))]
  return (
    <>
      {pictures.length > 0 && (
        <List title={t('Pictures not loaded')} warnings={pictures}>
          {t(
            'The products were imported, and their descriptions without these pictures. Import the same ' +
              'file again to load them.',
          )}
        </List>
      )}
      {others.length > 0 && (
        <List title={t('Not imported')} warnings={others}>
          {t('The rows were imported without this.')}
        </List>
      )}
    </>
  )
}

function List({ title, warnings, children }: { title: string; warnings: readonly Warning[]; children: ReactNode }) {
  return (
    <Section title={title}>
      <p className="mb-2 text-ink-2">{children}</p>
      <ul className="border-t border-line">
        {warnings.slice(0, maxWarnings).map((one) => (
          <li
            key={`${one.row} ${one.field} ${one.message}`}
            className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[5rem_9rem_1fr]"
          >
            <span className="text-ink-3 tabular-nums">{t('Row {row}', { row: count(one.row) })}</span>
            <span className="truncate">{one.sku ?? '—'}</span>
            <span className="min-w-0 wrap-anywhere">{textOf(one)}</span>
          </li>
        ))}
      </ul>
      {warnings.length > maxWarnings && (
        <p className="mt-2 text-ink-3">
          {t('{warnings} more are in the downloaded report.', { warnings: count(warnings.length - maxWarnings) })}
        </p>
      )}
    </Section>
  )
}

const textOf = (warning: Warning) =>
  isOfPicture(warning) ? warning.message.replace(/^picture /, '') : `${warning.field}: ${warning.message}`

const maxWarnings = 50
