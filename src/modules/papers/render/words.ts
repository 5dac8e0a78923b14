import { addressLines, countryNames } from '#src/platform/lib/address-lines.ts'
import { epcText } from '#src/platform/lib/epc-code.ts'
import { type Language, languageOf } from '#src/platform/lib/languages.ts'
import { currencyDecimals, toMajor } from '#src/platform/lib/money.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { day, decimal, percent, price } from '#src/platform/mail/templates/values.ts'
import type { FrozenInvoice, InvoiceParty, TaxCategory, TaxedAmount } from '../invoice.ts'
import { inWordsOf } from '../paper-texts.ts'

/** The columns of the lines. */
export type ColumnKey =
  | ('description' | 'quantity' | 'unitPrice' | 'priceWithTax')
  | ('discount' | 'tax' | 'net' | 'amountWithTax')

/** What both the page and the PDF of an invoice say. */
export interface Worded {
  /** Of BCP 47. */
  locale: string
  title: string
  from: string
  to: string
  facts: [name: string, value: string][]
  seller: string[]
  buyer: string[]
  columns: { key: ColumnKey; name: string }[]
  rows: string[][]
  taxColumns: string[]
  taxes: string[][]
  totals: { name: string; value: string; isStrong: boolean }[]
  remarks: string[]
  /** What stands beside the QR code of a transfer. */
  scan: string | null
}

export function wordsOf(invoice: FrozenInvoice): Worded {
  return inWordsOf(invoice, () => wordedOf(invoice))
}

function wordedOf(invoice: FrozenInvoice): Worded {
  const { currency, totals, accounting, preceding, delivery, locale = 'en' } = invoice
  const english = invoice.locale === undefined ? oldForm : { ...oldForm, day: (date: string) => longDay(date, locale) }
  const language = languageOf(locale)
  const t = textsIn('invoice', language)
  // Others stand as their providers call them.
  const methods = textsIn('paymentMethods', language)
  const form = language === 'en' ? english : localForm(locale, language)
  const money = (minor: number, of = currency) => form.price(toMajor(minor, of).toFixed(currencyDecimals(of)), of)
  const rate = (of: TaxedRate) => (of.category === 'O' ? '' : form.rate(of.rate))
  const isCredit = invoice.type_code === 381
  const isQuote = invoice.type_code === 310
  const showsTax = hasPricesWithTax(invoice)
  const hasDiscount = invoice.lines.some(({ discount }) => discount > 0)
  const lines = invoice.lines.map((line) => {
    const discount = showsTax ? (line.gross_discount ?? 0) : line.discount
    return [
      !line.sku || line.sku === line.name ? line.name : `${line.name}\n${line.sku}`,
      form.number(line.quantity),
      form.price((showsTax && line.gross_price) || line.price, currency),
      ...(hasDiscount ? [discount > 0 ? `-${money(discount)}` : ''] : []),
      rate(line),
      money(amountOf(line, showsTax)),
    ]
  })
  const charges = invoice.charges.map((charge) => [
    charge.name,
    '',
    '',
    ...(hasDiscount ? [''] : []),
    rate(charge),
    money(amountOf(charge, showsTax)),
  ])
  const total = (name: string, value: string, isStrong = false) => ({ name, value, isStrong })
  const inAccounting =
    accounting === null
      ? []
      : [
          total(
            fill(t.accounting, { currency: accounting.currency, of: currency, rate: form.number(accounting.rate) }),
            money(accounting.tax, accounting.currency),
          ),
        ]
  const taxed = [total(t.contained, money(totals.tax)), ...inAccounting]
  const untaxed = [total(t.netTotal, money(totals.net)), total(t.taxTotal, money(totals.tax)), ...inAccounting]
  const whole = fill(isCredit ? t.credited : t.total, { currency })
  const of =
    preceding?.number && fill(t.precedingOf, { number: preceding.number, date: form.day(preceding.issue_date) })
  const vatId = (language === 'de' && germanVatIds[new Intl.Locale(locale).region ?? '']) || t.vatId
  const vatOf = ({ vat_id }: InvoiceParty) => (vat_id === null ? [] : [`${vatId} ${vat_id}`])
  const { tax_number } = invoice.seller
  return {
    locale,
    title: isQuote ? t.quote : isCredit ? t.creditNote : t.invoice,
    from: t.from,
    to: t.to,
    facts: isQuote
      ? [
          [t.numberOfQuote, invoice.number],
          [t.dateOfCredit, form.day(invoice.issue_date)],
          ...(invoice.valid_until ? [[t.validUntil, form.day(invoice.valid_until)] as [string, string]] : []),
        ]
      : [
          [isCredit ? t.numberOfCredit : t.numberOfInvoice, invoice.number],
          [isCredit ? t.dateOfCredit : t.dateOfInvoice, form.day(invoice.issue_date)],
          ...(of ? [[isCredit ? t.precedingInvoice : t.preceding, of] as [string, string]] : []),
          [t.supplied, form.day(delivery.date)],
          [t.order, invoice.order_number],
        ],
    seller: [
      ...partyLines(invoice.seller, locale),
      ...vatOf(invoice.seller),
      ...(tax_number === null ? [] : [`${t.taxNumber} ${tax_number}`]),
    ],
    buyer: [...partyLines(invoice.buyer, locale), ...vatOf(invoice.buyer)],
    columns: columnsOf(showsTax, hasDiscount).map((key) => ({ key, name: t[key] })),
    rows: [...lines, ...charges],
    taxColumns: invoice.taxes.length === 0 ? [] : [t.tax, t.taxable, t.taxAmount],
    taxes: invoice.taxes.map((tax) => [`${tax.name} ${rate(tax)}`.trim(), money(tax.taxable), money(tax.tax)]),
    totals: [
      ...(showsTax ? [] : untaxed),
      ...(totals.rounding === 0 ? [] : [total(t.rounding, money(totals.rounding))]),
      total(whole, money(totals.gross + totals.rounding), true),
      ...(showsTax ? taxed : []),
      ...(isCredit || isQuote || totals.due === totals.gross ? [] : [total(t.paid, money(totals.paid))]),
      ...(isCredit || isQuote ? [] : [total(fill(t.toPay, { currency }), money(totals.due), true)]),
    ],
    remarks: [
      ...new Set(invoice.taxes.flatMap(({ exemption }) => (exemption ? [exemption.reason] : []))),
      ...invoice.payments.map(({ method, date, amount }) => {
        const by = methods[method as keyof typeof methods] ?? method
        return fill(t.payment, { amount: money(amount), currency, date: form.day(date), method: by })
      }),
      ...invoice.notes,
    ],
    scan: transferOf(invoice) === undefined ? null : t.scan,
  }
}

