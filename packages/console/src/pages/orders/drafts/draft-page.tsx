import { read } from '@commerce-platform/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Page, Section, Sections, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Notice, Skeleton } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, orderOptions, useRepeatable } from '../order-data.ts'
import { OrderItems } from '../order-items.tsx'
import { OrderState } from '../order-status.tsx'

const back = { label: t('Back to the drafts'), to: '/orders', search: { status: 'draft' } } as const

/** An order that is not placed yet. */
export function DraftPage() {
  const { orderId } = useParams({ from: '/shell/orders/drafts/$orderId' })
  const { data: draft, error, refetch } = useQuery(orderOptions(orderId))
  if (draft === undefined)
    return (
      <PendingPage
        title={t('Draft')}
        back={back}
        error={error}
        retry={refetch}
        placeholder={<Skeleton className="m-4 h-40 lg:m-8" />}
      />
    )
  return (
    <Page title={draft.order_number} back={back} aside={<OrderState status={draft.status} />}>
      <TwoColumns asideBelow aside={<Aside draft={draft} />}>
        <Sections>
          <OrderItems order={draft} />
        </Sections>
      </TwoColumns>
    </Page>
  )
}

function Aside({ draft }: { draft: Order }) {
  const { name, email } = draft.customer
  return (
    <>
      <Section title={t('Draft')}>
        <Facts>
          <Fact name={t('Made')}>
            <Time at={draft.created_at} />
          </Fact>
          <Fact name={t('Customer')}>{name ?? email ?? t('Nobody yet')}</Fact>
          {draft.valid_until && (
            <Fact name={t('Quote ends')}>
              <Time at={draft.valid_until} />
            </Fact>
          )}
          {draft.note && <Fact name={t('Note')}>{draft.note}</Fact>}
        </Facts>
        <a href={draft.quote_url} target="_blank" rel="noreferrer" className={`${linkClass} mt-3 block`}>
          {t('Quote for the customer')}
        </a>
        <a
          href={`${draft.quote_url}?format=pdf`}
          target="_blank"
          rel="noreferrer"
          className={`${linkClass} mt-1 block`}
        >
          {t('Quote as a PDF')}
        </a>
      </Section>
      {draft.status === 'draft' && <DraftActions draft={draft} />}
    </>
  )
}

function DraftActions({ draft }: { draft: Order }) {
  const { id } = draft
  const client = useQueryClient()
  const navigate = useNavigate()
  const repeatable = useRepeatable()
  const refusal = useRefusal('orders.write')
  const [isAsked, setAsked] = useState(false)
  const params = { path: { id } }
  const place = useChange(
    [...orderKeys(id), ['inventory'], ['customers']],
    (prices: 'draft' | 'today') =>
      repeatable({ prices }, (headers) =>
        read(api.POST('/admin/orders/{id}/place', { params, body: { prices }, headers })),
      ),
    ({ order_number }) => {
      toast(t('Order {order_number} is placed', { order_number }))
      void navigate({ to: '/orders/$orderId', params: { orderId: id }, replace: true })
    },
  )
  const cancel = useChange(
    [['orders']],
    () => read(api.PATCH('/admin/orders/{id}', { params, body: { status: 'cancelled' } })),
    () => {
      toast(t('{order_number} is deleted', { order_number: draft.order_number }))
      client.removeQueries({ queryKey: orderOptions(id).queryKey })
      void navigate({ to: '/orders', search: { status: 'draft' }, replace: true })
    },
  )
  const missing = draft.draft && 'customer' in draft.draft ? undefined : t('It has no customer.')
  return (
    <Section title={t('Place it')}>
      <div className="grid gap-3">
        {place.error != null && <Notice error={place.error} />}
        <Button
          look="primary"
          busy={place.isPending}
          refusal={refusal ?? missing}
          onClick={() => place.isPending || place.mutate('draft')}
        >
          {t('Place order of {draft}', { draft: money(draft.total, draft.currency) })}
        </Button>
        <Button
          busy={place.isPending}
          refusal={refusal ?? missing}
          onClick={() => place.isPending || place.mutate('today')}
        >
          {t('Place at today’s prices')}
        </Button>
        <Button look="quiet" refusal={refusal} onClick={() => setAsked(true)}>
          {t('Delete draft')}
        </Button>
        <p className="text-xs text-ink-3">{t('Placing it reserves its units.')}</p>
      </div>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('Delete {order_number}?', { order_number: draft.order_number })}
        description={t('Its quote ends at once.')}
        action={t('Delete draft')}
        danger
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate()}
      />
    </Section>
  )
}
