import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type StatementKey, selectStatement } from './queries.ts'

/** @throws AppError NOT_FOUND */
export async function findStatement(db: Executor, key: StatementKey) {
  const statement = await selectStatement(db, key)
  if (statement === undefined) throw notFound('statement')
  return statement
}
