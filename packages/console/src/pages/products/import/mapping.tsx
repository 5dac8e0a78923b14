import { useQuery } from '@tanstack/react-query'
import { plural } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { firstValues } from './file-head.ts'
import { foreignColumns, ownColumns } from './own-columns.ts'
import type { FileFormat } from './upload.ts'

/** What a column of a file is read as, by its title: the name of ours, nothing, or not said yet. */
export type Choices = Readonly<Record<string, string>>
export const leftOut = 'left out'

interface MappingProps {
  file: File
  /** Whose columns they are read as. */
  format: FileFormat
  choices: Choices
  /** What is wrong with the header besides. */
  lacks: readonly string[]
  onChoose: (choices: Choices) => void
}

/** Columns that have other names in the format, each with its first value: one says what they are, or leaves them out. */
export function Mapping({ file, format, choices, lacks, onChoose }: MappingProps) {
  const names = foreignColumns[format] ?? ownColumns.map(([name]) => name)
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
          ? 'These columns have other names here. Say what they hold, or leave them out.'
          : 'Columns with other names are read as you have said.'}
      </p>
      {lacks.length > 0 && <p className="mb-2">The header {lacks.join('; ')}.</p>}
      <ul className="border-t border-line">
        {titles.map((title) => (
          <li
            key={title}
            className="grid grid-cols-2 items-center gap-1 border-b border-line py-2 sm:grid-cols-[1fr_1fr_14rem]"
          >
            <span className="font-medium wrap-anywhere max-sm:col-span-2">{title}</span>
            <span className="truncate text-ink-3" title={values?.get(title)}>
              {values?.get(title) || 'empty'}
            </span>
            <Select
              aria-label={`${title} is read as`}
              value={choices[title] ?? ''}
              onChange={({ target }) => onChoose({ ...choices, [title]: target.value })}
            >
              <option value="">Choose…</option>
              <option value={leftOut}>Leave out</option>
              <optgroup label="Read as">
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
          Leave out {plural(open.length, 'column')}
        </Button>
      )}
    </div>
  )
}
