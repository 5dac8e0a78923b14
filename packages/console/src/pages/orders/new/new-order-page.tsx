import { ApiError } from '@commerce-platform/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { shopOptions } from '#console/data/queries.ts'
import { faultsOf, sentence } from '#console/lib/faults.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useFirstFault } from '#console/lib/use-first-fault.ts'
import { Button } from '#console/ui/button.tsx'
import { LeaveGuard } from '#console/ui/leave-guard.tsx'
import { Page, Section, Sections, TwoColumns } from '#console/ui/page.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useRepeatable } from '../order-data.ts'
import { AddressFields } from './address-fields.tsx'
import { CustomerField } from './customer-field.tsx'
import { LanguageField } from './language-field.tsx'
import { faultOf, LineFields } from './line-fields.tsx'
import {
  addressNames,
  type Draft,
  draftOf,
  emptyDraft,
  isAddressBegun,
  orderOf,
  withAddress,
  withProduct,
} from './order-draft.ts'
import { DiscountFields, NoteFields, PaymentField, ShippingFields } from './terms-fields.tsx'
import { Totals } from './totals.tsx'
import { placeOrder, readLastAddress, useQuote } from './use-quote.ts'
import { VatField } from './vat-field.tsx'

const back = { label: t('Back to the orders'), to: '/orders' } as const

/** An order that staff places, as on the telephone. Ctrl and Enter place it from any field. */
export function NewOrderPage() {
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal('orders.write')
  return (
    <Page title={t('New order')} back={back}>
      {shop && (
        <Form
          currency={shop.currency}
          country={countryOf(shop)}
          hasVatNumber={shop.vat_number !== null}
          refusal={refusal}
        />
      )}
    </Page>
  )
}

/** Where most of the shop's parcels go. */
function countryOf({ invoices, locale }: { invoices: { seller_address: { country: string } } | null; locale: string }) {
  return invoices?.seller_address.country ?? new Intl.Locale(locale).region ?? ''
}

const named = [
  'items',
  'customer.email',
  'customer.user_id',
  'customer.name',
  'shipping_method_id',
  'payment_method_id',
  'shipping_method.name',
  'shipping_method.price',
  'discount.percent',
  'discount.amount',
  'discount.reason',
  'note',
  'expires_at',
  'vat_number',
  'market',
  'locale',
  ...addressNames.map((name) => `shipping_address.${name}`),
]

interface FormProps {
  currency: string
  country: string
  /** Without a number of the shop there is no reverse charge. */
  hasVatNumber: boolean
  refusal: string | undefined
}

