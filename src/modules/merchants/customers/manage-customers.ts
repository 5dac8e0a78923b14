import { isDeepStrictEqual } from 'node:util'
import { enterGuest, presentUser } from '#src/modules/identity/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { selectNow } from '#src/platform/db/statements/select-now.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { type CustomerDetailsRow, selectCustomer } from './queries.ts'
import { keyOfEmail, noFields, type RecordFields, readFields, recordFields } from './read-fields.ts'
import { insertRecord, lockAddress, lockCustomer, selectShopCustomerByEmail } from './record-queries.ts'
import type { ChangedCustomer, NewCustomer } from './schemas.ts'
import { updateRecord } from './write-queries.ts'

/**
 * Makes a customer of what staff was told. Whether the address has an account elsewhere is not looked at.
 * @throws AppError VALIDATION_ERROR, EMAIL_TAKEN with the id of the customer who has the address
 */
export function createCustomer(db: Executor, staff: Staff, input: NewCustomer): Promise<CustomerDetailsRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const fields = readFields(noFields, input, await selectNow(transaction))
    const key = keyOfEmail(fields.email)
    if (key !== '') {
      await lockAddress(transaction, merchantId, key)
      const found = await selectShopCustomerByEmail(transaction, merchantId, key, { lock: false })
      if (found !== undefined) throw emailTaken(found.userId)
    }
    const contact = { email: fields.email, emailKey: key, name: fields.name }
    const id = await insertRecord(transaction, merchantId, contact)
    if (id === undefined) throw emailTaken()
    await enterGuest(transaction, id)
    await updateRecord(transaction, merchantId, id, fields, { emailKey: key, keepsAddresses: true, isNew: true })
    await recordAudit(transaction, staff, [{ action: 'customer.created', targetId: id, changes: {} }])
    return readCustomer(transaction, merchantId, id)
  })
}

/**
 * Changes what the shop knows. The account has its own name, phone and address; nothing of it changes.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT (another version, the address of an account), EMAIL_TAKEN
 */
export function changeCustomer(
  db: Executor,
  staff: Staff,
  id: string,
  { expected_version: expected, ...input }: ChangedCustomer,
): Promise<CustomerDetailsRow> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const before = (await lockCustomer(transaction, merchantId, id))
      ? await selectCustomer(transaction, merchantId, id)
      : undefined
    if (before === undefined || before.is_erased) throw customerNotFound()
    const fields = readFields(before, input, await selectNow(transaction))
    const changed = recordFields.filter((field) => !isDeepStrictEqual(fields[field], before[field]))
    // Before the version check: a change repeated after a lost answer gets the same answer.
    if (changed.length === 0) return before
    if (expected !== undefined && expected !== before.version)
      throw new AppError('CONFLICT', 'the customer has changed since; read it again', {
        details: { version: before.version },
      })
    if (changed.includes('email') && before.account)
      throw new AppError('CONFLICT', 'this customer has an account: only they can change their e-mail address', {
        details: { fields: ['email'] },
      })
    const emailKey = changed.includes('email') ? keyOfEmail(fields.email) : undefined
    const how = { emailKey, keepsAddresses: changed.includes('addresses'), isNew: false }
    await updateRecord(transaction, merchantId, before.user_id, fields, how).catch((error) => {
      throw violates(error, 'customers_by_staff') ? emailTaken() : error
    })
    const after = await readCustomer(transaction, merchantId, before.user_id)
    await tell(transaction, staff, after, changed)
    return after
  })
}

/** The audit log has the fields without their values: entries cannot be changed when somebody is erased. */
async function tell(
  transaction: Transaction,
  staff: Staff,
  after: CustomerDetailsRow,
  changed: readonly (keyof RecordFields)[],
): Promise<void> {
  const names = [...new Set(changed.map((field) => (field.startsWith('consent_') ? 'accepts_marketing' : field)))]
  const entry = {
    action: 'customer.updated',
    targetId: after.user_id,
    changes: { fields: [null, names.join(', ')] },
  } as const
  await recordAudit(transaction, staff, [entry])
  if (!(['email', 'name', 'phone'] as const).some((field) => changed.includes(field))) return
  await tellUserUpdated(transaction, staff.merchantId, after)
}

/** Sends `user.updated` with what the shop knows. */
export async function tellUserUpdated(
  transaction: Transaction,
  merchantId: string,
  after: CustomerDetailsRow,
): Promise<void> {
  const { user_id: id, account, customer_since: created_at } = after
  const user = { ...presentUser({ ...after, id, is_guest: !account, created_at }), email: after.email }
  await emit(transaction, [{ merchantId, userId: id, name: 'user.updated', data: { user } }])
}

export function customerNotFound(field?: string): AppError {
  if (field === undefined) return notFound('customer')
  return new AppError('NOT_FOUND', 'customer not found', { details: { fields: [field] } })
}

/** A customer who is written in this transaction. */
export async function readCustomer(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<CustomerDetailsRow> {
  const row = await selectCustomer(transaction, merchantId, id)
  if (row === undefined) throw new Error('the customer was written in this transaction')
  return row
}

function emailTaken(id?: string): AppError {
  return new AppError('EMAIL_TAKEN', 'another customer of the shop has this e-mail address', {
    details: { fields: ['email'], ...(id !== undefined && { customer_id: id }) },
  })
}
