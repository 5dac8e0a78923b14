import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { files, useSession } from '#console/data/session.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/field.tsx'
import { Fact, Facts, Section } from '#console/ui/page.tsx'
import { Notice, Skeleton } from '#console/ui/states.tsx'
import { ColumnNotes } from './column-notes.tsx'
import { formats } from './formats.ts'
import { type Choices, leftOut, Mapping } from './mapping.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { isOfPicture, languagesIn } from './report-texts.ts'
import { ShopChoices } from './shop-choices.tsx'
import { type FileChoice, type FileFormat, queryOf, type SalePrices, sendFile, typeOf } from './upload.ts'

/** What an import of the file would do, asked before it is begun: its format, its columns, and its first rows. */
export function Preview({ file, onClose }: { file: File; onClose: () => void }) {
  const [format, setFormat] = useState<FileFormat>('auto')
  const [chosen, setChosen] = useState<Choices>({})
  const [uncounted, setUncounted] = useState<number>()
  const [sales, setSales] = useState<SalePrices>()
  const navigate = useNavigate()
  const session = useSession()
  const titles = Object.keys(chosen)
  const ignored = titles.filter((title) => chosen[title] === leftOut)
  const renamed = titles.flatMap((title): [string, string][] => {
    const name = chosen[title] ?? ''
    return name === '' || name === leftOut ? [] : [[title, name]]
  })
  // The units are not part of what is looked at: the preview would load anew under the hand of whoever types them.
  const looked: FileChoice = { format, ignored, renamed, ...(sales && { sales }) }
  const choice: FileChoice = { ...looked, ...(uncounted !== undefined && { uncounted }) }
  const { data: report, error } = useQuery({
    queryKey: ['rehearsal', file.name, file.size, file.lastModified, looked],
    queryFn: async ({ signal }) => {
      const answer = files.POST('/admin/products/import', {
        params: { query: { dry_run: true, ...queryOf(looked) } },
        headers: { 'content-type': typeOf(file) },
        body: file,
        bodySerializer: (body) => body,
        signal,
      })
      return read(answer)
    },
    // Of other sale prices: what is shown stays until the new one is there.
    placeholderData: (before) => (sales === undefined ? undefined : before),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const { unknown, rest } = faultsOfHeader(error)
  const titlesToSay = [...unknown.keys()]
  const choices: Choices = { ...chosen, ...Object.fromEntries(titlesToSay.map((title) => [title, ''])) }
  const isOpen = Object.values(choices).includes('')
  async function begin(): Promise<void> {
    if (session === undefined) return
    const importId = crypto.randomUUID()
    void sendFile({ merchantId: session.merchantId, importId, file, choice })
    await navigate({ to: '/products/imports/$importId', params: { importId } })
  }
  return (
    <Section
      title={file.name}
      actions={
        <Select
          aria-label={t('Format of the file')}
          value={format}
          onChange={({ target }) => {
            setFormat(target.value as FileFormat)
            setChosen({})
            setSales(undefined)
          }}
          className="w-auto!"
        >
          {Object.entries(formats).map(([value, name]) => (
            <option key={value} value={value}>
              {value === 'auto' && report?.format
                ? t('Recognized: {formatName}', { formatName: formatName(report.format) })
                : name}
            </option>
          ))}
        </Select>
      }
    >
      {Object.keys(choices).length > 0 && (
        <Mapping
          file={file}
          format={format}
          choices={choices}
          lacks={unknown.size > 0 ? rest : []}
          reasons={unknown}
          onChoose={setChosen}
        />
      )}
      {error && unknown.size === 0 && <Notice error={error} className="mb-3" />}
      {report && <ShopChoices report={report} choice={choice} onUnits={setUncounted} onSales={setSales} />}
      {report ? <Rehearsal report={report} /> : !error && !isOpen && <Skeleton className="h-48" />}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="primary" refusal={refusalOf(error, isOpen)} onClick={begin}>
          {t('Import {file}', { file: file.name })}
        </Button>
        <Button onClick={onClose}>{t('Choose another')}</Button>
      </div>
    </Section>
  )
}

const formatName = (format: string) => (format === 'own' ? 'own' : formats[format as FileFormat])

/** A long file need not be read to its end before it is imported. */
function refusalOf(error: unknown, isOpen: boolean): string | undefined {
  if (isOpen) return t('Say first what the columns above hold.')
  return error === null ? undefined : t('This file cannot be imported yet.')
}

/** Columns that the service cannot read, with the reason, and what else is wrong with the header. */
function faultsOfHeader(error: unknown): { unknown: Map<string, string>; rest: string[] } {
  const faults = error instanceof ApiError ? error.faults : []
  const ofColumns = faults.filter(({ field }) => field.startsWith('header.'))
  const isOfColumns = /^has (?:unknown columns|columns of languages)/
  const rest = faults.filter(({ field, message }) => field === 'header' && !isOfColumns.test(message))
  return {
    unknown: new Map(ofColumns.map(({ field, message }) => [field.slice('header.'.length), message])),
    rest: rest.map(({ message }) => message),
  }
}

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': t('Windows-1252'),
}
const separators: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }
const maxFaults = 10

