import { setImmediate as nextTurn } from 'node:timers/promises'
import { currencyOf, selectSettings } from '#src/modules/merchants/index.ts'
import { type OrderToPay, selectOrdersToPay } from '#src/modules/orders/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type BankCredit, fingerprints, nothingSkipped, type ReadStatement, refuseTooMany } from './bank-credit.ts'
import type { Columns } from './csv-columns.ts'
import type { Dependencies } from './dependencies.ts'
import { type Match, matcher, numbersIn } from './match.ts'
import { orderNumbers } from './order-numbers.ts'
import {
  insertCredits,
  insertStatement,
  keepColumns,
  type NewCredit,
  type StatementKey,
  selectColumns,
} from './queries.ts'
import { type FileKind, readFile } from './read-file.ts'
import { isHopeless, recordCredit } from './record-credit.ts'

export interface SentFile {
  kind: FileKind
  bytes: Buffer
  columns: Columns | undefined
}

/**
 * Reads a statement, keeps the credits that the shop does not have yet, and records those that are sure, each in a
 * transaction of its own. After a crash the rest are proposals.
 * @throws AppError VALIDATION_ERROR
 */
export async function storeStatement(deps: Dependencies, staff: Staff, file: SentFile): Promise<StatementKey> {
  const { merchantId } = staff
  const db = deps.shop(merchantId)
  const { kind, bytes, columns: named } = file
  const lastColumns = kind === 'csv' && named === undefined ? await selectColumns(db, merchantId) : []
  const currency = await currencyOf(deps.merchants, merchantId)
  const { statements, columns } = await readFile({ kind, bytes, named, lastColumns, currency })
  const credits = statements.flatMap((statement) => statement.credits)
  refuseTooMany(credits.length)
  const marks = statements.flatMap((statement) => fingerprints(statement.credits))
  const numbers = await numbersOf(credits)
  const matchOf = matcher(await ordersFor(db, merchantId, numbers))
  const found = credits.map((credit, index) => {
    const match = matchOf(credit, numbers[index] ?? [])
    return { match, row: newCredit(credit, marks[index] as Buffer, match) }
  })
  const key = { merchantId, id: newId() }
  const fresh = await inTransaction(db, async (transaction) => {
    await insertStatement(transaction, key, {
      skipped: sumOf(statements),
      actorId: staff.cause.actor.id ?? staff.userId,
    })
    const inserted = await insertCredits(
      transaction,
      key,
      found.map(({ row }) => row),
    )
    if (columns !== undefined) await keepColumns(transaction, merchantId, columns)
    await recordAudit(transaction, staff, [{ action: 'bank_statement.imported', targetId: key.id }])
    return inserted
  })
  for (const { row, match } of found) {
    if (!fresh.has(row.id) || !match.isSure || match.order === undefined) continue
    const { id, bookedOn: booked_on, amountMinor: amount_minor } = row
    const credit = { id, booked_on, amount_minor, currency: row.currency }
    await recordCredit(deps, staff, { credit, orderId: match.order.id, whole: true })
  }
  return key
}

/** Credits of which the words are taken apart before other requests have their turn. */
const atOnce = 100

async function numbersOf(credits: readonly BankCredit[]): Promise<ReadonlySet<string>[]> {
  const found: ReadonlySet<string>[] = []
  for (let at = 0; at < credits.length; at += atOnce) {
    found.push(...credits.slice(at, at + atOnce).map(numbersIn))
    await nextTurn()
  }
  return found
}

async function ordersFor(
  db: Executor,
  merchantId: string,
  found: readonly ReadonlySet<string>[],
): Promise<OrderToPay[]> {
  if (found.length === 0) return []
  const { order_number: form } = await selectSettings(db, merchantId)
  const numbers = new Set(found.flatMap((ofCredit) => orderNumbers(ofCredit, form)))
  return selectOrdersToPay(db, merchantId, [...numbers])
}

/** Until it is recorded, a sure credit is a proposal. */
function newCredit(credit: BankCredit, fingerprint: Buffer, { order, reason }: Match): NewCredit {
  const { bookedOn, amountMinor, currency, name, text } = credit
  const state = order === undefined || isHopeless(reason) ? 'unmatched' : 'proposed'
  const said = { bookedOn, amountMinor, currency, name, text }
  return { id: newId(), fingerprint, ...said, state, reason, orderId: order?.id ?? null }
}

function sumOf(statements: readonly ReadStatement[]) {
  const sum = nothingSkipped()
  for (const { skipped } of statements)
    for (const kind of ['debits', 'pending', 'returned'] as const) sum[kind] += skipped[kind]
  return sum
}
