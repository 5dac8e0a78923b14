import { read } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Merge, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { count, countTotal, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { OrderPhoneLine, orderColumns } from '#console/pages/orders/order-columns.tsx'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { ListTable } from '#console/ui/list-table.tsx'
import { Fact, Facts, ListHeading, Page, Section, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Empty } from '#console/ui/states.tsx'
import { type CustomerDetails, customerOptions } from './customer-data.ts'
import { Addresses, Contact, TagsAndNote } from './customer-facts.tsx'
import { customerKind, customerName, isErased } from './customer-name.ts'
import { GroupsSection } from './groups/groups-section.tsx'
import { SentBeforePaid } from './sent-before-paid.tsx'
import { StoreCredit } from './store-credit.tsx'

const CustomerDialog = lazy(() =>
  import('./customer-dialog.tsx').then((module) => ({ default: module.CustomerDialog })),
)
const MergeDialog = lazy(() => import('./merge/merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })))
const Comments = lazy(() => import('../comments/comments.tsx').then((module) => ({ default: module.Comments })))

/** Within the orders' key: a change of an order reads these anew, too. */
const ordersOf = (userId: string) =>
  listOptions(['orders', { user_id: userId }], (page, signal) =>
    read(api.GET('/admin/orders', { params: { query: { user_id: userId, ...page } }, signal })),
  )

/** The customer stands above, and beside the list is less room. */
const columns = orderColumns
  .filter(({ name }) => name !== 'Customer')
  .map((column) => (column.name === 'Fulfilment' ? { ...column, from: '2xl' as const } : column))

export function CustomerPage() {
  const { customerId } = useParams({ from: '/shell/customers/$customerId' })
  const { data: customer, error, refetch } = useQuery(customerOptions(customerId))
  const orders = useInfiniteQuery(ordersOf(customerId))
  const mayWrite = useMay('orders.write')
  const back = { label: t('Back to the customers'), to: '/customers' } as const
  if (customer === undefined) return <PendingPage title={t('Customer')} back={back} error={error} retry={refetch} />
  const total = orders.data?.pages[0]?.pagination
  return (
    <Page
      title={customerName(customer)}
      back={back}
      aside={<span className="text-ink-3">{customerKind(customer)}</span>}
      actions={mayWrite && !isErased(customer) && <Changes key={customer.id} customer={customer} />}
    >
      <TwoColumns aside={<Figures customer={customer} />}>
        <ListHeading title={t('Orders')} aside={total && countTotal(total)} />
        <ListTable
          label={t('Orders')}
          query={orders}
          columns={columns}
          rowKey={(order) => order.id}
          rowLink={(order) => ({ to: '/orders/$orderId', params: { orderId: order.id } })}
          phoneLine={(order) => <OrderPhoneLine order={order} />}
          empty={<Empty title={t('No orders yet')}>{t('What this customer orders is listed here.')}</Empty>}
        />
      </TwoColumns>
    </Page>
  )
}

function Changes({ customer }: { customer: CustomerDetails }) {
  const [open, setOpen] = useState<'merge' | 'edit'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('merge')}>
        <Merge aria-hidden />
        {t('Merge')}
      </Button>
      <Button onClick={() => setOpen('edit')}>
        <Pencil aria-hidden />
        {t('Edit')}
      </Button>
      <Suspense>
        {open === 'merge' && <MergeDialog customer={customer} onClose={close} />}
        {open === 'edit' && <CustomerDialog customer={customer} onClose={close} />}
      </Suspense>
    </>
  )
}

function Figures({ customer }: { customer: CustomerDetails }) {
  const { id, order_count, last_order, spent_by_currency: spent } = customer
  const inEach = spent.filter((one) => one.order_count > 0)
  const of = (amount: (one: (typeof spent)[number]) => number, rows = inEach) =>
    rows.map((one) => money(amount(one), one.currency)).join(' and ')
  return (
    <>
      <Section title={t('Figures')}>
        <Facts>
          <Fact name={t('Orders')}>{count(order_count)}</Fact>
          <Fact name={t('Total')}>{of((one) => one.spent, inEach.length > 0 ? inEach : spent)}</Fact>
          <Fact name={t('Average')}>{of((one) => one.spent / one.order_count) || '—'}</Fact>
          <Fact name={t('Last order')}>
            {last_order ? (
              <Link to="/orders/$orderId" params={{ orderId: last_order.id }} className={linkClass}>
                {last_order.order_number}
              </Link>
            ) : (
              t('None')
            )}
          </Fact>
        </Facts>
        <p className="mt-2 text-xs text-ink-3">{t('Cancelled orders are not counted.')}</p>
      </Section>
      <Contact customer={customer} />
      <GroupsSection customer={customer} />
      <TagsAndNote customer={customer} />
      <Addresses customer={customer} />
      <StoreCredit customerId={id} />
      <SentBeforePaid customer={customer} />
      <Suspense>
        <Comments on="users" id={id} />
      </Suspense>
    </>
  )
}
