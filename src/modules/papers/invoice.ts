/**
 * A frozen invoice or credit note in the terms of EN 16931, whose numbers (BT-…) stand beside the fields. Amounts are
 * minor units of `currency`, positive in both kinds.
 */
export interface FrozenInvoice {
  /** Of its words, numbers and dates; absent on papers of earlier releases, which are English. */
  locale?: string
  /** The shop's own words on it when it was issued, by the key of a text. Absent: it has the service's. */
  texts?: Readonly<Record<string, string>>
  /** BT-1. */
  number: string
  /** BT-3, of UNTDID 1001: 380 an invoice, 381 a credit note, 310 a quote, which is no invoice and is not kept. */
  type_code: 380 | 381 | 310
  /** BT-2, a day of the shop. */
  issue_date: string
  /** BT-5. */
  currency: string
  /** BT-14. */
  order_number: string
  /** BG-3: the invoice that this one is about. */
  preceding: { number: string; issue_date: string } | null
  /** BG-4. */
  seller: InvoiceParty & { tax_number: string | null }
  /** BG-7. */
  buyer: InvoiceParty
  /** BG-13. `date` (BT-72): of the supply, or of the payment before it. */
  delivery: { date: string; name: string; address: InvoiceAddress | null }
  /** BG-25. */
  lines: InvoiceLine[]
  /** BG-21: shipping. */
  charges: TaxedAmount[]
  /** BG-23, or the taxes of the order where an item has several (`has_en16931` is false). */
  taxes: InvoiceTax[]
  totals: InvoiceTotals
  /** BT-6 and BT-111: the tax in the currency of the seller's country. */
  accounting: { currency: string; rate: number; tax: number } | null
  /** Payments, for the reader. */
  payments: { method: string; date: string; amount: number }[]
  /**
   * Of an invoice that is to be paid: BT-9, BT-83 and BG-17, of which `iban` is BT-84, `holder` BT-85 and `bic` BT-86.
   */
  payment?: {
    due_date: string | null
    reference: string | null
    bank: { holder: string; iban: string; bic: string | null } | null
  }
  /** Of a quote, a day of the shop; null: it does not end. */
  valid_until?: string | null
  /** BT-22. */
  notes: string[]
  /** Whether it has a form in EN 16931, which knows one rate of VAT per line. */
  has_en16931: boolean
}

export interface InvoiceAddress {
  line1: string
  line2: string | null
  city: string
  region: string | null
  postal_code: string | null
  country: string
}

export interface InvoiceParty {
  name: string
  company: string | null
  address: InvoiceAddress | null
  vat_id: string | null
  email: string | null
}

/** BT-118: standard, zero, exempt, reverse charge, supply within the EU, export, not subject to VAT. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

export interface TaxedAmount {
  name: string
  /** Without tax. */
  net: number
  /** With tax, of an order whose prices include it; absent on papers of earlier releases. */
  gross?: number
  category: TaxCategory
  rate: number
}

export interface InvoiceLine extends TaxedAmount {
  sku: string | null
  quantity: number
  /** BT-146: of one unit, without tax, before discounts; a decimal number of major units. */
  price: string
  /** BT-136: the discount of the line, without tax. */
  discount: number
  /** The same with tax, beside `gross`. */
  gross_price?: string
  gross_discount?: number
}

export interface InvoiceTax {
  name: string
  category: TaxCategory
  rate: number
  /** BT-116. */
  taxable: number
  /** BT-117. */
  tax: number
  /** BT-120 and BT-121. */
  exemption: { reason: string; code: string | null } | null
}

export interface InvoiceTotals {
  /** BT-106. */
  lines: number
  /** BT-108. */
  charges: number
  /** BT-109. */
  net: number
  /** BT-110. */
  tax: number
  /** BT-112. */
  gross: number
  /** BT-113. */
  paid: number
  /** BT-114. */
  rounding: number
  /** BT-115. */
  due: number
}
