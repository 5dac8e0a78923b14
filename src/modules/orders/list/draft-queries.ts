import { sql } from 'kysely'
import type { UnplacedOrder } from '#src/modules/pricing/index.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { OrderKey } from '../queries.ts'

/** What an order by staff will be. */
export interface DraftRow {
  id: string
  number: string
  token: string
  body: object
  /** Its `user_id` is that of the draft as long as the shop does not know the customer. */
  quote: UnplacedOrder & { note: string | null }
  user_id: string | null
  customer: { name: string | null; email: string | null } | null
  valid_until: Date | null
  /** Null without an end. */
  has_ended: boolean | null
  version: number
  created_at: Date
  updated_at: Date
}

const columns = sql`
  draft.id, draft.number, draft.token, draft.body, draft.quote, draft.user_id, draft.valid_until, draft.version,
  draft.created_at, draft.updated_at,
  draft.valid_until <= now() as has_ended,
  (select json_build_object('name', told.name, 'email', told.email) from customers told
    where told.merchant_id = draft.merchant_id and told.user_id = draft.user_id) as customer`

const keyOf = ({ merchantId, orderId }: OrderKey) => sql`draft.merchant_id = ${merchantId} and draft.id = ${orderId}`

export async function selectDraft(db: Executor, key: OrderKey): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`select ${columns} from order_drafts draft where ${keyOf(key)}`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockDraft(transaction: Transaction, key: OrderKey): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select ${columns} from order_drafts draft where ${keyOf(key)} for update of draft`.execute(transaction)
  return rows[0]
}

/** The draft of a quote's address. */
export async function selectQuotedDraft(
  db: Executor,
  merchantId: string,
  token: string,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select ${columns} from order_drafts draft where merchant_id = ${merchantId} and token = ${token}`.execute(db)
  return rows[0]
}

/** A page of the drafts of a shop, newest first. */
export async function selectDrafts(db: Executor, merchantId: string, page: PageRequest): Promise<DraftRow[]> {
  const behind = behindCursor(page, 'desc', ['draft.id', 'uuid'])
  const { rows } = await sql<DraftRow>`
    select ${columns} from order_drafts draft where draft.merchant_id = ${merchantId} and ${behind}
     order by draft.id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function countDrafts(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from order_drafts where merchant_id = ${merchantId}`)
}

type Written = Pick<DraftRow, 'body' | 'quote' | 'user_id' | 'valid_until'>

export async function insertDraft(
  transaction: Transaction,
  { merchantId, orderId }: OrderKey,
  { number, token, body, quote, user_id, valid_until }: Written & Pick<DraftRow, 'number' | 'token'>,
): Promise<void> {
  await sql`
    insert into order_drafts (merchant_id, id, number, token, body, quote, user_id, valid_until)
    values (${merchantId}, ${orderId}, ${number}, ${token}, ${JSON.stringify(body)}, ${JSON.stringify(quote)},
            ${user_id}, ${valid_until})`.execute(transaction)
}

export async function updateDraft(transaction: Transaction, key: OrderKey, written: Written): Promise<void> {
  const { body, quote, user_id, valid_until } = written
  await sql`
    update order_drafts draft
       set body = ${JSON.stringify(body)}, quote = ${JSON.stringify(quote)}, user_id = ${user_id},
           valid_until = ${valid_until}, version = version + 1, updated_at = now()
     where ${keyOf(key)}`.execute(transaction)
}

export async function deleteDraft(transaction: Transaction, key: OrderKey): Promise<void> {
  await sql`delete from order_drafts draft where ${keyOf(key)}`.execute(transaction)
}

/** Of a customer who is erased. */
export async function eraseDrafts(transaction: Transaction, userId: string): Promise<void> {
  await sql`delete from order_drafts where user_id = ${userId}`.execute(transaction)
}
