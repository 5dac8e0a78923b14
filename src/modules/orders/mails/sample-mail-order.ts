import type { Language } from '#src/platform/lib/languages.ts'
import { currencyDecimals } from '#src/platform/lib/money.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import type { MailOrder } from './order-data.ts'

/** An order that nobody has placed, for a look at a mail. */
export function sampleMailOrder({ currency, now }: { currency: string; now: Date }, language: Language): MailOrder {
  const t = textsIn('sample', language)
  const unit = 10 ** currencyDecimals(currency)
  const [price, shipping] = [24 * unit, 5 * unit]
  const address = {
    name: t.customer,
    company: null,
    line2: null,
    region: null,
    phone: null,
    line1: t.line1,
    city: t.city,
    postal_code: t.postalCode,
    country: t.country,
  }
  return {
    order_number: '000000-SAMPLE',
    created_at: now,
    currency,
    customer_name: address.name,
    items: [
      {
        product_id: 'sample',
        sku: 'SAMPLE-1',
        quantity: 2,
        price_minor: price,
        requires_shipping: true,
        name: t.product,
        quantity_fulfilled: 0,
        quantity_cancelled: 0,
      },
    ],
    subtotal_minor: 2 * price,
    shipping_total_minor: shipping,
    total_minor: 2 * price + shipping,
    shipping_method: { name: t.parcel },
    tax_included: true,
    tax_lines: null,
    buyer_vat: null,
    refunded_total_minor: 0,
    payment_status: 'paid',
    cancel_reason: null,
    shipping_address: address,
    billing_address: null,
  }
}
