import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Bar } from '#console/charts/bar.tsx'
import { askEvery } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Fact, Facts, ListHeading, Page, Section, TwoColumns } from '#console/ui/page.tsx'
import { Empty, Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnNotes } from './column-notes.tsx'
import { formats } from './formats.ts'
import { languagesIn } from './report-texts.ts'
import { saveFaults } from './save-faults.ts'
import { type FileFormat, headerRows, nameOfImport, sendFile, type Upload, useUpload } from './upload.ts'
import { Warnings } from './warnings.tsx'

type Report = Schemas['Import']
type Fault = Report['errors'][number]

/** How often it is asked how far an import is. */
const everyMs = { here: 1_000, elsewhere: 5_000 }

/** The report as one page of a list: its faulty rows are the items. Read again until the import is complete. */
const reportOptions = (id: string, isSending: boolean) =>
  infiniteQueryOptions({
    queryKey: ['import', id],
    queryFn: async ({ signal }) => {
      const report = await read(api.GET('/admin/products/imports/{id}', { params: { path: { id } }, signal }))
      const total = report.errors.length
      const page = { limit: total, offset: 0, has_more: false, next_cursor: '' }
      const pagination = { ...page, total, total_precision: 'exact' } as const
      return { report, items: report.errors, pagination }
    },
    initialPageParam: '',
    getNextPageParam: () => undefined,
    refetchInterval: ({ state }) => {
      const report = state.data?.pages[0]?.report
      if (report?.status === 'completed' && picturesLeft(report) === 0) return false
      return askEvery(isSending ? everyMs.here : everyMs.elsewhere)
    },
  })

const picturesLeft = ({ pictures: { asked, ready, failed } }: Report) => asked - ready - failed

const columns: Column<Fault>[] = [
  { name: t('Row'), cell: ({ row }) => <RowNumber row={row} />, className: 'sm:min-w-20' },
  { name: 'SKU', cell: ({ sku }) => sku ?? '—', from: 'sm', className: 'min-w-32 max-w-48 truncate' },
  {
    name: t('Column'),
    cell: ({ field }) => <span className="font-mono text-xs">{field}</span>,
    from: 'sm',
    className: 'whitespace-nowrap',
  },
  {
    name: t('What is wrong'),
    cell: ({ message }) => (
      <span title={message} className="block truncate">
        {message}
      </span>
    ),
    from: 'sm',
    className: 'w-full max-w-0',
  },
]

const RowNumber = ({ row }: { row: number }) => (
  <>
    <span className="sm:hidden">{t('Row')} </span>
    {count(row)}
  </>
)

/** How far an import is, and what was left out. It needs no upload of this tab: the service keeps it. */
export function ReportPage() {
  const { importId } = useParams({ from: '/shell/products/imports/$importId' })
  const current = useUpload()
  const upload = current?.importId === importId ? current : undefined
  const isSending = upload?.isSending === true
  const name = nameOfImport(importId)
  const title = name === undefined ? t('Import') : t('Import of {name}', { name })
  const query = useInfiniteQuery(reportOptions(importId, isSending))
  const report = query.data?.pages[0]?.report
  // The service knows the import a moment after the file is on its way.
  const isUnknown = query.error instanceof ApiError && query.error.status === 404 && upload !== undefined
  if (report === undefined && query.error && !isUnknown) {
    return (
      <ImportFrame title={title}>
        <Failure error={query.error} retry={query.refetch} />
      </ImportFrame>
    )
  }
  return (
    <ImportFrame
      title={title}
      state={<State report={report} upload={upload} />}
      actions={report && hasFaults(report) && <DownloadReport name={name ?? 'import'} report={report} />}
    >
      <TwoColumns
        aside={
          <>
            <Figures report={report} upload={upload} />
            {!isSending && report?.status !== 'completed' && (report !== undefined || upload !== undefined) && (
              <GoOn importId={importId} lastRow={report?.last_row ?? 0} upload={upload} />
            )}
          </>
        }
      >
        <ListHeading title={t('Rows skipped')} aside={report && leftOut(report)} />
        {report === undefined ? (
          <Skeleton className="m-8 h-40" />
        ) : (
          <ListTable
            label={t('Rows skipped')}
            query={query}
            columns={columns}
            rowKey={({ row, field, message }) => `${row} ${field} ${message}`}
            phoneLine={({ sku, field, message }) => `${sku ?? t('No SKU')} · ${field} ${message}`}
            empty={
              <Empty title={report.status === 'completed' ? t('No rows were skipped') : t('No rows skipped so far')}>
                {t('Rows with an error are listed here, with the reason.')}
              </Empty>
            }
          />
        )}
        {report !== undefined && (report.warnings.length > 0 || report.columns.length > 0) && (
          <div className="grid grid-cols-1 gap-8 px-4 py-6 lg:px-8">
            <Warnings warnings={report.warnings} />
            {report.columns.length > 0 && (
              <Section title={t('Columns to look at')}>
                <ColumnNotes notes={report.columns} />
              </Section>
            )}
          </div>
        )}
      </TwoColumns>
    </ImportFrame>
  )
}

