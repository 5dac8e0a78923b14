import { type Check, checksOf } from '#src/platform/db/checks.ts'

/** What a restored database must fulfil. */
export const paperChecks: Check[] = checksOf('invoices', {
  'the numbers of a series have no gap but those that staff made': [
    'invoices',
    `select merchant_id, kind, number, follows, before
       from (select merchant_id, kind, number, follows, raised,
                    lag(number) over (partition by merchant_id, kind order by number) as before from invoices) one
      where follows is distinct from before or not raised and before is not null and number <> before + 1`,
  ],
  'a series goes on after its last number': [
    'invoice_series',
    `select series.merchant_id, series.kind, last_number, given
       from invoice_series series
       left join (select merchant_id, kind, max(number) as given from invoices group by 1, 2) last
            using (merchant_id, kind)
      where last_number <> coalesce(given, 0)`,
  ],
  'an invoice says the number and the sums that it is kept under': [
    'invoices',
    `select merchant_id, id as invoice_id, full_number, total_minor, tax_minor from invoices
      where full_number <> data ->> 'number' or total_minor <> (data #>> '{totals,gross}')::bigint
         or tax_minor <> (data #>> '{totals,tax}')::bigint
         or (data #>> '{totals,net}')::bigint + tax_minor <> total_minor`,
  ],
  'the lines and the charges of an invoice sum to its net amount': [
    'invoices',
    `select merchant_id, id as invoice_id, full_number, data #>> '{totals,net}' as net, lines, charges
       from invoices
      cross join lateral (
        select coalesce(sum((line ->> 'net')::bigint), 0) as lines from jsonb_array_elements(data -> 'lines') line) one
      cross join lateral (
        select coalesce(sum((charge ->> 'net')::bigint), 0) as charges
          from jsonb_array_elements(data -> 'charges') charge) other
      where lines + charges <> (data #>> '{totals,net}')::bigint`,
  ],
  'the bytes of an invoice are those that were made': [
    'invoice_files',
    'select merchant_id, invoice_id from invoice_files where sha256(pdf) <> pdf_hash',
  ],
  'a refund of an invoiced order has one credit note that no invoice takes back': [
    'refunds',
    `select refund.merchant_id, refund.id as refund_id, refund.status, balance
       from refunds refund
      cross join lateral (
        select count(*) filter (where kind = 'credit_note') - count(*) filter (where kind = 'invoice') as balance
          from invoices where invoices.merchant_id = refund.merchant_id and refund_id = refund.id) papers
      where balance <> 0 and (balance <> 1 or refund.status <> 'succeeded')
        and not exists (select from invoice_requests waiting
                         where waiting.merchant_id = refund.merchant_id and waiting.order_id = refund.order_id)`,
  ],
})
