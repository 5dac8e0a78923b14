import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { isOwnReturn, type ReturnRow, returnColumns, withOrder } from './queries.ts'
import type { ReturnStatus } from './rules.ts'

/** Returns of a merchant that match every given filter. */
export interface ReturnList {
  merchantId: string
  userId?: string
  orderId?: string
  status?: ReturnStatus
  /** Withdrawals that are not refunded yet. */
  isDue?: boolean
}

/** A page, newest first. */
export async function selectReturns(db: Executor, list: ReturnList, page: PageRange): Promise<ReturnRow[]> {
  const behind = behindCursor(page, 'desc', ['returns.created_at', 'timestamptz'], ['returns.id', 'uuid'])
  const { rows } = await sql<ReturnRow>`
    select ${returnColumns}
      from (select * from returns where ${matches(list)} and ${behind}
             order by returns.created_at desc, returns.id desc ${pageWindow(page)}) returns ${withOrder}
     order by returns.created_at desc, returns.id desc`.execute(db)
  return rows
}

export function countReturns(db: Executor, list: ReturnList): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from returns where ${matches(list)}`)
}

function matches({ merchantId, userId, orderId, status, isDue }: ReturnList) {
  return sql.join(
    [
      sql`returns.merchant_id = ${merchantId}`,
      ...(userId === undefined ? [] : [isOwnReturn(merchantId, userId)]),
      ...(orderId === undefined ? [] : [sql`returns.order_id = ${orderId}`]),
      ...(status === undefined ? [] : [sql`returns.status = ${status}`]),
      ...(isDue ? [sql`returns.status in ('approved', 'received') and returns.refund_due_at is not null`] : []),
    ],
    sql` and `,
  )
}

/** Returns of a user at a merchant after `after`, oldest first. */
export async function selectReturnsOfUser(
  db: Executor,
  { merchantId, userId }: { merchantId: string; userId: string },
  after: Pick<ReturnRow, 'id' | 'created_at'> | undefined,
  limit: number,
): Promise<ReturnRow[]> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(returns.created_at, returns.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<ReturnRow>`
    select ${returnColumns}
      from (select * from returns
             where returns.merchant_id = ${merchantId}
               and ${isOwnReturn(merchantId, userId)} and ${behind}
             order by returns.created_at, returns.id limit ${limit}) returns ${withOrder}
     order by returns.created_at, returns.id`.execute(db)
  return rows
}
