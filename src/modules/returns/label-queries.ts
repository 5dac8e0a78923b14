import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { LabelFile } from './label-file.ts'
import type { ReturnKey } from './queries.ts'

export async function updateLabelFile(
  transaction: Transaction,
  { merchantId, returnId }: ReturnKey,
  label: LabelFile | null,
): Promise<void> {
  await sql`
    update returns set label_file = ${label?.content ?? null}, label_type = ${label?.type ?? null}, updated_at = now()
     where merchant_id = ${merchantId} and id = ${returnId}`.execute(transaction)
}

export async function selectLabelFile(
  db: Executor,
  { merchantId, returnId }: ReturnKey,
): Promise<(LabelFile & { order_number: string }) | undefined> {
  const { rows } = await sql<LabelFile & { order_number: string }>`
    select returns.label_type as type, returns.label_file as content, orders.order_number
      from returns join orders on orders.merchant_id = returns.merchant_id and orders.id = returns.order_id
     where returns.merchant_id = ${merchantId} and returns.id = ${returnId}
       and returns.label_file is not null`.execute(db)
  return rows[0]
}
