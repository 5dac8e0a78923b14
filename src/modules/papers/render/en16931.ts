import type { Invoice } from '@e-invoice-eu/core'
import { languageOf } from '#src/platform/lib/languages.ts'
import { currencyDecimals, sumMinor, toMajor } from '#src/platform/lib/money.ts'
import { textsIn } from '#src/platform/lib/texts/texts.ts'
import { electronicAddress } from '../electronic-address.ts'
import type { FrozenInvoice, InvoiceLine, InvoiceParty, InvoiceTax, TaxCategory } from '../invoice.ts'
import { inWordsOf } from '../paper-texts.ts'
import { isOfTwoDecimals } from '../rules.ts'

type Ubl = Invoice['ubl:Invoice']
type Party = Ubl['cac:AccountingCustomerParty']['cac:Party']

/** A frozen invoice in the form of the library, which names its fields as UBL does. */
export function toUbl(invoice: FrozenInvoice): Invoice {
  const { currency, totals } = invoice
  const words = inWordsOf(invoice, () => textsIn('invoice', languageOf(invoice.locale ?? 'en')))
  const amount = (minor: number) => decimal(minor, currency)
  const category = (of: { category: TaxCategory; rate: number }) => ({
    'cbc:ID': of.category,
    ...(of.category !== 'O' && { 'cbc:Percent': String(of.rate) }),
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  })
  const money = <Name extends string>(name: Name, minor: number) =>
    ({ [name]: amount(minor), [`${name}@currencyID`]: currency }) as Record<Name | `${Name}@currencyID`, string>
  const taxes = merged(invoice.taxes)
  // BR-O-02: an invoice of what is not subject to VAT has no VAT numbers.
  const hidesVatIds = taxes.some(({ category: one }) => one === 'O')
  const ubl = {
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issue_date,
    ...(invoice.payment?.due_date && { 'cbc:DueDate': invoice.payment.due_date }),
    'cbc:InvoiceTypeCode': String(invoice.type_code),
    ...(invoice.notes.length > 0 && { 'cbc:Note': [invoice.notes.join('\n')] }),
    'cbc:DocumentCurrencyCode': currency,
    ...(invoice.accounting && { 'cbc:TaxCurrencyCode': invoice.accounting.currency }),
    'cac:OrderReference': { 'cbc:ID': invoice.order_number, 'cbc:SalesOrderID': invoice.order_number },
    ...(invoice.preceding && {
      'cac:BillingReference': [
        {
          'cac:InvoiceDocumentReference': {
            'cbc:ID': invoice.preceding.number,
            'cbc:IssueDate': invoice.preceding.issue_date,
          },
        },
      ],
    }),
    'cac:AccountingSupplierParty': { 'cac:Party': seller(invoice.seller, hidesVatIds) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyer(invoice.buyer, hidesVatIds) },
    'cac:Delivery': delivery(invoice),
    ...paymentMeans(invoice),
    ...(totals.due > 0 && { 'cac:PaymentTerms': { 'cbc:Note': words.terms } }),
    ...(invoice.charges.length > 0 && {
      'cac:AllowanceCharge': invoice.charges.map((charge) => ({
        'cbc:ChargeIndicator': 'true',
        'cbc:AllowanceChargeReason': charge.name,
        ...money('cbc:Amount', charge.net),
        'cac:TaxCategory': category(charge),
      })),
    }),
    'cac:TaxTotal': [
      {
        ...money('cbc:TaxAmount', totals.tax),
        'cac:TaxSubtotal': taxes.map((tax) => ({
          ...money('cbc:TaxableAmount', tax.taxable),
          ...money('cbc:TaxAmount', tax.tax),
          'cac:TaxCategory': {
            ...category(tax),
            ...(tax.exemption && { 'cbc:TaxExemptionReason': tax.exemption.reason }),
            ...(tax.exemption?.code && { 'cbc:TaxExemptionReasonCode': tax.exemption.code }),
          },
        })),
      },
      ...(invoice.accounting
        ? [
            {
              'cbc:TaxAmount': decimal(invoice.accounting.tax, invoice.accounting.currency),
              'cbc:TaxAmount@currencyID': invoice.accounting.currency,
            },
          ]
        : []),
    ],
    'cac:LegalMonetaryTotal': {
      ...money('cbc:LineExtensionAmount', totals.lines),
      ...money('cbc:TaxExclusiveAmount', totals.net),
      ...money('cbc:TaxInclusiveAmount', totals.gross),
      ...(totals.charges > 0 && money('cbc:ChargeTotalAmount', totals.charges)),
      ...(totals.paid !== 0 && money('cbc:PrepaidAmount', totals.paid)),
      ...(totals.rounding !== 0 && money('cbc:PayableRoundingAmount', totals.rounding)),
      ...money('cbc:PayableAmount', totals.due),
    },
    'cac:InvoiceLine': invoice.lines.map((line, index) => ({
      'cbc:ID': String(index + 1),
      'cbc:InvoicedQuantity': String(line.quantity),
      'cbc:InvoicedQuantity@unitCode': 'C62',
      ...money('cbc:LineExtensionAmount', line.net),
      ...(line.discount > 0 && {
        'cac:AllowanceCharge': [
          {
            'cbc:ChargeIndicator': 'false',
            'cbc:AllowanceChargeReason': words.discount,
            ...money('cbc:Amount', line.discount),
          },
        ],
      }),
      'cac:Item': {
        'cbc:Name': line.name,
        ...(line.sku && { 'cac:SellersItemIdentification': { 'cbc:ID': line.sku } }),
        'cac:ClassifiedTaxCategory': category(line),
      },
      'cac:Price': priceOf(line, currency),
    })),
  }
  // The library checks the object against its JSON schema, which says more than its types.
  return { 'ubl:Invoice': ubl as unknown as Ubl }
}

