import { ApiError } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { FileDrop } from '#console/ui/file-drop.tsx'
import { Page } from '#console/ui/page.tsx'
import { Failure, Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { CreditRows } from './credit-rows.tsx'
import { type Credit, type Statement, statementOptions, typeOf, useConfirming, useSending } from './statement-data.ts'

const ColumnsForm = lazy(() => import('./columns-form.tsx').then((module) => ({ default: module.ColumnsForm })))
const ChooseOrderDialog = lazy(() =>
  import('./choose-order-dialog.tsx').then((module) => ({ default: module.ChooseOrderDialog })),
)

/** Reads a file of the bank, and shows what became of its credits. */
export function BankPage() {
  const { open } = useSearch({ from: '/shell/orders/bank-statement' })
  const navigate = useNavigate({ from: '/orders/bank-statement' })
  const [file, setFile] = useState<File>()
  const refusal = useRefusal('orders.write')
  const send = useSending(({ id, credits }) => {
    setFile(undefined)
    const recorded = credits.filter(({ state }) => state === 'recorded').length
    toast(t('{count, plural, one {# payment} other {# payments}} recorded', { count: recorded }))
    void navigate({ search: { open: id } })
  })
  const [unknown, setUnknown] = useState<string>()
  const asksColumns = send.error instanceof ApiError && send.error.faults.some(({ field }) => field === 'columns')
  function choose(chosen: File): void {
    setFile(chosen)
    const isStatement = typeOf(chosen) !== undefined
    setUnknown(isStatement ? undefined : t('{chosen} is not XML, ZIP or CSV.', { chosen: chosen.name }))
    if (isStatement) send.mutate({ file: chosen })
  }
  return (
    <Page title={t('Bank statement')} back={{ label: t('Back to the orders'), to: '/orders' }}>
      <div className="grid max-w-5xl grid-cols-1 gap-8 px-4 py-6 lg:px-8">
        <FileDrop
          label={t('Choose a bank statement, or drop it here')}
          hint={t('camt.053 (XML or ZIP) or CSV from your online banking, up to 8 MB')}
          accept=".xml,.zip,.csv,.txt"
          error={unknown}
          refusal={send.isPending ? t('Reading the file…') : refusal}
          onFile={choose}
        />
        {send.error != null && !asksColumns && <Notice error={send.error} />}
        <Suspense>
          {file && asksColumns && (
            <ColumnsForm file={file} busy={send.isPending} onSubmit={(columns) => send.mutate({ file, columns })} />
          )}
        </Suspense>
        {open === undefined ? (
          <p className="max-w-2xl text-ink-2">
            {t(
              'We record payments that name an order and match the amount due. You decide about the ' +
                'others. You can send the same file again: nothing is recorded twice.',
            )}
          </p>
        ) : (
          <Credits key={open} id={open} refusal={refusal} />
        )}
      </div>
    </Page>
  )
}

function Credits({ id, refusal }: { id: string; refusal: string | undefined }) {
  const query = useQuery(statementOptions(id))
  const [chosen, setChosen] = useState<Credit>()
  const say = ({ credits }: Statement) => {
    const one = credits.find((credit) => credit.id === chosen?.id)
    if (one?.recorded_at) toast(t('Payment of {amount} recorded', { amount: money(one.amount, one.currency) }))
    setChosen(undefined)
  }
  const confirm = useConfirming(id, say)
  if (query.data === undefined)
    return query.error ? <Failure error={query.error} retry={() => query.refetch()} /> : null
  const { credits, skipped } = query.data
  const of = (state: Credit['state']) => credits.filter((credit) => credit.state === state)
  const rows = {
    busy: confirm.isPending,
    refusal,
    onRecord: (credit: Credit) => confirm.mutate([{ id: credit.id }]),
    onChoose: setChosen,
  }
  const words = [
    skipped.debits > 0 && t('{count, plural, one {# debit} other {# debits}}', { count: skipped.debits }),
    skipped.pending > 0 &&
      t('{count, plural, one {# pending entry} other {# pending entries}}', { count: skipped.pending }),
    skipped.returned > 0 &&
      t('{count, plural, one {# returned transfer} other {# returned transfers}}', { count: skipped.returned }),
  ].filter((text) => text !== false)
  return (
    <>
      {confirm.error != null && <Notice error={confirm.error} />}
      {credits.length === 0 && <p>{t('There are no payments from customers in this file.')}</p>}
      <CreditRows title={t('Please check')} credits={of('proposed')} {...rows} />
      <CreditRows title={t('Recorded')} credits={of('recorded')} {...rows} />
      <CreditRows title={t('No order found')} credits={of('unmatched')} {...rows} />
      <CreditRows title={t('Already in an earlier file')} credits={of('known')} {...rows} />
      {words.length > 0 && <p className="text-ink-3">{t('Not shown: {words}.', { words: words.join(', ') })}</p>}
      <Suspense>
        {chosen && (
          <ChooseOrderDialog statementId={id} credit={chosen} onDone={say} onClose={() => setChosen(undefined)} />
        )}
      </Suspense>
    </>
  )
}