/** What the app of a bank reads: of an invoice in euro that is to be paid by a transfer. */
export function transferOf({ payment, currency, totals, type_code }: FrozenInvoice): string | undefined {
  if (payment == null || payment.bank === null || currency !== 'EUR' || type_code !== 380) return undefined
  return epcText({ bank: payment.bank, amountMinor: totals.due, reference: payment.reference })
}

function columnsOf(showsTax: boolean, hasDiscount: boolean): ColumnKey[] {
  return [
    ...(['description', 'quantity', showsTax ? 'priceWithTax' : 'unitPrice'] as const),
    ...(hasDiscount ? (['discount'] as const) : []),
    ...(['tax', showsTax ? 'amountWithTax' : 'net'] as const),
  ]
}

/** Consumers see prices as they paid them, businesses without tax. */
function hasPricesWithTax({ buyer, lines, charges, totals }: FrozenInvoice): boolean {
  const isBusiness = buyer.vat_id !== null || buyer.company !== null
  return !isBusiness && totals.tax > 0 && [...lines, ...charges].every(({ gross }) => gross !== undefined)
}

function amountOf({ net, gross = net }: TaxedAmount, showsTax: boolean): number {
  return showsTax ? gross : net
}

function partyLines({ name, company, address }: InvoiceParty, locale: string): string[] {
  return [
    ...(company === null ? [] : [company]),
    name,
    ...(address === null ? [] : addressLines(address, countryNames[languageOf(locale)])),
  ]
}

/** What is not subject to VAT has no rate. */
interface TaxedRate {
  category: TaxCategory
  rate: number
}

/** How values are written. */
interface Form {
  /** Of a decimal number. That of a unit may have two decimals more than its currency. */
  price(major: string, currency: string): string
  number(value: number): string
  rate(percent: number): string
  /** Of ISO 8601. */
  day(date: string): string
}

/** That of papers from before they had a language; English ones keep its numbers. */
const oldForm: Form = {
  price(major) {
    const [whole = '', fraction] = major.split('.')
    const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    return fraction === undefined ? separated : `${separated}.${fraction}`
  },
  number: String,
  rate: (percent) => `${percent} %`,
  day: (date) => date,
}

const longDay = (date: string, locale: string) => day(new Date(`${date}T12:00:00Z`), 'UTC', locale)

/** What a VAT number is called in German elsewhere. */
const germanVatIds: Record<string, string> = { AT: 'UID-Nr.', CH: 'MWST-Nr.', LI: 'MWST-Nr.' }

const localForm = (locale: string, language: Language): Form => ({
  price: (major, currency) => price(Number(major), currency, locale, 2),
  number: (value) => decimal(value, locale),
  rate: (rate) => percent(rate, locale),
  day: (date) => (language === 'de' ? date.split('-').reverse().join('.') : longDay(date, locale)),
})
