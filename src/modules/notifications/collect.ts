import { mailUser } from '#src/modules/identity/index.ts'
import { selectSettings } from '#src/modules/merchants/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { publicUrl } from '#src/platform/mail/index.ts'
import { price } from '#src/platform/mail/templates/values.ts'
import {
  insertNewCursors,
  lockTurn,
  markLow,
  type ReadEvent,
  selectNewEvents,
  selectNow,
  selectOthers,
  selectRequestedReturns,
  selectStirred,
  type Turn,
  updateCursor,
} from './collect-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { insertDigested } from './digest-queries.ts'
import { notified } from './letters.ts'
import { selectPeople } from './queries.ts'
import {
  choicesOf,
  isAgreed,
  isByHand,
  kindsBesideLog,
  lowAvailable,
  type Notice,
  type NoticeKind,
  noticeKinds,
  type Placed,
  permissionOfKind,
  rolePermissions,
} from './rules.ts'

const batchSize = 500
/** By then a transaction that has written a row with its time has committed. */
const settledAfterSeconds = 30

/** Something that happened; `total` of an order, in major units. */
interface Happened extends Notice {
  total?: number
}

/** What events say, as far as it is read here. */
interface EventData {
  change?: string
  order?: Placed & { id: string; order_number: string; total: number; currency: string }
  return?: { id: string }
  product?: { id: string; sku: string; name: string }
  inventory?: { available: number }
}

/** When a process last began to look, by the database's clock; the first time it looks at all shops. */
const looked = new WeakMap<Database, Date>()

/**
 * Reads what is new of the shops whose log has moved, and tells the people who want to know: each thing once. Shops in
 * which nothing happens are not looked at.
 */
export async function collectNotices(deps: Dependencies, delaySeconds = settledAfterSeconds): Promise<void> {
  const since = looked.get(deps.db)
  const now = await selectNow(deps.db)
  await insertNewCursors(deps.db, since)
  for (const id of await selectStirred(deps.db, since))
    while (await inTransaction(deps.db, (transaction) => takeTurn(transaction, deps, id, delaySeconds)));
  looked.set(deps.db, now)
}

async function takeTurn(
  transaction: Transaction,
  deps: Dependencies,
  merchantId: string,
  delaySeconds: number,
): Promise<boolean> {
  const turn = await lockTurn(transaction, merchantId, delaySeconds)
  if (turn === undefined) return false
  const people = (await selectPeople(transaction, turn.merchant_id)).map((person) => ({
    ...person,
    choices: choicesOf(person.kinds, person.is_new_owner),
    allowed: rolePermissions(person.role, person.permissions),
  }))
  const locale = writtenLocale((await selectSettings(transaction, turn.merchant_id)).locale)
  const isWanted = (kinds: readonly NoticeKind[]) =>
    people.some(({ choices }) => kinds.some((kind) => choices[kind] !== 'none'))
  const events = isWanted(noticeKinds) ? await selectNewEvents(transaction, turn, batchSize) : []
  const happened = [
    ...(await readEvents(transaction, turn, events, locale)),
    ...(isWanted(kindsBesideLog) ? await readOthers(transaction, turn) : []),
  ]
  const page = `${publicUrl(deps.config)}/console/`
  for (const { total, ...notice } of happened)
    for (const { user_id, choices, allowed, large_order_over } of people) {
      const way = choices[notice.kind]
      if (way === 'none' || !allowed.has(permissionOfKind[notice.kind])) continue
      if (notice.kind === 'large_order' && (large_order_over === null || (total ?? 0) <= large_order_over)) continue
      if (way === 'digest')
        await insertDigested(transaction, { merchant_id: turn.merchant_id, user_id }, newId(), notice)
      else {
        const about = { notice, url: `${page}${notice.path}`, settings: `${page}settings/notifications` }
        await mailUser(transaction, user_id, notified, { merchant: turn.merchant, ...about }, { locale })
      }
    }
  const isAll = events.length < batchSize
  await updateCursor(transaction, turn, isAll ? turn.head : (events.at(-1)?.position ?? turn.head))
  return true
}

async function readEvents(
  transaction: Transaction,
  turn: Turn,
  events: readonly ReadEvent[],
  locale: string,
): Promise<Happened[]> {
  const read = events.map(({ name, body, created_at }) => ({
    name,
    created_at,
    data: (JSON.parse(body.toString('utf8')) as { data: EventData }).data,
  }))
  const returned = read.flatMap(({ data }) => (data.return === undefined ? [] : [data.return.id]))
  const requests = await selectRequestedReturns(transaction, turn.merchant_id, returned)
  const happened: Happened[] = []
  for (const { name, data, created_at } of read) {
    const { order, product, inventory } = data
    if (order !== undefined) {
      const about = { name: order.order_number, path: `orders/${order.id}` }
      const priced = { ...about, amount: price(order.total, order.currency, locale), total: order.total }
      if (name === (isAgreed(order) ? 'order.created' : 'order.payment_succeeded'))
        happened.push({ kind: 'order_placed', ...priced }, { kind: 'large_order', ...priced })
      if (name === 'order.created' && isByHand(order.payment_terms) && order.payment_terms?.state === 'awaiting')
        happened.push({ kind: 'payment_by_hand', ...priced })
      if (name === 'order.payment_failed') happened.push({ kind: 'payment_failed', amount: null, ...about })
      const back = data.return && requests.get(data.return.id)
      if (back !== undefined && isAskedFor(back, data.change, created_at))
        happened.push({ kind: 'return_requested', amount: null, name: order.order_number, path: 'returns' })
    }
    if (product === undefined || inventory === undefined) continue
    const isLow = inventory.available <= lowAvailable
    if ((await markLow(transaction, turn.merchant_id, product.id, isLow)) && isLow)
      happened.push({ kind: 'low_stock', amount: null, name: product.name, path: `products/${product.id}` })
  }
  return happened
}

/** A withdrawal is declared in the transaction of its first event, whatever becomes of it there. */
function isAskedFor(
  { kind, created_at }: { kind: string; created_at: Date },
  change: string | undefined,
  at: Date,
): boolean {
  return kind === 'withdrawal' ? Math.abs(at.getTime() - created_at.getTime()) < 1_000 : change === 'return_requested'
}

async function readOthers(transaction: Transaction, turn: Turn): Promise<Happened[]> {
  return (await selectOthers(transaction, turn)).map((row) => ({ ...row, amount: null }))
}
