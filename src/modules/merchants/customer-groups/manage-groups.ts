import { type AuditChanges, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { nameKey, readName } from '../names.ts'
import {
  deleteGroup,
  deleteMembers,
  type GroupRow,
  insertGroup,
  insertMembers,
  lockGroup,
  lockMembers,
  selectCustomerIds,
  selectGroup,
  updateGroup,
} from './queries.ts'
import { type ChangedCustomerGroup, maxGroups, maxMembers } from './schemas.ts'

/** @throws AppError VALIDATION_ERROR, CONFLICT if the name is taken or there are too many */
export function createGroup(db: Executor, staff: Staff, given: string): Promise<GroupRow> {
  const { merchantId } = staff
  const name = readName(given)
  const group = { id: newId(), name, name_key: nameKey(name) }
  return inTransaction(db, async (transaction) => {
    if (!(await refusingDuplicateName(insertGroup(transaction, merchantId, group, maxGroups))))
      throw new AppError('CONFLICT', `a shop has at most ${maxGroups} customer groups`)
    await audit(transaction, staff, 'created', group.id, { name: [null, name] })
    return read(transaction, merchantId, group.id)
  })
}

/** @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT if the name is taken or the group too large */
export function changeGroup(
  db: Executor,
  staff: Staff,
  id: string,
  { name: given, add = [], remove = [] }: ChangedCustomerGroup,
): Promise<GroupRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const before = await lock(transaction, merchantId, id)
    const name = given === undefined ? before.name : readName(given)
    const changes: AuditChanges = name === before.name ? {} : { name: [before.name, name] }
    if (name !== before.name)
      await refusingDuplicateName(updateGroup(transaction, merchantId, { id, name, name_key: nameKey(name) }))
    const [joining, leaving] = [await idsOf(transaction, merchantId, add, 'add'), new Set(remove)]
    if (joining.some((one) => leaving.has(one)))
      throw invalid({ field: 'remove', message: 'must not name a customer who is also in add' })
    await lockJoining(transaction, merchantId, id, joining)
    const gone = (await selectCustomerIds(transaction, merchantId, remove)).filter((one) => one !== null)
    const removed = await deleteMembers(transaction, merchantId, id, { only: gone })
    const added = await insertMembers(transaction, merchantId, id, joining)
    await auditMembers(transaction, staff, id, { changes, added, removed })
    return readBounded(transaction, merchantId, id)
  })
}

/** The group has these customers then, and no others. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export function setCustomers(db: Executor, staff: Staff, id: string, ids: readonly string[]): Promise<GroupRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    await lock(transaction, merchantId, id)
    const joining = await idsOf(transaction, merchantId, ids, 'ids')
    await lockJoining(transaction, merchantId, id, joining)
    const removed = await deleteMembers(transaction, merchantId, id, { allBut: joining })
    const added = await insertMembers(transaction, merchantId, id, joining)
    await auditMembers(transaction, staff, id, { changes: {}, added, removed })
    return readBounded(transaction, merchantId, id)
  })
}

/** Its customers stay. @throws AppError NOT_FOUND */
export async function removeGroup(db: Executor, staff: Staff, id: string): Promise<void> {
  const { merchantId } = staff
  await inTransaction(db, async (transaction) => {
    const { name } = await lock(transaction, merchantId, id)
    // As for any change: a merge of its customers is waited for, and then waits.
    await lockMembers(transaction, merchantId, id, [])
    await deleteGroup(transaction, merchantId, id)
    await audit(transaction, staff, 'deleted', id, { name: [name, null] })
  })
}

async function lock(transaction: Transaction, merchantId: string, id: string): Promise<GroupRow> {
  if (!(await lockGroup(transaction, merchantId, id))) throw notFound('customer group')
  return read(transaction, merchantId, id)
}

/** The present ids of customers, each once. @throws AppError VALIDATION_ERROR naming the first that is none */
async function idsOf(
  transaction: Transaction,
  merchantId: string,
  ids: readonly string[],
  field: string,
): Promise<string[]> {
  const found = await selectCustomerIds(transaction, merchantId, ids)
  const unknown = found.indexOf(null)
  if (unknown >= 0) throw invalid({ field: `${field}[${unknown}]`, message: 'is not the id of a customer of the shop' })
  return [...new Set(found.filter((id) => id !== null))]
}

async function lockJoining(
  transaction: Transaction,
  merchantId: string,
  groupId: string,
  joining: readonly string[],
): Promise<void> {
  if ((await lockMembers(transaction, merchantId, groupId, joining)) < joining.length)
    throw new AppError('CONFLICT', 'one of these customers is being merged into another; try again')
}

async function readBounded(transaction: Transaction, merchantId: string, id: string): Promise<GroupRow> {
  const group = await read(transaction, merchantId, id)
  if (group.customer_count > maxMembers)
    throw new AppError('CONFLICT', `a customer group has at most ${maxMembers.toLocaleString('en')} customers`)
  return group
}

async function read(transaction: Transaction, merchantId: string, id: string): Promise<GroupRow> {
  const group = await selectGroup(transaction, merchantId, id)
  if (group === undefined) throw new Error('the group is locked by this transaction')
  return group
}

async function refusingDuplicateName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!violates(error, 'customer_groups_name')) throw error
    throw new AppError('CONFLICT', 'the shop has a customer group with this name', { details: { fields: ['name'] } })
  }
}

async function auditMembers(
  transaction: Transaction,
  staff: Staff,
  id: string,
  { changes, added, removed }: { changes: AuditChanges; added: number; removed: number },
): Promise<void> {
  const all: AuditChanges = {
    ...changes,
    ...(added > 0 && { customers_added: [null, added] }),
    ...(removed > 0 && { customers_removed: [null, removed] }),
  }
  if (Object.keys(all).length > 0) await audit(transaction, staff, 'updated', id, all)
}

function audit(
  transaction: Transaction,
  staff: Staff,
  what: 'created' | 'updated' | 'deleted',
  targetId: string,
  changes: AuditChanges,
): Promise<void> {
  return recordAudit(transaction, staff, [{ action: `customer_group.${what}`, targetId, changes }])
}
