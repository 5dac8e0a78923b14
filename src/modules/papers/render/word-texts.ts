import type { Said } from '#src/platform/lib/languages.ts'

/** What both the page and the PDF of an invoice say besides its data. */
export const wordTexts = {
  invoice: ['Invoice', 'Rechnung'],
  // "Gutschrift" is an invoice that the buyer writes (§ 14 Abs. 2 UStG).
  creditNote: ['Credit note', 'Rechnungskorrektur'],
  quote: ['Quote', 'Angebot'],
  numberOfQuote: ['Number', 'Angebotsnr.'],
  validUntil: ['Valid until', 'Gültig bis'],
  from: ['From', 'Von'],
  to: ['To', 'An'],
  numberOfInvoice: ['Number', 'Rechnungsnr.'],
  numberOfCredit: ['Number', 'Belegnr.'],
  dateOfInvoice: ['Date', 'Rechnungsdatum'],
  dateOfCredit: ['Date', 'Datum'],
  preceding: ['Of invoice', 'Zu Beleg'],
  precedingInvoice: ['Of invoice', 'Zu Rechnung'],
  precedingOf: ['{number} of {date}', '{number} vom {date}'],
  supplied: ['Date of supply', 'Leistungsdatum'],
  order: ['Order', 'Bestellung'],
  vatId: ['VAT ID', 'USt-IdNr.'],
  taxNumber: ['Tax number', 'Steuernummer'],
  description: ['Description', 'Bezeichnung'],
  quantity: ['Quantity', 'Menge'],
  unitPrice: ['Unit price', 'Einzelpreis netto'],
  priceWithTax: ['Price with tax', 'Einzelpreis brutto'],
  discount: ['Discount', 'Rabatt'],
  tax: ['Tax', 'Steuer'],
  net: ['Net', 'Betrag netto'],
  amountWithTax: ['Amount with tax', 'Betrag brutto'],
  taxable: ['Taxable', 'Nettobetrag'],
  taxAmount: ['Amount', 'Steuerbetrag'],
  netTotal: ['Net', 'Nettobetrag'],
  taxTotal: ['Tax', 'Steuerbetrag'],
  contained: ['Tax contained in it', 'Enthaltener Steuerbetrag'],
  accounting: [
    'Tax in {currency} (1 {of} = {rate} {currency})',
    'Steuerbetrag in {currency} (1 {of} = {rate} {currency})',
  ],
  rounding: ['Rounding', 'Rundung'],
  total: ['Total {currency}', 'Gesamtbetrag'],
  credited: ['Total credited {currency}', 'Korrekturbetrag'],
  paid: ['Paid', 'Bezahlt'],
  toPay: ['To pay {currency}', 'Zu zahlen'],
  scan: ['Scan this code with the app of your bank.', 'Scannen Sie diesen Code mit der App Ihrer Bank.'],
  payment: ['Paid {amount} {currency} on {date} ({method})', 'Bezahlt: {amount} am {date} ({method})'],
  // Of the electronic invoice.
  terms: ['Payable on receipt', 'Zahlbar sofort nach Erhalt'],
} satisfies Record<string, Said>

/** Ways to pay; others stand as their providers call them. */
export const paymentTexts = new Map<string, Said>([
  ['card', ['card', 'Karte']],
  ['manual', ['recorded by hand', 'manuell erfasst']],
  ['gift_card', ['gift card', 'Geschenkkarte']],
  ['store_credit', ['store credit', 'Guthaben']],
])

/** What a VAT number is called in German elsewhere. */
export const germanVatIds: Record<string, string> = { AT: 'UID-Nr.', CH: 'MWST-Nr.', LI: 'MWST-Nr.' }
