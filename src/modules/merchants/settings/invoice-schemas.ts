import { type Static, Type } from 'typebox'
import { line, Nullable, named, paragraphs } from '#src/platform/http/envelope.ts'
import type { InvoiceSettings } from './invoice-settings.ts'

const text = (max: number, examples: string[]) => line({ max, examples })
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['DE'] })
const address = {
  line1: text(200, ['Friedrichstraße 1']),
  line2: Nullable(text(200, ['2nd floor'])),
  city: text(200, ['Berlin']),
  region: Nullable(text(200, ['Berlin'])),
  postal_code: Nullable(text(20, ['10117'])),
  country: Country,
}

const number = (of: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000_000,
    description: `The next number of ${of}. It can only be raised.`,
    examples: [10_482],
  })

const fields = {
  prefix: Type.String({
    maxLength: 20,
    pattern: '^[A-Za-z0-9/._-]*$',
    description:
      'Before the number of an invoice, `INV-` in `INV-17`; its last character is no digit. ' +
      'Credit notes are `INV-CN-1`.',
    examples: ['INV-'],
  }),
  seller_name: text(200, ['Analytical Engines GmbH']),
  vat_id: Nullable(text(40, ['DE136695976'])),
  tax_number: Nullable(text(40, ['37/123/45678'])),
  notes: Nullable(paragraphs({ max: 2_000, description: 'At the end of every invoice: register data, terms.' })),
  issue_on: Type.Unsafe<'paid' | 'fulfilled'>(
    Type.String({
      enum: ['paid', 'fulfilled'],
      description: 'When an invoice is issued: when the order is paid, or one for each fulfilment.',
    }),
  ),
  send_by: Nullable(
    Type.String({
      maxLength: 40,
      description: '`mail`: each paper goes to the buyer as a PDF when it is issued. Null: none is sent by itself.',
      examples: ['mail'],
    }),
  ),
  next_number: number('invoices'),
  next_credit_note_number: number('credit notes'),
}

const TaxCurrency = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
    rate: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, examples: [1.17] }),
  },
  { additionalProperties: false },
)
const taxCurrency = Nullable(
  named('InvoiceTaxCurrency', {
    ...TaxCurrency,
    description: 'The tax is also printed in this currency, of which a unit of the shop’s own costs `rate`.',
  }),
)

const exemption = Nullable(
  named('InvoiceExemption', {
    ...Type.Object(
      { text: line({ max: 300, examples: ['No VAT is charged under § 19 UStG (small business)'] }) },
      { additionalProperties: false },
    ),
    description:
      'Of a small business: why what it sells without tax is exempt. Each invoice has it printed, and as the reason ' +
      '(BT-120) of the category E in electronic ones.',
  }),
)

export const Invoices = named(
  'InvoiceSettings',
  Type.Object({
    ...fields,
    seller_address: named('SellerAddress', Type.Object(address)),
    tax_currency: taxCurrency,
    exemption,
  }),
)

export const InvoicesChange = named(
  'InvoiceSettingsChange',
  Type.Object(
    {
      ...Type.Partial(Type.Object(fields)).properties,
      seller_address: Type.Optional(
        named(
          'SellerAddressInput',
          Type.Object(
            {
              ...address,
              line2: Type.Optional(address.line2),
              region: Type.Optional(address.region),
              postal_code: Type.Optional(address.postal_code),
            },
            { additionalProperties: false },
          ),
        ),
      ),
      tax_currency: Type.Optional(taxCurrency),
      exemption: Type.Optional(exemption),
    },
    {
      additionalProperties: false,
      description:
        'Null: the shop issues no invoices. The first time `seller_name`, `seller_address` and `vat_id` or ' +
        '`tax_number` are needed.',
    },
  ),
)

export function presentInvoices(row: InvoiceSettings): Static<typeof Invoices> {
  const { line1, line2, city, region, postal_code, country } = row.seller_address
  return {
    prefix: row.prefix,
    seller_name: row.seller_name,
    seller_address: { line1, line2, city, region, postal_code, country },
    vat_id: row.vat_id,
    tax_number: row.tax_number,
    notes: row.notes,
    issue_on: row.issue_on,
    // Of a release without it: absent.
    send_by: row.send_by ?? null,
    next_number: row.next_number,
    next_credit_note_number: row.next_credit_note_number,
    exemption: row.exemption ? { text: row.exemption.text } : null,
    tax_currency: row.tax_currency && { currency: row.tax_currency.currency, rate: row.tax_currency.rate },
  }
}