/** UNTDID 4461: 58 a SEPA credit transfer, 30 another. */
function paymentMeans({ payment, currency }: FrozenInvoice) {
  if (payment == null || payment.bank === null) return {}
  const { reference, bank } = payment
  return {
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': currency === 'EUR' ? '58' : '30',
        ...(reference !== null && { 'cbc:PaymentID': reference }),
        'cac:PayeeFinancialAccount': {
          'cbc:ID': bank.iban,
          'cbc:Name': bank.holder,
          ...(bank.bic !== null && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bank.bic } }),
        },
      },
    ],
  }
}

/** BT-146 and BT-149. Prices have two decimals, so that of several units is given where that of one is not exact. */
function priceOf({ net, discount, quantity }: InvoiceLine, currency: string) {
  const whole = net + discount
  const isExact = whole % quantity === 0 && isOfTwoDecimals(whole / quantity, currency)
  return {
    'cbc:PriceAmount': decimal(isExact ? whole / quantity : whole, currency),
    'cbc:PriceAmount@currencyID': currency,
    ...(!isExact && { 'cbc:BaseQuantity': String(quantity), 'cbc:BaseQuantity@unitCode': 'C62' }),
  }
}

/** One row of a category and rate, of which an order may have several by name. */
function merged(taxes: readonly InvoiceTax[]): InvoiceTax[] {
  const groups = Map.groupBy(taxes, ({ category, rate }) => `${category} ${rate}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const sum = (field: 'taxable' | 'tax') => sumMinor(group.map((tax) => tax[field]))
    return first === undefined ? [] : [{ ...first, taxable: sum('taxable'), tax: sum('tax') }]
  })
}

/** At most two decimals: `hasTwoDecimals` has seen that nothing is lost. */
function decimal(minor: number, currency: string): string {
  return toMajor(minor, currency).toFixed(Math.min(2, currencyDecimals(currency)))
}

function address({ address: at }: InvoiceParty) {
  return {
    ...(at?.line1 && { 'cbc:StreetName': at.line1 }),
    ...(at?.line2 && { 'cbc:AdditionalStreetName': at.line2 }),
    ...(at?.city && { 'cbc:CityName': at.city }),
    ...(at?.postal_code && { 'cbc:PostalZone': at.postal_code }),
    ...(at?.region && { 'cbc:CountrySubentity': at.region }),
    // Kosovo has no code of ISO 3166-1; the code list of EN 16931 has 1A.
    'cac:Country': { 'cbc:IdentificationCode': at?.country === 'XK' ? '1A' : (at?.country ?? '') },
  }
}

/** BT-34 and BT-49: the electronic address, which may be absent. */
function endpoint(party: InvoiceParty) {
  const address = electronicAddress(party)
  return address && { 'cbc:EndpointID': address.id, 'cbc:EndpointID@schemeID': address.scheme }
}

function taxScheme(number: string, scheme: string) {
  return { 'cbc:CompanyID': number, 'cac:TaxScheme': { 'cbc:ID': scheme } }
}

function seller(party: FrozenInvoice['seller'], hidesVatIds: boolean): Ubl['cac:AccountingSupplierParty']['cac:Party'] {
  const vatId = hidesVatIds ? null : party.vat_id
  // BR-CO-26: one number of the seller is there.
  const legalId = vatId === null ? (party.tax_number ?? party.vat_id) : null
  const schemes = [
    ...(vatId === null ? [] : [taxScheme(vatId, 'VAT')]),
    ...(party.tax_number === null ? [] : [taxScheme(party.tax_number, 'TAX')]),
  ]
  return {
    ...endpoint(party),
    'cac:PartyName': { 'cbc:Name': party.name },
    'cac:PostalAddress': address(party),
    ...(schemes.length > 0 && { 'cac:PartyTaxScheme': schemes }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': party.name,
      ...(legalId !== null && { 'cbc:CompanyID': legalId }),
    },
  } as unknown as Ubl['cac:AccountingSupplierParty']['cac:Party']
}

function buyer(party: InvoiceParty, hidesVatIds: boolean): Party {
  const name = party.company ?? party.name
  return {
    ...endpoint(party),
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': address(party),
    ...(party.vat_id !== null && !hidesVatIds && { 'cac:PartyTaxScheme': taxScheme(party.vat_id, 'VAT') }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
    ...(party.company !== null && { 'cac:Contact': { 'cbc:Name': party.name } }),
  } as unknown as Party
}

function delivery({ delivery: { date, name, address: at }, buyer: to }: FrozenInvoice) {
  const party = { ...to, address: at ?? to.address }
  return {
    'cbc:ActualDeliveryDate': date,
    'cac:DeliveryLocation': { 'cac:Address': address(party) },
    ...(name !== '' && { 'cac:DeliveryParty': { 'cac:PartyName': { 'cbc:Name': name } } }),
  }
}
