import { ApiError, read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { type Order, shopOptions } from '#console/data/queries.ts'
import { api, files } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { money } from '#console/lib/format.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Section } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast, toastError } from '#console/ui/toasts.tsx'
import { useRepeatable } from './order-data.ts'

type Paper = Schemas['Invoice']

const invoicesOptions = (id: string) =>
  queryOptions({
    queryKey: ['order', id, 'invoices'],
    queryFn: async ({ signal }) => {
      const params = { path: { id } }
      return (await read(api.GET('/admin/orders/{id}/invoices', { params, signal }))).invoices
    },
  })

/** The papers of an order. A shop that issues none, and has issued none of it, sees nothing. */
export function Invoices({ order }: { order: Order }) {
  const { data: shop } = useQuery(shopOptions)
  const { data: papers, error } = useQuery(invoicesOptions(order.id))
  const isOn = shop?.invoices != null
  if (error) return <Notice error={error} />
  if (papers === undefined || (papers.length === 0 && !isOn)) return null
  return (
    <Section title={t('Invoices')}>
      {papers.length === 0 ? (
        <Issue order={order} />
      ) : (
        <>
          <ul>
            {papers.map((paper) => (
              <Line key={paper.id} paper={paper} />
            ))}
          </ul>
          <Correct orderId={order.id} number={papers.findLast(({ type }) => type === 'invoice')?.number} />
        </>
      )}
    </Section>
  )
}

/** Papers stay as they were issued: another buyer is a credit note and a new invoice. */
function Correct({ orderId: id, number }: { orderId: string; number: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('orders.write')
  const repeatable = useRepeatable()
  const correct = useChange(
    [['order', id]],
    () =>
      repeatable({}, (headers) =>
        read(api.POST('/admin/orders/{id}/invoice/correct', { params: { path: { id } }, body: {}, headers })),
      ),
    ({ invoice }) => {
      setOpen(false)
      toast(t('Invoice {number} issued', { number: invoice.number }))
    },
  )
  if (number === undefined) return null
  return (
    <>
      <Button look="quiet" className="-ml-3" refusal={refusal} onClick={() => setOpen(true)}>
        {t('Correct the buyer')}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => {
          correct.reset()
          setOpen(false)
        }}
        title={t('Correct {number}?', { number })}
        description={t(
          'Issues a credit note and a new invoice with the addresses that the order has now. It ' + 'cannot be undone.',
        )}
        action={t('Issue both')}
        busy={correct.isPending}
        error={correct.error}
        onConfirm={() => correct.mutate(undefined)}
      />
    </>
  )
}

function Line({ paper }: { paper: Paper }) {
  const refusal = useRefusal('orders.write')
  const repeatable = useRepeatable()
  const { order_id: id, number } = paper
  const send = useChange(
    [['order', id]],
    () =>
      repeatable({ number }, (headers) =>
        read(api.POST('/admin/orders/{id}/invoice/send', { params: { path: { id } }, body: { number }, headers })),
      ),
    () => toast(t('{number} is on its way', { number })),
  )
  const save = useMutation({
    mutationFn: () => savePaper(paper),
    onError: () => toastError(t('The file did not arrive.')),
  })
  return (
    <li className="flex items-center gap-4 border-t border-line py-2">
      <span className="min-w-0 flex-1">
        {paper.type === 'invoice' ? t('Invoice') : t('Credit note')} <span className="font-medium">{paper.number}</span>
        <span className="block text-xs text-ink-3">
          <Time at={paper.issued_at} />
          {paper.corrects && ` · ${t('of {invoice}', { invoice: paper.corrects })}`}
          {paper.sending && ` · ${sendingText(paper.sending)}`}
        </span>
        {send.error && <Notice error={send.error} />}
      </span>
      <span className="num">{money(paper.total, paper.currency)}</span>
      <Button
        aria-label={t('Send {number}', { number: paper.number })}
        refusal={refusal}
        busy={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        {paper.sending === null ? t('Send') : t('Send again')}
      </Button>
      <Button
        aria-label={t('Download {number}', { number: paper.number })}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        <Download aria-hidden />
        {t('PDF')}
      </Button>
    </li>
  )
}

/** Codes of the service and of its mails; a network has codes of its own. */
const failures: Record<string, string> = {
  address_refused: t('the mail server refuses the address'),
  no_address: t('there is no e-mail address'),
  account_erased: t('the account was erased'),
  not_answered: t('no answer yet'),
  too_many_mails: t('too many mails to unconfirmed addresses this hour'),
  not_rendered: t('the PDF takes too long to be made'),
  sender_unknown: t('this way of sending is not there any more'),
}

function sendingText({ status, failure }: NonNullable<Paper['sending']>): string {
  const why = failure === null ? '' : `: ${failures[failure] ?? failure}`
  if (status === 'sent') return 'sent'
  return status === 'pending' ? `being sent${why}` : `not sent${why}`
}

/** The PDF, or the page of a paper that cannot have one. */
async function savePaper({ order_id: id, number }: Paper): Promise<void> {
  const save = async (format: 'pdf' | 'html') => {
    const params = { path: { id }, query: { number, format } }
    const { data } = await files.GET('/admin/orders/{id}/invoice', { params, parseAs: 'blob' })
    if (data === undefined) throw new Error('no file')
    saveFile(`${number.replaceAll('/', '-')}.${format}`, data as unknown as Blob)
  }
  try {
    await save('pdf')
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    await save('html')
    toast(t('{number} has no PDF. We saved its page instead.', { number }))
  }
}

/** Of an order that has no invoice yet: it comes by itself after a payment. */
function Issue({ order }: { order: Order }) {
  const refusal = useRefusal('orders.write')
  const repeatable = useRepeatable()
  const issue = useChange(
    [['order', order.id]],
    () =>
      repeatable({}, (headers) =>
        read(api.POST('/admin/orders/{id}/invoice', { params: { path: { id: order.id } }, body: {}, headers })),
      ),
    ({ number }) => toast(t('Invoice {number} is issued', { number })),
  )
  return (
    <div className="grid justify-items-start gap-2 border-t border-line py-2">
      <p className="text-ink-3">{t('No invoices yet. Orders paid from now on get theirs automatically.')}</p>
      <Button refusal={refusal} busy={issue.isPending} onClick={() => issue.mutate(undefined)}>
        {t('Issue the invoice')}
      </Button>
      {issue.error && <Notice error={issue.error} />}
    </div>
  )
}
