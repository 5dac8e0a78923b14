import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { rich } from '#console/lib/rich.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { SaveBar } from '#console/ui/groups.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { SettingsPage } from './settings-page.tsx'
import { changeBetween, emptyRow, faultsByRow, rateOf, rowsOf, type TaxRow } from './tax-rows.ts'
import { TaxTable } from './tax-table.tsx'

type Rate = Schemas['TaxRate']

const TaxPresets = lazy(() => import('./tax-presets.tsx').then((module) => ({ default: module.TaxPresets })))

const ratesOptions = queryOptions({
  queryKey: ['tax-rates'],
  queryFn: ({ signal }) => read(api.GET('/admin/tax-rates', { signal })),
})

export function TaxesPage() {
  const { data, error, refetch } = useQuery(ratesOptions)
  return (
    <SettingsPage
      tab={t('Taxes')}
      aside={
        data && (
          <span className="text-ink-3">
            {t('{rates, plural, one {# tax rate} other {# tax rates}}', { rates: data.rates.length })}
          </span>
        )
      }
    >
      {data ? (
        <Table rates={data.rates} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Skeleton className="m-4 h-64 lg:m-8" />
      )}
    </SettingsPage>
  )
}

/** The table is written as a whole, after it has been said what that changes. */
function Table({ rates }: { rates: readonly Rate[] }) {
  const client = useQueryClient()
  const refusal = useRefusal('settings.write')
  const form = useRef<HTMLFormElement>(null)
  const [before, setBefore] = useState(rates)
  const [rows, setRows] = useState(() => rowsOf(rates))
  const [isOpen, setOpen] = useState(false)
  const after = rows.map(rateOf)
  const change = changeBetween(before, after)
  const save = useMutation({
    mutationFn: async (sent: readonly TaxRow[]) => {
      await refuseOthersChange(before)
      return read(api.PUT('/admin/tax-rates', { body: { rates: sent.map(rateOf) } }))
    },
    onSuccess: (saved) => {
      client.setQueryData(ratesOptions.queryKey, saved)
      setBefore(saved.rates)
      setRows(rowsOf(saved.rates))
      setOpen(false)
      toast(t('Tax rates saved'))
    },
    onError: (error) => {
      // What is wrong is said at its row.
      if (faultsIn(error).size > 0) setOpen(false)
    },
  })
  useFirstFault(form, save.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read anew is shown, unless something is written here
  useEffect(() => {
    if (change !== '') return
    setBefore(rates)
    setRows(rowsOf(rates))
  }, [rates])
  const faults = faultsIn(save.error)
  const onChange = useCallback(
    (changed: TaxRow) => setRows((now) => now.map((row) => (row.key === changed.key ? changed : row))),
    [],
  )
  const onRemove = useCallback((key: number) => setRows((now) => now.filter((row) => row.key !== key)), [])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (change !== '' && refusal === undefined) setOpen(true)
  }
  function discard(): void {
    save.reset()
    setRows(rowsOf(before))
  }
  const add = (
    <div className="flex flex-wrap items-center gap-2">
      <Button refusal={refusal} onClick={() => setRows([...rows, emptyRow()])}>
        <Plus aria-hidden />
        {t('Add a row')}
      </Button>
      {refusal === undefined && (
        <Suspense>
          <TaxPresets rates={after} onAdd={(added) => setRows([...rows, ...rowsOf(added)])} />
        </Suspense>
      )}
    </div>
  )
  return (
    <form ref={form} aria-label={t('Tax rates')} onSubmit={submit}>
      <Rules />
      {rows.length === 0 ? (
        <Empty title={t('No tax rates')} action={add}>
          {t('Orders are not taxed. Add a row for each country and class of goods.')}
        </Empty>
      ) : (
        <>
          <TaxTable
            rows={rows}
            // A row that has been changed since is another one.
            faultsOf={(row) => faults.get(save.variables?.indexOf(row) ?? -1)}
            readOnly={refusal !== undefined}
            onChange={onChange}
            onRemove={onRemove}
          />
          <div className="px-4 py-3 lg:px-8">{add}</div>
        </>
      )}
      <SaveBar>
        <p className="mr-auto text-ink-2">{change !== '' && `${change}.`}</p>
        {change !== '' && <Button onClick={discard}>{t('Discard')}</Button>}
        <Button
          type="submit"
          look="primary"
          refusal={refusal ?? (change === '' ? t('Nothing to save yet.') : undefined)}
        >
          {t('Save table')}
        </Button>
      </SaveBar>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Save tax rates?')}
        description={`${change}. ${t(
          'Orders are taxed by them as soon as they are saved; those placed before keep their tax.',
        )}`}
        action={t('Save tax rates')}
        busy={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate(rows)}
      />
      <LeaveGuard when={change !== '' && !save.isPending} />
    </form>
  )
}

function faultsIn(error: unknown) {
  return faultsByRow(error instanceof ApiError ? error.faults : [])
}

/** The table has no version: it is read once more, so that a change by somebody else is not undone unseen. */
async function refuseOthersChange(before: readonly Rate[]): Promise<void> {
  const { rates } = await read(api.GET('/admin/tax-rates'))
  if (JSON.stringify(rates) === JSON.stringify(before)) return
  throw new ApiError(409, {
    code: 'CONFLICT',
    message: t('Somebody else has changed the tax rates meanwhile; copy what you need and reload the page'),
  })
}

const code = (inside: ReactNode) => <code className="font-mono text-xs">{inside}</code>
const link = (inside: ReactNode) => (
  <Link to="/settings/shop" className={linkClass}>
    {inside}
  </Link>
)

function Rules() {
  const { data: shop } = useQuery(shopOptions)
  return (
    <p className="max-w-3xl px-4 py-4 text-ink-2 lg:px-8">
      {rich(
        'All rows of the narrowest place count, and no others: of the postal code (<code>35*</code>, ' +
          '<code>35000..35999</code>), else of the region (its name or code), else of the country; without a ' +
          'row there is no tax. A compound tax is also taken of the others.',
        { code },
      )}{' '}
      {shop?.shipping_tax === 'class'
        ? rich('The class <code>shipping</code> taxes shipping.', { code })
        : rich(
            'Shipping is taxed as the goods are, unless the shop says otherwise or a row has the class ' +
              '<code>shipping</code>.',
            { code },
          )}{' '}
      {shop &&
        (shop.prices_include_tax
          ? rich('Prices include tax, as the <link>shop</link> says.', { link })
          : rich('Tax is added to the prices, as the <link>shop</link> says.', { link }))}
    </p>
  )
}
