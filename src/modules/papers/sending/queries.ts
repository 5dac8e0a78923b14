import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'

export const sendingStatuses = ['pending', 'sent', 'failed'] as const

/** How a paper gets to its buyer. */
export interface Sending {
  by: string
  status: (typeof sendingStatuses)[number]
  failure: string | null
  /** In ISO 8601. */
  sent_at: string | null
}

export interface Key {
  merchantId: string
  invoiceId: string
}

export const sendingColumn = sql`
  (select json_build_object('by', sender, 'status', sending.status, 'failure', failure, 'sent_at', sent_at)
     from invoice_sendings sending
    where sending.merchant_id = invoices.merchant_id and sending.invoice_id = invoices.id and sender is not null)
  as sending`

export async function insertSending(transaction: Transaction, key: Key, sender: string | null): Promise<void> {
  await sql`
    insert into invoice_sendings (merchant_id, invoice_id, sender, status, created_at)
    values (${key.merchantId}, ${key.invoiceId}, ${sender}, ${sender === null ? null : 'pending'}, now())`.execute(
    transaction,
  )
}

/** Whether receivers of events are to be told now: once for each paper. */
export async function markAnnounced(transaction: Transaction, { merchantId, invoiceId }: Key): Promise<boolean> {
  const { rows } = await sql`
    update invoice_sendings set told_at = now()
     where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and told_at is null
    returning 1`.execute(transaction)
  return rows.length > 0
}

/** Counts an attempt to send; undefined if nothing waits. */
export async function beginAttempt(
  db: Executor,
  { merchantId, invoiceId }: Key,
): Promise<{ sender: string; round: number; attempts: number } | undefined> {
  const { rows } = await sql<{ sender: string; round: number; attempts: number }>`
    update invoice_sendings set attempts = attempts + 1
     where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and status = 'pending'
    returning sender, round, attempts`.execute(db)
  return rows[0]
}

export interface Outcome {
  status: Sending['status']
  failure: string | null
  reference: string | null
}

/** Records how an attempt ended, unless staff has asked again meanwhile. */
export async function endAttempt(
  db: Executor,
  { merchantId, invoiceId }: Key,
  round: number,
  { status, failure, reference }: Outcome,
): Promise<void> {
  await sql`
    update invoice_sendings
       set status = ${status}, failure = ${failure}, reference = ${reference},
           sent_at = case when ${status} = 'sent' then now() end
     where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and round = ${round}
       and status = 'pending'`.execute(db)
}

/** Asks for a paper to be sent, once more if it was. */
export async function resend(transaction: Transaction, { merchantId, invoiceId }: Key, sender: string): Promise<void> {
  await sql`
    insert into invoice_sendings as known (merchant_id, invoice_id, sender, status, told_at, created_at)
    values (${merchantId}, ${invoiceId}, ${sender}, 'pending', now(), now())
    on conflict (merchant_id, invoice_id) do update set
      sender = excluded.sender, status = 'pending', round = known.round + 1, attempts = 0, failure = null,
      reference = null, sent_at = null`.execute(transaction)
}