const hasFaults = ({ errors, warnings, columns: notes }: Report) => errors.length + warnings.length + notes.length > 0

function DownloadReport({ name, report }: { name: string; report: Report }) {
  return (
    <Button onClick={() => saveFaults(name, report)}>
      <Download aria-hidden />
      {t('Download report')}
    </Button>
  )
}

interface ImportFrameProps {
  title: string
  state?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

function ImportFrame({ title, state, actions, children }: ImportFrameProps) {
  return (
    <Page
      title={title}
      aside={state}
      back={{ label: t('Back to the products'), to: '/products' }}
      actions={
        <>
          {actions}
          <Link to="/products/import" className={buttonClass()}>
            {t('Import another file')}
          </Link>
        </>
      }
    >
      {children}
    </Page>
  )
}

function State({ report, upload }: { report: Report | undefined; upload: Upload | undefined }) {
  if (report?.status === 'completed') return <Status tone="good">{t('completed')}</Status>
  if (upload?.isSending) return <Status tone="accent">{t('running')}</Status>
  return <Status tone="warn">{t('not complete')}</Status>
}

function leftOut({ failed, errors }: Report): string {
  const rows = new Set(errors.map(({ row }) => row)).size
  return failed > rows
    ? t('{failed}, the first {rows} listed', { failed: count(failed), rows: count(rows) })
    : count(failed)
}

function Figures({ report, upload }: { report: Report | undefined; upload: Upload | undefined }) {
  const { last_row = 0, created = 0, updated = 0, unchanged = 0, failed = 0 } = report ?? {}
  const lines = upload?.lines
  const done = upload ? Math.max(0, last_row - headerRows(upload.file)) : 0
  return (
    <Section title={t('Import')}>
      {upload?.isSending && (
        <div className="mb-4" role="status">
          <p className="mb-2">
            {lines === undefined
              ? t('{done} rows done', { done })
              : t('{done} of about {lines, plural, one {# row} other {# rows}} done', { done, lines })}
          </p>
          <Bar share={lines === undefined ? 0 : Math.min(1, done / Math.max(1, lines))} />
          <p className="mt-2 text-ink-3">{t('You can go to other pages. Keep this tab open.')}</p>
        </div>
      )}
      <Facts>
        <Fact name={t('Created')}>{count(created)}</Fact>
        <Fact name={t('Updated')}>{count(updated)}</Fact>
        <Fact name={t('Unchanged')}>{count(unchanged)}</Fact>
        <Fact name={t('Left out')}>{failed > 0 ? <span className="text-bad">{count(failed)}</span> : '0'}</Fact>
        {report && report.uncounted > 0 && (
          <Fact name={t('Stock not in the file')}>
            {t('{uncounted, plural, one {# new product} other {# new products}}', { uncounted: report.uncounted })}
          </Fact>
        )}
        {report && report.pictures.asked > 0 && (
          <Fact name={t('Pictures')}>
            {picturesLeft(report) > 0
              ? t('{ready} of {asked} fetched', { ready: report.pictures.ready, asked: report.pictures.asked })
              : t('{ready} fetched', { ready: report.pictures.ready })}
            {report.pictures.failed > 0 && (
              <span className="text-bad">, {t('{count} could not be', { count: report.pictures.failed })}</span>
            )}
          </Fact>
        )}
        {report && Object.keys(report.translated).length > 0 && (
          <Fact name={t('Other languages')}>{languagesIn(report.translated)}</Fact>
        )}
        {report?.format && report.format !== 'own' && (
          <Fact name={t('Format')}>{formats[report.format as FileFormat]}</Fact>
        )}
        {report && (
          <Fact name={t('Begun')}>
            <Time at={report.created_at} />
          </Fact>
        )}
        {report && (
          <Fact name={report.status === 'completed' ? t('Completed') : t('Last saved')}>
            <Time at={report.updated_at} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** What was saved stays; the same file goes on behind it. Before the first row is saved, it may be another one. */
function GoOn({ importId, lastRow, upload }: { importId: string; lastRow: number; upload: Upload | undefined }) {
  const error = upload?.error
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 408
  return (
    <Section title={t('Go on')}>
      {error != null && <Notice error={error} className="mb-3" />}
      {upload?.error != null && !isRefused && (
        <Button className="mb-4" onClick={() => sendFile(upload)}>
          {t('Send it again')}
        </Button>
      )}
      <p className="mb-3 text-ink-2">
        {lastRow === 0
          ? t('Nothing has been saved yet. Correct the file if needed, and choose it again.')
          : t(
              'All up to row {lastRow} is saved. If no other tab sends it, choose the same file: it goes ' +
                'on behind that row.',
              { lastRow: count(lastRow) },
            )}
      </p>
      <ChooseFile label={lastRow === 0 ? t('Choose a file') : t('Choose the same file')} importId={importId} />
    </Section>
  )
}
