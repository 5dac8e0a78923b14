import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { type CustomerReader, textByOf } from './list-customers.ts'
import { presentCustomer } from './present-customer.ts'
import { type CustomerFilter, selectCustomers } from './queries.ts'

/** Customers of one read, which are in memory while the file is sent. */
const batchSize = 100

const exportColumns = [
  ...(['id', 'name', 'email', 'phone', 'is_guest'] as const),
  ...(['customer_since', 'order_count', 'order_total', 'currency'] as const),
  ...(['company', 'vat_number', 'tags', 'note', 'locale', 'tax_exempt', 'last_order_at'] as const),
  ...(['accepts_marketing_at', 'accepts_marketing_source', 'accepts_marketing_withdrawn_at'] as const),
  'send_before_paid' as const,
  ...(['address_name', 'address_company', 'address_line1', 'address_line2', 'address_city'] as const),
  ...(['address_region', 'address_postal_code', 'address_country', 'address_phone'] as const),
]

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** A merchant's customers in the order of the filter, a row for each; batches are read as the client reads. */
export async function* exportCustomers(
  { totals }: Pick<CustomerReader, 'totals'>,
  read: Read,
  shop: { merchantId: string; currency: string },
  filter: CustomerFilter,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(exportColumns)
  for (let after: [string, string] | undefined; ; ) {
    const range = { limit: batchSize, offset: 0, after }
    const found = await read((db) =>
      withCustomPlans(db, async (planned) => {
        const { textBy } = await textByOf({ db: planned, totals }, shop.merchantId, filter)
        return selectCustomers(planned, shop.merchantId, filter, textBy, range)
      }),
    )
    const customers = found.slice(0, batchSize)
    yield customers
      .map((customer) => {
        const row = exportedRow(presentCustomer(customer, shop.currency), shop.currency)
        const cells = exportColumns.map((column) => row[column] ?? null)
        if (format === 'csv') return csvLine(cells)
        return `${JSON.stringify(Object.fromEntries(exportColumns.map((column, n) => [column, cells[n]])))}\n`
      })
      .join('')
    const last = customers.at(-1)
    if (last === undefined || found.length <= batchSize) return
    after = [last.position, last.user_id]
  }
}

function exportedRow(
  { tags, accepts_marketing: consent, addresses: [address], ...row }: ReturnType<typeof presentCustomer>,
  currency: string,
): Partial<Record<(typeof exportColumns)[number], string | number | boolean | null | undefined>> {
  return {
    ...Object.fromEntries(Object.entries(address ?? {}).map(([part, value]) => [`address_${part}`, value])),
    ...row,
    currency,
    tags: tags.join(', '),
    accepts_marketing_at: consent?.at,
    accepts_marketing_source: consent?.source,
    accepts_marketing_withdrawn_at: consent?.withdrawn_at,
  }
}
