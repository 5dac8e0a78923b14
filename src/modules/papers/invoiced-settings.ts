import { creditNoteMark, type InvoiceSettings } from '#src/modules/merchants/index.ts'
import type { InvoiceRow } from './queries.ts'

/** Of a shop that has switched invoices off, and must still credit those it has issued. */
export function invoicedSettings(papers: readonly InvoiceRow[]): InvoiceSettings {
  const [first] = papers
  if (first?.data.seller.address == null) throw new Error('only an invoiced order is credited without the setting')
  const { name, address, vat_id, tax_number } = first.data.seller
  const exempt = first.data.taxes.find(({ category, exemption }) => category === 'E' && exemption !== null)
  return {
    prefix: first.full_number.replace(/\d+$/, '').replace(new RegExp(`${creditNoteMark}$`), ''),
    notes: null,
    seller_name: name,
    seller_address: address,
    vat_id,
    tax_number,
    issue_on: 'paid',
    tax_currency: null,
    next_number: 1,
    next_credit_note_number: 1,
    send_by: null,
    exemption: exempt?.exemption ? { text: exempt.exemption.reason } : null,
  }
}

/**
 * The settings for an order in a currency. The rate of `tax_currency` is that of the shop's own: of an order in another
 * one it would print a wrong tax.
 */
export function forOrdersIn(currency: string, ownCurrency: string, settings: InvoiceSettings): InvoiceSettings {
  return currency === ownCurrency ? settings : { ...settings, tax_currency: null }
}
