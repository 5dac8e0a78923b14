import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Skipped } from './bank-credit.ts'
import type { Columns } from './csv-columns.ts'
import type { Reason } from './match.ts'

export type CreditState = 'recorded' | 'proposed' | 'unmatched'

export interface CreditRow {
  id: string
  booked_on: string | null
  amount_minor: number
  currency: string
  name: string | null
  text: string | null
  state: CreditState
  /** Another statement had it before. */
  known: boolean
  reason: Reason | null
  order_id: string | null
  order_number: string | null
  recorded_at: Date | null
}

export interface NewCredit {
  id: string
  fingerprint: Buffer
  bookedOn: string | null
  amountMinor: number
  currency: string
  name: string
  text: string
  state: CreditState
  reason: Reason | null
  orderId: string | null
}

export interface StatementKey {
  merchantId: string
  id: string
}

export async function insertStatement(
  transaction: Transaction,
  { merchantId, id }: StatementKey,
  { skipped, actorId }: { skipped: Skipped; actorId: string },
): Promise<void> {
  await sql`
    insert into bank_statements (merchant_id, id, skipped, actor_id, created_at)
    values (${merchantId}, ${id}, ${JSON.stringify(skipped)}, ${actorId}, now())`.execute(transaction)
}

/**
 * Inserts the credits that the shop does not have yet, and the places of all of them in the statement. Of two requests
 * with one credit, the second waits here for the first. Returns the ids that are new.
 */
export async function insertCredits(
  transaction: Transaction,
  { merchantId, id }: StatementKey,
  credits: readonly NewCredit[],
): Promise<Set<string>> {
  const marked = credits.map(({ fingerprint, ...credit }) => ({ ...credit, mark: fingerprint.toString('hex') }))
  const first = new Map(marked.toReversed().map((credit) => [credit.mark, credit]))
  // In one order, so that two requests with the same credits do not wait for each other.
  const { rows } = await sql<{ id: string }>`
    insert into bank_credits (merchant_id, id, fingerprint, booked_on, amount_minor, currency, name, text, state,
                              reason, order_id, created_at)
    select ${merchantId}, id, decode(mark, 'hex'), "bookedOn", "amountMinor", currency, name, text, state, reason,
           "orderId", now()
      from jsonb_to_recordset(${JSON.stringify([...first.values()])})
           credit (id uuid, mark text, "bookedOn" date, "amountMinor" bigint, currency text, name text, text text,
                   state text, reason text, "orderId" uuid)
     order by mark
        on conflict (merchant_id, fingerprint) do nothing
    returning id`.execute(transaction)
  await sql`
    insert into bank_statement_credits (merchant_id, statement_id, position, credit_id, known)
    select ${merchantId}, ${id}, placed.position, credit.id, credit.id <> placed.id
      from unnest(${credits.map((credit) => credit.id)}::uuid[], ${marked.map(({ mark }) => mark)}::text[])
           with ordinality placed (id, mark, position)
      join bank_credits credit on credit.merchant_id = ${merchantId} and credit.fingerprint = decode(placed.mark, 'hex')
    `.execute(transaction)
  return new Set(rows.map((row) => row.id))
}

export async function selectStatement(
  db: Executor,
  { merchantId, id }: StatementKey,
): Promise<{ skipped: Skipped; created_at: Date } | undefined> {
  const { rows } = await sql<{ skipped: Skipped; created_at: Date }>`
    select skipped, created_at from bank_statements where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** In the order of the statement. */
export async function selectCredits(db: Executor, { merchantId, id }: StatementKey): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    select credit.id, to_char(booked_on, 'YYYY-MM-DD') as booked_on, amount_minor, credit.currency, name, text,
           credit.state, reason, order_id, orders.order_number, recorded_at, placed.known
      from bank_statement_credits placed
      join bank_credits credit on credit.merchant_id = placed.merchant_id and credit.id = placed.credit_id
      left join orders on orders.merchant_id = credit.merchant_id and orders.id = credit.order_id
     where placed.merchant_id = ${merchantId} and placed.statement_id = ${id}
     order by placed.position`.execute(db)
  return rows
}

export interface RecordedCredit {
  merchantId: string
  creditId: string
  orderId: string
  paymentId: string
}

/** Marks a credit as recorded, once; false if it was before. It stays locked until the transaction ends. */
export async function markCreditRecorded(transaction: Transaction, credit: RecordedCredit): Promise<boolean> {
  const { rows } = await sql`
    update bank_credits
       set state = 'recorded', reason = null, order_id = ${credit.orderId}, payment_id = ${credit.paymentId},
           recorded_at = now()
     where merchant_id = ${credit.merchantId} and id = ${credit.creditId} and state <> 'recorded'
    returning id`.execute(transaction)
  return rows.length > 0
}

/** Notes why a credit was not recorded. */
export async function updateReason(
  db: Executor,
  { merchantId, creditId, orderId }: Omit<RecordedCredit, 'paymentId'>,
  { state, reason }: { state: CreditState; reason: Reason },
): Promise<void> {
  await sql`
    update bank_credits set state = ${state}, reason = ${reason}, order_id = ${orderId}
     where merchant_id = ${merchantId} and id = ${creditId} and state <> 'recorded'`.execute(db)
}

/** Most files of different banks of which the columns are kept. */
const maxColumns = 20

/** Columns of the shop's files, the last used first. */
export async function selectColumns(db: Executor, merchantId: string): Promise<Columns[]> {
  const { rows } = await sql<{ columns: Columns }>`
    select columns from bank_statement_columns where merchant_id = ${merchantId}
     order by used_at desc limit ${maxColumns}`.execute(db)
  return rows.map(({ columns }) => columns)
}

export async function keepColumns(transaction: Transaction, merchantId: string, columns: Columns): Promise<void> {
  await sql`
    insert into bank_statement_columns (merchant_id, columns, used_at)
    values (${merchantId}, ${JSON.stringify(columns)}, now())
    on conflict (merchant_id, columns) do update set used_at = now()`.execute(transaction)
}

/** The orders stay paid; nobody knows any more who paid them. */
export async function erasePayers(transaction: Transaction, userId: string): Promise<void> {
  await sql`
    update bank_credits credit set name = null, text = null from orders
     where orders.merchant_id = credit.merchant_id and orders.id = credit.order_id and orders.user_id = ${userId}
       and orders.merchant_id in (select merchant_id from customers where user_id = ${userId})`.execute(transaction)
}

export async function deleteOldCredits(db: Executor, days: number): Promise<void> {
  await sql`delete from bank_credits where created_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`delete from bank_statements where created_at < now() - make_interval(days => ${days})`.execute(db)
}
