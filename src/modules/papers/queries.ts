import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { drawable } from '#src/platform/lib/texts/own-texts.ts'
import type { OwnTexts } from '#src/platform/lib/texts/spoken.ts'
import type { FrozenInvoice } from './invoice.ts'
import { type Sending, sendingColumn } from './sending/queries.ts'

export const kinds = ['invoice', 'credit_note'] as const
export type Kind = (typeof kinds)[number]

/** Why a paper is issued. */
type InvoiceCause =
  | 'paid'
  | 'fulfilled'
  | 'requested'
  | 'refunded'
  | 'refund_failed'
  | 'cancelled'
  | 'corrected'
  | 'edited'

/** A paper that waits for its number. */
export interface InvoiceRequest {
  merchant_id: string
  id: string
  cause: InvoiceCause
  order_id: string
  refund_id: string | null
  fulfillment_id: string | null
  caused_at: Date
}

export interface InvoiceRow {
  merchant_id: string
  id: string
  kind: Kind
  full_number: string
  order_id: string
  cause: InvoiceCause
  refund_id: string | null
  fulfillment_id: string | null
  corrects: string | null
  currency: string
  total_minor: number
  tax_minor: number
  issued_at: Date
  data: FrozenInvoice
  /** Null: it is not sent by itself, and was not by staff. */
  sending: Sending | null
}

export interface NewInvoice extends Omit<InvoiceRow, 'issued_at' | 'sending'> {
  user_id: string
  number: number
  follows: number | null
  caused_at: Date
}

const columns = sql`
  merchant_id, id, kind, full_number, order_id, cause, refund_id, fulfillment_id, corrects, currency, total_minor,
  tax_minor, issued_at, data, ${sendingColumn}`

/**
 * Locks a shop's series until the transaction ends. All numbers of a shop are given by one transaction at a time.
 * Returns the last numbers, null before the first.
 */
export async function lockSeries(
  transaction: Transaction,
  merchantId: string,
): Promise<{ last: Record<Kind, number | null>; texts: OwnTexts | undefined; currency: string }> {
  await sql`
    insert into invoice_series (merchant_id, kind, last_number)
    values (${merchantId}, 'credit_note', 0), (${merchantId}, 'invoice', 0)
    on conflict do nothing`.execute(transaction)
  const { rows } = await sql<{ kind: Kind; last_number: number; texts: OwnTexts | null; currency: string }>`
    select kind, last_number, texts_of_shop(merchant_id) as texts, currency_of_shop(merchant_id) as currency
      from invoice_series where merchant_id = ${merchantId} order by kind for update`.execute(transaction)
  const texts = rows[0]?.texts
  const last = (kind: Kind) => rows.find((row) => row.kind === kind)?.last_number || null
  return {
    last: { invoice: last('invoice'), credit_note: last('credit_note') },
    texts: texts ? drawable(texts) : undefined,
    currency: rows[0]?.currency ?? '',
  }
}

export async function updateSeries(
  transaction: Transaction,
  merchantId: string,
  kind: Kind,
  lastNumber: number,
): Promise<void> {
  await sql`
    update invoice_series set last_number = ${lastNumber}
     where merchant_id = ${merchantId} and kind = ${kind}`.execute(transaction)
}

/**
 * Shops with papers that are due: those caused some seconds ago. A transaction that began earlier may still commit an
 * earlier payment, so papers also wait for transactions under way, for a minute at most.
 */
const ripe = (waitSeconds: number) => sql`
  caused_at < least(now() - make_interval(secs => ${waitSeconds}), greatest(
    now() - interval '1 minute',
    coalesce((select min(xact_start) from pg_stat_activity
               where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()),
             now())))`

