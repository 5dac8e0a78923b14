import { useQuery } from '@tanstack/react-query'
import { shopOptions } from '#console/data/queries.ts'
import { sentence } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { localesOptions } from '../../settings/translations/translation-data.ts'
import { firstValues } from './file-head.ts'
import { foreignColumns, ownColumns, translatedColumns } from './own-columns.ts'
import type { FileFormat } from './upload.ts'

/** What a column of a file is read as, by its title: the name of ours, nothing, or not said yet. */
export type Choices = Readonly<Record<string, string>>
export const leftOut = t('left out')

interface MappingProps {
  file: File
  /** Whose columns they are read as. */
  format: FileFormat
  choices: Choices
  /** What is wrong with the header besides. */
  lacks: readonly string[]
  /** Why the service cannot read a column. */
  reasons: ReadonlyMap<string, string>
  onChoose: (choices: Choices) => void
}

/** Columns that have other names in the format, each with its first value: one says what they are, or leaves them out. */
export function Mapping({ file, format, choices, lacks, reasons, onChoose }: MappingProps) {
  const { data: further } = useQuery({ ...localesOptions, enabled: foreignColumns[format] === undefined })
  const { data: shop } = useQuery(shopOptions)
  const locales = (further?.locales ?? []).filter((one) => one !== shop?.locale)
  const translated = locales.flatMap((one) => translatedColumns.map((name) => `${name}:${one}`))
  const names = foreignColumns[format] ?? [...ownColumns.map(([name]) => name), ...translated]
  const titles = Object.keys(choices)
  const open = titles.filter((title) => choices[title] === '')
  const { data: values } = useQuery({
    queryKey: ['first-values', file.name, file.size, file.lastModified],
    queryFn: () => firstValues(file),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="mb-5">
      <p className="mb-2 text-ink-2">
        {open.length > 0
          ? t('These columns have other names here. Say what they hold, or leave them out.')
          : t('Columns with other names are read as you have said.')}
      </p>
      {lacks.length > 0 && <p className="mb-2">{t('The header {lacks}.', { lacks: lacks.join('; ') })}</p>}
      <ul className="border-t border-line">
        {titles.map((title) => (
          <li
            key={title}
            className="grid grid-cols-2 items-center gap-1 border-b border-line py-2 sm:grid-cols-[1fr_1fr_14rem]"
          >
            <span className="font-medium wrap-anywhere max-sm:col-span-2">
              {title}
              {reasons.get(title)?.includes('language') && (
                <span className="block font-normal text-ink-3">
                  {sentence(t('This column {reason}', { reason: reasons.get(title) }))}
                </span>
              )}
            </span>
            <span className="truncate text-ink-3" title={values?.get(title)}>
              {values?.get(title) || t('empty')}
            </span>
            <Select
              aria-label={t('{title} is read as', { title })}
              value={choices[title] ?? ''}
              onChange={({ target }) => onChoose({ ...choices, [title]: target.value })}
            >
              <option value="">{t('Choose…')}</option>
              <option value={leftOut}>{t('Leave out')}</option>
              <optgroup label={t('Read as')}>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </optgroup>
            </Select>
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <Button
          className="mt-3"
          onClick={() => onChoose({ ...choices, ...Object.fromEntries(open.map((title) => [title, leftOut])) })}
        >
          {t('Leave out {open, plural, one {# column} other {# columns}}', { open: open.length })}
        </Button>
      )}
    </div>
  )
}