function Rehearsal({ report }: { report: Schemas['Import'] }) {
  const { created, updated, unchanged, failed, errors, warnings, file, columns, pictures, preview, translated } = report
  const separator = file?.separator
  const [pictured, others] = [warnings.filter(isOfPicture), warnings.filter((one) => !isOfPicture(one))]
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts>
        <Fact name={t('New')}>{t('{created, plural, one {# product} other {# products}}', { created })}</Fact>
        <Fact name={t('Changed')}>{count(updated)}</Fact>
        <Fact name={t('Unchanged')}>{count(unchanged)}</Fact>
        <Fact name={t('Left out')}>
          {failed > 0 ? (
            <span className="text-bad">{t('{failed, plural, one {# row} other {# rows}}', { failed })}</span>
          ) : (
            '0'
          )}
        </Fact>
        <Fact name={t('Pictures')}>
          {pictures.asked === 0 ? t('none to fetch') : t('{count} to fetch', { count: pictures.asked })}
          {pictures.in_texts > 0 && `, ${t('{count} of them in descriptions', { count: pictures.in_texts })}`}
        </Fact>
        {Object.keys(translated).length > 0 && <Fact name={t('Other languages')}>{languagesIn(translated)}</Fact>}
        {file && (
          <Fact name={t('Read as')}>
            {encodings[file.encoding] ?? file.encoding}
            {separator && `, ${t('separated by {separator}', { separator: separators[separator] ?? separator })}`}
          </Fact>
        )}
      </Facts>
      {preview.length > 0 && (
        <div>
          <h3 className="mb-1 text-xs font-medium text-ink-2">
            {preview.length === 1 ? t('Its row') : t('The first {preview} rows', { preview: preview.length })}
          </h3>
          <PreviewRows rows={preview} />
        </div>
      )}
      {errors.length > 0 && <Faults title={t('Rows that are left out')} faults={errors} more={failed > maxFaults} />}
      {pictured.length > 0 && (
        <Faults title={t('Pictures that are left out')} faults={pictured} more={pictured.length > maxFaults} />
      )}
      {others.length > 0 && (
        <Faults title={t('Left out of rows that are imported')} faults={others} more={others.length > maxFaults} />
      )}
      {columns.length > 0 && (
        <div>
          <h3 className="mb-2 text-xs font-medium text-ink-2">{t('Columns to look at')}</h3>
          <ColumnNotes notes={columns} />
        </div>
      )}
    </div>
  )
}

function Faults({ title, faults, more }: { title: string; faults: Schemas['Import']['errors']; more: boolean }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-ink-2">{title}</h3>
      <ul className="grid gap-1">
        {faults.slice(0, maxFaults).map(({ row, sku, field, message }) => (
          <li key={`${row} ${field} ${message}`} className="wrap-anywhere">
            {t('Row {row}{sku, select, none {} other {, {sku}}}: {fault}', {
              row,
              sku: sku || 'none',
              fault: field === 'media' ? message : `${field} ${message}`,
            })}
          </li>
        ))}
        {more && <li className="text-ink-3">{t('The report of the import lists the others.')}</li>}
      </ul>
    </div>
  )
}