function Form({ currency, country, hasVatNumber, refusal }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const products = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const repeatable = useRepeatable()
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(country))
  const [changed, setChanged] = useState(false)
  const { quote, body, error: unpriced, isStale, method } = useQuote(draft, currency)
  const place = useMutation({
    mutationFn: (order: Parameters<typeof placeOrder>[0]) => repeatable(order, (headers) => placeOrder(order, headers)),
    onSuccess: async ({ id, order_number }) => {
      toast(t('Order {order_number} is placed', { order_number }))
      for (const key of ['orders', 'dashboard', 'inventory', 'customers'])
        void client.invalidateQueries({ queryKey: [key] })
      await navigate({ to: '/orders/$orderId', params: { orderId: id }, replace: true, ignoreBlocker: true })
    },
  })
  const save = useMutation({
    mutationFn: (order: Parameters<typeof placeOrder>[0]) => repeatable(order, (headers) => placeOrder(order, headers)),
    onSuccess: async ({ id, order_number }) => {
      toast(t('{order_number} is kept as a draft', { order_number }))
      void client.invalidateQueries({ queryKey: ['orders'] })
      await navigate({ to: '/orders/drafts/$orderId', params: { orderId: id }, replace: true, ignoreBlocker: true })
    },
  })
  useEffect(() => {
    // That which no longer fits is not asked for.
    if (unpriced instanceof ApiError && unpriced.code === 'PAYMENT_METHOD_UNAVAILABLE')
      setDraft((now) => ({ ...now, payment: '' }))
  }, [unpriced])
  const error = place.error ?? save.error ?? unpriced
  const lineFields = draft.lines.flatMap((_, index) =>
    ['items', 'custom_items'].flatMap((list) =>
      ['name', 'quantity', 'price', 'tax_class', 'product_id'].map((part) => `${list}[${index}].${part}`),
    ),
  )
  const faults = faultsOf(error, [...named, ...lineFields])
  useFirstFault(form, place.error)
  const isRead = refusal !== undefined || place.isPending || save.isPending
  function change(next: Partial<Draft>): void {
    setDraft((now) => ({ ...now, ...next }))
    setChanged(true)
    // What it was refused for may be mended.
    if (place.error) place.reset()
    if (save.error) save.reset()
  }
  async function choose(customer: Draft['customer']): Promise<void> {
    change({ customer })
    // What is ordered comes next.
    if (customer !== undefined) products.current?.focus()
    if (customer?.id === undefined) return
    const address = await readLastAddress(client, customer.id)
    if (address)
      setDraft((now) => (isAddressBegun(now) || now.customer?.id !== customer.id ? now : { ...now, address }))
  }
  const reason = missing(draft, quote?.expected_total, body !== undefined)
  const forbidden = error instanceof ApiError && error.code === 'INSUFFICIENT_PERMISSIONS' && sentence(error.message)
  const waiting = forbidden || (error == null ? t('Calculating the total.') : t('Correct what is marked first.'))
  const isSaid = draft.lines.some((line) => faultOf(draft.lines, line, faults, error) !== undefined)
  const action = refusal ?? reason ?? (isStale || quote === undefined ? waiting : undefined)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (place.isPending || action !== undefined || body === undefined || quote?.expected_total == null) return
    place.mutate(orderOf(chosen, body, quote.expected_total))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) form.current?.requestSubmit()
    // Of a field alone it is not sent: an order is more than one field.
    else if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
  }
  const shared = { draft, currency, faults, isRead, change }
  const payments = quote?.payment_options ?? []
  const chosen = { ...draft, payment: payments.some(({ id }) => id === draft.payment) ? draft.payment : '' }
  return (
    <form ref={form} aria-label={t('New order')} onSubmit={submit} onKeyDown={onKeyDown}>
      <LeaveGuard when={changed && !place.isPending && !place.isSuccess && !save.isPending && !save.isSuccess} />
      <TwoColumns
        asideBelow
        aside={
          <div className="grid gap-4 lg:sticky lg:top-5">
            <Section title={t('Total')}>
              {quote ? (
                <Totals quote={quote} isStale={isStale} />
              ) : (
                <p className="text-ink-3">{t('The total appears here.')}</p>
              )}
            </Section>
            {faults.rest != null && !isSaid && <Notice error={faults.rest} />}
            <Button
              type="submit"
              look="primary"
              busy={place.isPending}
              refusal={action}
              aria-keyshortcuts="Control+Enter"
            >
              {quote?.expected_total == null
                ? t('Place order')
                : t('Place order of {total}', { total: money(quote.total, currency) })}
            </Button>
            <Button
              busy={save.isPending}
              refusal={refusal ?? (body === undefined ? t('Add an item first.') : undefined)}
              onClick={() => body && !save.isPending && save.mutate(draftOf(chosen, body))}
            >
              {t('Save as draft')}
            </Button>
            <p className="text-xs text-ink-3">
              {t(
                'The stock is reserved at once. Then make a payment link, or record a payment. Ctrl and ' +
                  'Enter place the order from any field.',
              )}
            </p>
          </div>
        }
      >
        <Sections className="max-w-4xl">
          <Section title={t('Customer')}>
            <CustomerField
              value={draft.customer}
              error={faults.of('customer.email') ?? faults.of('customer.user_id') ?? faults.of('customer.name')}
              isRead={isRead}
              onSought={() => products.current?.focus()}
              onChange={(customer) => void choose(customer)}
            />
            <LanguageField {...shared} />
          </Section>
          <Section title={t('Items')}>
            <LineFields
              finder={products}
              lines={draft.lines}
              currency={currency}
              faults={faults}
              error={error}
              isRead={isRead}
              onAdd={(product) => {
                // By what is there then: of two that are typed fast, both come.
                setDraft((now) => ({ ...now, lines: withProduct(now.lines, product) }))
                change({})
              }}
              onChange={(lines) => change({ lines })}
            />
          </Section>
          <Section title={t('Ship to')}>
            <p className="mb-3 text-ink-3">{t('Leave it empty if nothing needs shipping.')}</p>
            <AddressFields
              address={draft.address}
              isBegun={isAddressBegun(draft)}
              faults={faults}
              isRead={isRead}
              onChange={(address) => change({ address: withAddress(draft, address) })}
            >
              <VatField {...shared} hasShopNumber={hasVatNumber} vat={isStale ? undefined : quote?.buyer_vat} />
            </AddressFields>
          </Section>
          <Section title={t('Shipping and discount')}>
            <div className="grid gap-4">
              <ShippingFields {...shared} options={quote?.shipping_options ?? []} method={method} />
              <DiscountFields {...shared} />
              {payments.length > 0 && <PaymentField {...shared} options={payments} />}
            </div>
          </Section>
          <Section title={t('Note and deadline')}>
            <NoteFields {...shared} />
          </Section>
        </Sections>
      </TwoColumns>
    </form>
  )
}

/** What must be typed before it can be placed. */
function missing(draft: Draft, expected: number | null | undefined, isPriced: boolean): string | undefined {
  if (draft.customer === undefined) return t('Choose a customer first.')
  if (draft.lines.length === 0) return t('Add an item first.')
  if (!isPriced) return undefined
  return expected === null ? t('Add an address and a shipping method.') : undefined
}