export async function selectDueShops(db: Executor, waitSeconds: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct merchant_id from invoice_requests where ${ripe(waitSeconds)} limit ${limit}`.execute(db)
  return rows.map((row) => row.merchant_id)
}

/** The oldest due requests of a shop whose series are locked. */
export async function selectDue(
  transaction: Transaction,
  merchantId: string,
  waitSeconds: number,
  limit: number,
): Promise<InvoiceRequest[]> {
  const { rows } = await sql<InvoiceRequest>`
    select merchant_id, id, cause, order_id, refund_id, fulfillment_id, caused_at
      from invoice_requests where merchant_id = ${merchantId} and ${ripe(waitSeconds)}
     order by caused_at, id limit ${limit}`.execute(transaction)
  return rows
}

export async function deleteRequests(transaction: Transaction, merchantId: string, ids: string[]): Promise<void> {
  await sql`
    delete from invoice_requests where merchant_id = ${merchantId} and id = any (${ids}::uuid[])`.execute(transaction)
}

/** Deletes what waits of an order, which is invoiced at once. */
export async function deleteRequestsOfOrder(
  transaction: Transaction,
  merchantId: string,
  orderId: string,
): Promise<void> {
  await sql`
    delete from invoice_requests where merchant_id = ${merchantId} and order_id = ${orderId}`.execute(transaction)
}

export async function insertInvoice(transaction: Transaction, invoice: NewInvoice): Promise<void> {
  const { follows, number } = invoice
  await sql`
    insert into invoices (merchant_id, id, kind, number, follows, raised, full_number, order_id, user_id, cause,
                          refund_id, fulfillment_id, corrects, currency, total_minor, tax_minor, caused_at, issued_at,
                          data)
    values (${invoice.merchant_id}, ${invoice.id}, ${invoice.kind}, ${number}, ${follows},
            ${follows !== null && number > follows + 1}, ${invoice.full_number}, ${invoice.order_id},
            ${invoice.user_id}, ${invoice.cause}, ${invoice.refund_id}, ${invoice.fulfillment_id}, ${invoice.corrects},
            ${invoice.currency}, ${invoice.total_minor}, ${invoice.tax_minor}, ${invoice.caused_at}, now(),
            ${JSON.stringify(invoice.data)}::jsonb)`.execute(transaction)
}

/** Whose order it is, as the account says it; null once it was erased. */
export interface Account {
  name: string | null
  email: string | null
}

/** The papers of an order, oldest first; with `userId` of that user's order only. */
export async function selectInvoices(
  db: Executor,
  { merchantId, orderId, userId }: { merchantId: string; orderId: string; userId?: string | undefined },
): Promise<InvoiceRow[]> {
  const whose = userId === undefined ? sql`true` : sql`user_id = any (own_customers(${merchantId}, ${userId}))`
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from invoices where merchant_id = ${merchantId} and order_id = ${orderId} and ${whose}
     order by issued_at, caused_at, kind, number`.execute(db)
  return rows
}

export async function selectInvoice(db: Executor, merchantId: string, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select ${columns} from invoices where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

export interface InvoiceFiles {
  /** Null: no font has the characters in `missing`. */
  pdf: Buffer | null
  ubl: string | null
  missing: string | null
}

export async function selectFiles(db: Executor, merchantId: string, id: string): Promise<InvoiceFiles | undefined> {
  const { rows } = await sql<InvoiceFiles>`
    select pdf, ubl, missing from invoice_files where merchant_id = ${merchantId} and invoice_id = ${id}`.execute(db)
  return rows[0]
}

/** Keeps the files of an invoice, unless it has some. */
export async function insertFiles(db: Executor, merchantId: string, id: string, files: InvoiceFiles): Promise<void> {
  await sql`
    insert into invoice_files (merchant_id, invoice_id, pdf, pdf_hash, ubl, missing, created_at)
    values (${merchantId}, ${id}, ${files.pdf}, sha256(${files.pdf}), ${files.ubl}, ${files.missing}, now())
    on conflict do nothing`.execute(db)
}

/** The papers of a user at a shop after `after`, oldest first. */
export async function selectInvoicesOfUser(
  db: Executor,
  { merchantId, userId }: { merchantId: string; userId: string },
  after: Pick<InvoiceRow, 'id'> | undefined,
  limit: number,
): Promise<InvoiceRow[]> {
  const behind = after === undefined ? sql`true` : sql`id > ${after.id}::uuid`
  const { rows } = await sql<InvoiceRow>`
    select ${columns}
      from unnest(own_customers(${merchantId}, ${userId})) owner (owner_id)
     cross join lateral (
       select * from invoices where merchant_id = ${merchantId} and user_id = owner_id and ${behind}
        order by id limit ${limit}) invoices
     order by id limit ${limit}`.execute(db)
  return rows
}
