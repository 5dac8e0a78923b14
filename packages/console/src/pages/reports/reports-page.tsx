import { read } from '@commerce-platform/client'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { api, files } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { count, words } from '#console/lib/format.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { rangeOf } from '#console/pages/dashboard/periods.ts'
import { Button } from '#console/ui/button.tsx'
import { CurrencySwitch } from '#console/ui/currency-switch.tsx'
import { Select } from '#console/ui/field.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { Page } from '#console/ui/page.tsx'
import { DayRange } from '#console/ui/range-field.tsx'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { FigureTable } from './figure-table.tsx'
import { columnsOf, type ReportRow } from './report-columns.ts'
import { isWhole, type ReportName, type ReportsSearch, reportDimensions, reportNames } from './search.ts'

interface Report {
  currency: string
  /** In which the shop has orders; visits have none. */
  currencies?: string[]
  rows: ReportRow[]
  total_rows: number
  totals: ReportRow
}

/** The others are of no currency, or of the shop's own. */
const isOfMoney = (report: ReportName) => report !== 'visits' && report !== 'datev'

/** All reports have the same parameters. */
const pathOf = (report: ReportName) => `/admin/reports/${report}` as '/admin/reports/sales'

const titleOf = (report: ReportName) => (report === 'datev' ? 'DATEV' : words(report.replace('-', ' ')))

const Datev = lazy(() => import('./datev-report.tsx').then((module) => ({ default: module.DatevReport })))

export function ReportsPage() {
  const search = useSearch({ from: '/shell/reports' })
  const navigate = useNavigate({ from: '/reports' })
  const { report = 'sales' } = search
  const { from, to } = rangeOf(search)
  const by = search.by ?? (isWhole(report) ? undefined : reportDimensions[report][0])
  // Each report refuses what is none of its dimensions; `by` is one of them.
  const currency = isOfMoney(report) ? search.currency : undefined
  const period = { from, to, ...(by && { by: by as 'day' }), ...(currency && { currency }) }
  const change = (next: ReportsSearch) =>
    navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const query = useQuery({
    queryKey: ['reports', report, period],
    queryFn: async ({ signal }) =>
      (await read(api.GET(pathOf(report), { params: { query: period }, signal }))) as unknown as Report,
    placeholderData: keepPreviousData,
    retry: false,
    enabled: report !== 'datev',
  })
  const download = useMutation({
    mutationFn: async () => {
      const params = { query: { ...period, format: 'csv' as const } }
      // DATEV knows its files by their beginning, and reads no UTF-8: the bytes stay.
      const file =
        report === 'datev'
          ? `EXTF_Buchungsstapel_${from}_${to}.csv`
          : `${[report, currency, from, to].filter(Boolean).join('-')}.csv`
      saveFile(file, (await files.GET(pathOf(report), { params, parseAs: 'blob' })).data as unknown as Blob)
      return file
    },
    onSuccess: (file) => toast(t('{file} is downloaded', { file })),
  })
  const { data, error } = query
  return (
    <Page
      title={t('Reports')}
      actions={
        <>
          <DayRange
            required
            label={t('Days')}
            from={from}
            to={to}
            onChange={change}
            invalid={faultsOf(error, []).of('from') !== undefined}
            className="max-sm:w-full"
          />
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden />
            {t('Download CSV')}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <FilterTabs
          label={t('Report')}
          value={report}
          options={reportNames.map((value) => ({ value, text: titleOf(value) }))}
          onChange={(next) => change({ report: next === 'sales' ? undefined : next, by: undefined })}
        />
        <div className="flex flex-wrap items-center gap-2">
          {isOfMoney(report) && data?.currencies && (
            <CurrencySwitch
              currencies={data.currencies}
              value={data.currency}
              onChange={(next) => change({ currency: next })}
            />
          )}
          {report !== 'datev' && (
            <Select
              aria-label={t('By')}
              value={by ?? ''}
              onChange={({ target }) => change({ by: reportDimensions[report].find((one) => one === target.value) })}
              className="w-auto!"
            >
              {isWhole(report) && <option value="">{t('All days together')}</option>}
              {reportDimensions[report].map((one) => (
                <option key={one} value={one}>
                  {dimensionTexts[one]}
                </option>
              ))}
            </Select>
          )}
        </div>
      </div>
      {download.error != null && <Failure error={download.error} retry={() => download.mutate()} />}
      {report === 'datev' ? (
        <Suspense>
          <Datev from={from} to={to} />
        </Suspense>
      ) : error ? (
        <Failure error={error} retry={() => query.refetch()} />
      ) : data === undefined ? (
        <div className="px-4 py-6 lg:px-8">
          <Skeleton className="h-40" />
        </div>
      ) : data.rows.length === 0 ? (
        <Empty title={t('Nothing on these days')}>{t('Choose other days, or another report.')}</Empty>
      ) : (
        <ReportTable report={report} data={data} />
      )}
    </Page>
  )
}

function ReportTable({ report, data }: { report: ReportName; data: Report }) {
  const { rows, totals, currency, total_rows: all } = data
  return (
    <FigureTable
      name={titleOf(report)}
      label={t('Table of the report')}
      columns={columnsOf(rows, totals, report)}
      rows={rows}
      currency={currency}
      total={({ field, text }, index) => (field in totals ? text(totals, currency) : index === 0 ? t('Total') : '')}
      more={
        all > rows.length &&
        t('The {rows} rows with the most money of {all}. The CSV has all of them.', {
          rows: count(rows.length),
          all: count(all),
        })
      }
    />
  )
}

const dimensionTexts: Record<(typeof reportDimensions)[keyof typeof reportDimensions][number], string> = {
  day: t('By day'),
  week: t('By week'),
  month: t('By month'),
  customer: t('By customer'),
  country: t('By country'),
  method: t('By payment method'),
  product: t('By product'),
  source: t('By source'),
}
