import { isCountry } from '#src/platform/lib/countries.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { isCurrency } from '#src/platform/lib/money.ts'
import { readPostalCode } from '#src/platform/lib/postal-codes.ts'
import { readVatNumber } from '#src/platform/lib/vat-numbers.ts'

interface SellerAddress {
  line1: string
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
}

/** How a shop issues invoices. */
export interface InvoiceSettings {
  /** Before the number; credit notes have `CN-` behind it. */
  prefix: string
  seller_name: string
  seller_address: SellerAddress
  vat_id: string | null
  tax_number: string | null
  notes: string | null
  issue_on: 'paid' | 'fulfilled'
  /** The least next numbers of both series. */
  next_number: number
  next_credit_note_number: number
  /** The currency of the tax authority and what a unit of the shop's costs in it, where the two differ. */
  tax_currency: { currency: string; rate: number } | null
  /** Why supplies without tax are exempt, as of a small business. Absent: an earlier release wrote the settings. */
  exemption?: { text: string } | null
  /** Name of the sender that brings papers to buyers; null: none is sent by itself. */
  send_by: string | null
}

export interface InvoiceSettingsInput extends Partial<Omit<InvoiceSettings, 'seller_address'>> {
  seller_address?: Pick<SellerAddress, 'line1' | 'city' | 'country'> & Partial<SellerAddress>
}

/** The last numbers of a shop's series, 0 without. */
export interface LastNumbers {
  invoice: number
  credit_note: number
}

/** Of a shop that has set nothing of its invoices. */
export const blankInvoices: InvoiceSettings = {
  prefix: '',
  seller_name: '',
  seller_address: { line1: '', line2: null, city: '', region: null, postal_code: null, country: '' },
  vat_id: null,
  tax_number: null,
  notes: null,
  issue_on: 'paid',
  next_number: 1,
  next_credit_note_number: 1,
  tax_currency: null,
  send_by: null,
  exemption: null,
}

export const creditNoteMark = 'CN-'

/**
 * The settings after a change; absent fields stay.
 * @throws AppError VALIDATION_ERROR
 */
export function changedInvoices(
  before: InvoiceSettings | null,
  input: InvoiceSettingsInput,
  last: LastNumbers,
  senders: readonly string[],
): InvoiceSettings {
  const { seller_address: address, ...given } = input
  const after: InvoiceSettings = { ...blankInvoices, ...before, ...given }
  if (address !== undefined) after.seller_address = tidy(address)
  after.seller_name = after.seller_name.trim()
  after.vat_id = tidyVatId(after.vat_id ?? '', after.seller_address.country)
  after.tax_number = after.tax_number?.trim() || null
  if (after.exemption) after.exemption = { text: after.exemption.text.trim() }
  const faults = faultsOf(after, given, last)
  if (given.send_by != null && !senders.includes(given.send_by))
    faults.push({ field: 'invoices.send_by', message: `must be one of ${senders.join(', ')}` })
  if (faults.length > 0) throw invalid(...faults)
  return after
}

/** As the country writes it. A number that we do not know stays: the seller knows its own. */
function tidyVatId(text: string, country: string): string | null {
  return readVatNumber(text, country)?.number ?? (text.replaceAll(/[\s.-]/g, '').toUpperCase() || null)
}

export function withNextNumbers(invoices: InvoiceSettings, last: LastNumbers): InvoiceSettings {
  return {
    ...invoices,
    next_number: Math.max(invoices.next_number, last.invoice + 1),
    next_credit_note_number: Math.max(invoices.next_credit_note_number, last.credit_note + 1),
  }
}

function tidy(input: NonNullable<InvoiceSettingsInput['seller_address']>): SellerAddress {
  const text = (value: string | null | undefined) => value?.trim() || null
  const { line1, line2, city, region, postal_code, country } = input
  return {
    line1: line1.trim(),
    line2: text(line2),
    city: city.trim(),
    region: text(region),
    postal_code: text(postal_code),
    country,
  }
}

function faultsOf(after: InvoiceSettings, given: InvoiceSettingsInput, last: LastNumbers): FieldFault[] {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ field: `invoices.${field}`, message })
  const { prefix, seller_address: address, tax_currency: accounting } = after
  if (/\d$/.test(prefix)) fault('prefix', 'must not end with a digit: 1 and 11 would look alike')
  if (prefix.endsWith(creditNoteMark))
    fault('prefix', `must not end with ${creditNoteMark}, as those of credit notes do`)
  if (after.seller_name === '') fault('seller_name', 'is required')
  if (address.line1 === '' || address.city === '') fault('seller_address', 'needs line1, city and country')
  else if (!isCountry(address.country)) fault('seller_address.country', 'must be a country code of ISO 3166-1 alpha-2')
  else if (address.postal_code !== null && readPostalCode(address.postal_code, address.country) === undefined)
    fault('seller_address.postal_code', `is not a postal code of ${address.country}`)
  if (after.vat_id !== null && !/^[A-Z]{2}[A-Z0-9+*]{2,28}$/.test(after.vat_id))
    fault('vat_id', 'must be a VAT number with its country, such as FR40303265045')
  if (after.exemption?.text === '') fault('exemption.text', 'is required, such as “Exempt under § 19 UStG”')
  if (after.vat_id === null && after.tax_number === null) fault('vat_id', 'is required where there is no tax number')
  for (const [field, lastNumber] of [
    ['next_number', last.invoice],
    ['next_credit_note_number', last.credit_note],
  ] as const)
    if (given[field] !== undefined && given[field] <= lastNumber)
      fault(field, `must be more than ${lastNumber}, the last one: numbers only go up`)
  if (accounting && !isCurrency(accounting.currency))
    fault('tax_currency.currency', 'must be a currency code of ISO 4217')
  return faults
}
