import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Fact, Facts, Page, Section, Sections, TwoColumns } from '#console/ui/page.tsx'
import { PendingPage } from '#console/ui/pending-page.tsx'
import { Skeleton } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { OrderActions } from './order-actions.tsx'
import { orderOptions, paymentsOptions } from './order-data.ts'
import { Fulfillments } from './order-fulfillments.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNote } from './order-note.tsx'
import { Payments } from './order-payments.tsx'
import { Refunds } from './order-refunds.tsx'
import { FulfillmentState, OrderState, PaymentState } from './order-status.tsx'
import { checkText } from './vat-check.ts'

const OrderAddresses = lazy(() =>
  import('./order-addresses.tsx').then((module) => ({ default: module.OrderAddresses })),
)
const ChangeContact = lazy(() =>
  import('./correct/change-contact.tsx').then((module) => ({ default: module.ChangeContact })),
)
const Invoices = lazy(() => import('./order-invoices.tsx').then((module) => ({ default: module.Invoices })))
const ReturnsAndComments = lazy(() =>
  import('./order-returns.tsx').then((module) => ({ default: module.ReturnsAndComments })),
)
const Timeline = lazy(() => import('./timeline.tsx').then((module) => ({ default: module.Timeline })))
const PaymentLinkDialog = lazy(() =>
  import('./payment-link-dialog.tsx').then((module) => ({ default: module.PaymentLinkDialog })),
)
const PaymentTerms = lazy(() => import('./payment-terms.tsx').then((module) => ({ default: module.PaymentTerms })))
const PrintOrders = lazy(() => import('./print-orders.tsx').then((module) => ({ default: module.PrintOrders })))

export function OrderPage() {
  const { orderId } = useParams({ from: '/shell/orders/$orderId' })
  const { data: order, error, refetch } = useQuery(orderOptions(orderId))
  const payments = useQuery(paymentsOptions(orderId))
  const back = { label: t('Back to the orders'), to: '/orders' } as const
  if (order === undefined) {
    return <PendingPage title={t('Order')} back={back} error={error} retry={refetch} placeholder={<Placeholder />} />
  }
  return (
    <Page
      title={order.order_number}
      back={back}
      aside={<OrderState status={order.status} />}
      actions={
        <>
          <PrintSlip order={order} />
          <OrderActions order={order} />
        </>
      }
    >
      <TwoColumns asideBelow aside={<Aside order={order} />}>
        <Sections>
          <OrderItems order={order} />
          {order.fulfillments.length > 0 && (
            <Section title={t('Fulfilments')}>
              <Fulfillments order={order} />
            </Section>
          )}
          <Section title={t('Payments')} actions={<PaymentLink order={order} />}>
            <Suspense>{order.payment_terms && <PaymentTerms terms={order.payment_terms} />}</Suspense>
            <Payments query={payments} order={order} />
          </Section>
          {order.refunds.length > 0 && (
            <Section title={t('Refunds')}>
              <Refunds order={order} />
            </Section>
          )}
          <Suspense>
            <Invoices order={order} />
            <ReturnsAndComments order={order} />
          </Suspense>
          <Section title={t('Timeline')}>
            <Suspense>
              <Timeline orderId={order.id} />
            </Suspense>
          </Section>
        </Sections>
      </TwoColumns>
    </Page>
  )
}

/** Of an order that waits for money. */
function PaymentLink({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('orders.write')
  if (order.amount_due === 0 || order.status === 'cancelled') return null
  return (
    <>
      <Button look="quiet" className="-mr-3" refusal={refusal} onClick={() => setOpen(true)}>
        {t('Payment link')}
      </Button>
      <Suspense>{isOpen && <PaymentLinkDialog order={order} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function PrintSlip({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button square aria-label={t('Print the packing slip')} onClick={() => setOpen(true)}>
        <Printer aria-hidden />
      </Button>
      <Suspense>{isOpen && <PrintOrders orders={[order]} paper="slips" onPrinted={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function Aside({ order }: { order: Order }) {
  const email = order.email ?? order.customer.email
  const addressed = (order.shipping_address ?? order.billing_address)?.name
  return (
    <>
      <Section title={t('Order')}>
        <Facts>
          <Fact name={t('Placed')}>
            <Time at={order.created_at} />
            {order.source !== 'storefront' && (
              <span className="text-ink-3"> {t('by {source}', { source: order.source })}</span>
            )}
          </Fact>
          {order.expires_at && order.amount_due > 0 && (order.status === 'pending' || order.paid_at !== null) && (
            <Fact name={order.paid_at === null ? t('Reserved until') : t('Edit is paid by')}>
              <Time at={order.expires_at} />
            </Fact>
          )}
          <Fact name={t('Payment')}>
            <PaymentState status={order.payment_status} />
          </Fact>
          <Fact name={t('Fulfilment')}>
            <FulfillmentState status={order.fulfillment_status} />
          </Fact>
          {order.locale && <Fact name={t('Language')}>{languageName(order.locale)}</Fact>}
          {order.shipping_method && <Fact name={t('Shipping')}>{order.shipping_method.name}</Fact>}
        </Facts>
      </Section>
      <Section
        title={t('Customer')}
        actions={
          <Suspense>
            <ChangeContact order={order} />
          </Suspense>
        }
      >
        <Link to="/customers/$customerId" params={{ customerId: order.customer.id }} className={linkClass}>
          {order.customer.name ?? addressed ?? (email ? t('Customer without a name') : t('Erased account'))}
        </Link>
        {email && (
          <a href={`mailto:${email}`} className={`${linkClass} mt-1 block text-ink-2`}>
            {email}
          </a>
        )}
        {order.phone && (
          <a href={`tel:${order.phone}`} className={`${linkClass} mt-1 block text-ink-2`}>
            {order.phone}
          </a>
        )}
        {order.buyer_vat && <BuyerVat vat={order.buyer_vat} />}
      </Section>
      <OrderNote order={order} />
      <Suspense>
        <OrderAddresses order={order} />
      </Suspense>
    </>
  )
}

function BuyerVat({ vat }: { vat: NonNullable<Order['buyer_vat']> }) {
  return (
    <p className="mt-1 text-ink-2">
      {t('VAT number {number}', { number: vat.number })}
      <span className="block text-xs text-ink-3">
        {checkText(vat)} {vat.reverse_charge && t('Reverse charge.')}
      </span>
    </p>
  )
}

function Placeholder() {
  return (
    <div className="grid gap-4 px-4 py-6 lg:px-8">
      <Skeleton className="w-48" />
      <Skeleton className="h-40" />
    </div>
  )
}
