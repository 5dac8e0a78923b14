import type { InvoiceSettings } from '#src/modules/merchants/index.ts'
import type { OrderRow } from '#src/modules/orders/index.ts'
import { dayOf } from '#src/platform/lib/days.ts'
import type { FrozenInvoice, InvoiceAddress, InvoiceParty } from './invoice.ts'
import { paperTexts } from './paper-texts.ts'
import type { Account } from './queries.ts'

export interface Buyer {
  address: OrderRow['billing_address']
  vatId: string | null
}

export const buyerOf = (order: OrderRow): Buyer => ({
  address: order.billing_address ?? order.shipping_address,
  vatId: order.buyer_vat?.number ?? null,
})

interface Seller {
  settings: InvoiceSettings
  sellerEmail: string | null
  shopVatNumber: string | null
}

export function sellerOf({ settings, sellerEmail: email, shopVatNumber }: Seller): FrozenInvoice['seller'] {
  const { seller_name: name, seller_address: address, tax_number } = settings
  const vat_id = settings.vat_id ?? shopVatNumber
  return { name, company: null, address, vat_id, tax_number, email }
}

interface Order {
  order: OrderRow
  account: Account | null
  settings: InvoiceSettings
  locale: string
}

/**
 * What the order does not say is that of the account. Without an address the buyer is in the country of the seller, as
 * the tax takes it.
 */
export function buyerParty({ order, account, settings, locale }: Order, { address, vatId }: Buyer): InvoiceParty {
  const { country } = settings.seller_address
  const email = order.email ?? account?.email ?? null
  return {
    name: [address?.name, account?.name, email].find((name) => name?.trim()) ?? paperTexts({ locale }).customer,
    company: address?.company ?? null,
    address: address === null ? { ...nowhere, country } : plainAddress(address),
    vat_id: vatId,
    email,
  }
}

const nowhere: InvoiceAddress = { line1: '', line2: null, city: '', region: null, postal_code: null, country: '' }

function plainAddress(address: InvoiceAddress): InvoiceAddress {
  const { line1, line2, city, region, postal_code, country } = address
  return { line1, line2, city, region, postal_code, country }
}

export function deliveryOf(
  { order, timezone }: { order: OrderRow; timezone: string },
  supplied: Date,
): FrozenInvoice['delivery'] {
  const address = order.shipping_address
  return {
    date: dayOf(supplied.getTime(), timezone),
    name: address?.name ?? '',
    address: address && plainAddress(address),
  }
}
