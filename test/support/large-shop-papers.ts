import { type RawBuilder, sql } from 'kysely'
import type { FrozenInvoice } from '#src/modules/papers/invoice.ts'

const nobody = { name: 'Ada', company: null, address: null, vat_id: null, email: null }
const amounts = { lines: 1000, charges: 0, net: 1000, tax: 0, gross: 1000, paid: 1000, rounding: 0, due: 0 }

const data: FrozenInvoice = {
  number: 'INV-1',
  type_code: 380,
  issue_date: '2026-01-01',
  currency: 'GBP',
  order_number: '1',
  preceding: null,
  seller: { ...nobody, tax_number: null },
  buyer: nobody,
  lines: [],
  charges: [],
  taxes: [],
  delivery: { date: '2026-01-01', name: '', address: null },
  totals: amounts,
  accounting: null,
  payments: [],
  notes: [],
  has_en16931: true,
}

/** An invoice of each paid order, with its files. */
export function papers({ shop }: { shop: RawBuilder<unknown> }) {
  return [
    sql`insert into invoices (merchant_id, id, kind, number, follows, raised, full_number, order_id, user_id, cause,
                              currency, total_minor, tax_minor, caused_at, issued_at, data)
        select ${shop}, uuidv7(), 'invoice', number, nullif(number - 1, 0), false, 'INV-' || number, id, user_id,
               'paid', currency, total_minor, 0, paid_at, now(), ${JSON.stringify(data)}::jsonb
          from (select *, row_number() over (order by paid_at) as number from orders
                 where merchant_id = ${shop} and paid_at is not null) paid`,
    sql`insert into invoice_files (merchant_id, invoice_id, pdf, pdf_hash, ubl, created_at)
        select merchant_id, id, 'x', sha256('x'), '<Invoice/>', now() from invoices`,
    sql`insert into invoice_sendings (merchant_id, invoice_id, told_at, sender, status, sent_at, created_at)
        select merchant_id, id, now(), 'mail', 'sent', now(), now() from invoices`,
  ]
}
