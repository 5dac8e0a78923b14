import { addressLines as linesOf } from '#src/platform/lib/address-lines.ts'
import { currencyDecimals, toMajor } from '#src/platform/lib/money.ts'
import type { FrozenInvoice, InvoiceAddress, InvoiceParty, TaxCategory, TaxedAmount } from '../invoice.ts'

/** What both the page and the PDF of an invoice say. */
export interface Worded {
  title: string
  facts: [name: string, value: string][]
  seller: string[]
  buyer: string[]
  columns: string[]
  rows: string[][]
  taxes: string[][]
  totals: [name: string, value: string][]
  remarks: string[]
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

export function wordsOf(invoice: FrozenInvoice): Worded {
  const { currency, totals, accounting, preceding, delivery } = invoice
  const money = (minor: number) => format(minor, currency)
  const isCredit = invoice.type_code === 381
  const showsTax = hasPricesWithTax(invoice)
  const hasDiscount = invoice.lines.some(({ discount }) => discount > 0)
  const lines = invoice.lines.map((line) => {
    const discount = showsTax ? (line.gross_discount ?? 0) : line.discount
    return [
      line.sku === null || line.sku === line.name ? line.name : `${line.name}\n${line.sku}`,
      String(line.quantity),
      grouped((showsTax && line.gross_price) || line.price),
      ...(hasDiscount ? [discount > 0 ? `-${money(discount)}` : ''] : []),
      rate(line),
      money(amountOf(line, showsTax)),
    ]
  })
  const charges = invoice.charges.map((charge) => [
    ...[charge.name, '', ''],
    ...(hasDiscount ? [''] : []),
    ...[rate(charge), money(amountOf(charge, showsTax))],
  ])
  const net: [string, string][] = [
    ['Net', money(totals.net)],
    ['Tax', money(totals.tax)],
  ]
  const contained: [string, string][] = [['Tax contained in it', money(totals.tax)]]
  const inAccounting: [string, string][] = accounting
    ? [
        [
          `Tax in ${accounting.currency} (1 ${currency} = ${accounting.rate} ${accounting.currency})`,
          format(accounting.tax, accounting.currency),
        ],
      ]
    : []
  return {
    title: isCredit ? 'Credit note' : 'Invoice',
    facts: [
      ['Number', invoice.number],
      ['Date', invoice.issue_date],
      ...((preceding === null ? [] : [['Of invoice', `${preceding.number} of ${preceding.issue_date}`]]) as [
        string,
        string,
      ][]),
      ['Date of supply', delivery.date],
      ['Order', invoice.order_number],
    ],
    seller: [
      ...partyLines(invoice.seller),
      ...(invoice.seller.vat_id === null ? [] : [`VAT ID ${invoice.seller.vat_id}`]),
      ...(invoice.seller.tax_number === null ? [] : [`Tax number ${invoice.seller.tax_number}`]),
    ],
    buyer: [...partyLines(invoice.buyer), ...(invoice.buyer.vat_id === null ? [] : [`VAT ID ${invoice.buyer.vat_id}`])],
    columns: [
      ...['Description', 'Quantity', showsTax ? 'Price with tax' : 'Unit price'],
      ...[...(hasDiscount ? ['Discount'] : []), 'Tax', showsTax ? 'Amount with tax' : 'Net'],
    ],
    rows: [...lines, ...charges],
    taxes: invoice.taxes.map((tax) => [`${tax.name} ${rate(tax)}`.trim(), money(tax.taxable), money(tax.tax)]),
    totals: [
      ...(showsTax ? [] : [...net, ...inAccounting]),
      ...((totals.rounding === 0 ? [] : [['Rounding', money(totals.rounding)]]) as [string, string][]),
      [isCredit ? `Total credited ${currency}` : `Total ${currency}`, money(totals.gross + totals.rounding)],
      ...(showsTax ? [...contained, ...inAccounting] : []),
      ...((isCredit || totals.due === totals.gross ? [] : [['Paid', money(totals.paid)]]) as [string, string][]),
      ...((isCredit ? [] : [[`To pay ${currency}`, money(totals.due)]]) as [string, string][]),
    ],
    remarks: [
      ...new Set(invoice.taxes.flatMap(({ exemption }) => (exemption ? [exemption.reason] : []))),
      ...invoice.payments.map(({ method, date, amount }) => `Paid ${money(amount)} ${currency} on ${date} (${method})`),
      ...invoice.notes,
    ],
  }
}

/** Consumers see prices as they paid them, businesses without tax. */
function hasPricesWithTax({ buyer, lines, charges, totals }: FrozenInvoice): boolean {
  const isBusiness = buyer.vat_id !== null || buyer.company !== null
  return !isBusiness && totals.tax > 0 && [...lines, ...charges].every(({ gross }) => gross !== undefined)
}

function amountOf({ net, gross = net }: TaxedAmount, showsTax: boolean): number {
  return showsTax ? gross : net
}

function partyLines({ name, company, address }: InvoiceParty): string[] {
  return [...(company === null ? [] : [company]), name, ...(address === null ? [] : addressLines(address))]
}

export function addressLines(address: InvoiceAddress): string[] {
  return linesOf(address, countryNames)
}

/** What is not subject to VAT has no rate. */
function rate({ category, rate: percent }: { category: TaxCategory; rate: number }): string {
  return category === 'O' ? '' : `${percent} %`
}

function format(minor: number, currency: string): string {
  return grouped(toMajor(minor, currency).toFixed(currencyDecimals(currency)))
}

/** A decimal number with commas between thousands. */
function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}
