import { recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import { apiKeyPrefix, type Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { authorityOf } from '../roles/authority.ts'
import { readPermissions, requireAll } from '../roles/rules.ts'
import { type ApiKeyRow, deleteApiKey, insertApiKey, type NewApiKey } from './queries.ts'

interface ApiKeyInput {
  name: string
  permissions: readonly string[]
  expires_at?: string | null
}

/**
 * Makes an API key that acts for the staff member. The secret is in this answer only.
 * @throws AppError VALIDATION_ERROR (permissions, expires_at), INSUFFICIENT_PERMISSIONS, UNAUTHORIZED
 */
export async function createApiKey(
  db: Executor,
  staff: Staff,
  { name, permissions, expires_at }: ApiKeyInput,
): Promise<ApiKeyRow & { key: string }> {
  const granted = readPermissions(permissions)
  const expiry = expires_at == null ? null : (readMoment(expires_at) ?? refuseExpiry())
  const { token: key, hash } = newToken(apiKeyPrefix)
  const row = {
    id: newId(),
    merchant_id: staff.merchantId,
    user_id: staff.userId,
    made_with: staff.principal.type === 'api_key' ? staff.principal.id : null,
    name,
    permissions: granted,
    key_hash: hash,
    last_four: key.slice(-4),
    expires_at: expiry,
  }
  return inTransaction(db, async (transaction) => {
    requireAll(granted, await authorityOf(transaction, staff, 'keys.write'))
    const made = (await insertForMaker(transaction, row)) ?? refuseExpiry()
    const changes = { name: [null, name], permissions: [null, granted] } as const
    await recordAudit(transaction, staff, [{ action: 'api_key.created', targetId: row.id, changes }])
    return { ...made, key }
  })
}

/** The references hold the maker's role and key, which may end at the same time. */
async function insertForMaker(db: Transaction, key: NewApiKey): Promise<ApiKeyRow | undefined> {
  try {
    return await insertApiKey(db, key)
  } catch (error) {
    const hasEnded = violates(error, 'api_keys_maker') || violates(error, 'api_keys_made_with')
    throw hasEnded ? new AppError('UNAUTHORIZED', 'the role, or the API key, has ended') : error
  }
}

/** Revokes a key, and those made with it: at once here, within a second everywhere. @throws AppError NOT_FOUND */
export async function revokeApiKey(
  deps: Pick<Dependencies, 'db' | 'apiKeys'>,
  staff: Staff,
  id: string,
): Promise<void> {
  await inTransaction(deps.db, async (transaction) => {
    onCommit(transaction, deps.apiKeys.refresh)
    if (!(await deleteApiKey(transaction, staff.merchantId, id))) throw notFound('API key')
    await recordAudit(transaction, staff, [{ action: 'api_key.revoked', targetId: id }])
  })
}

function refuseExpiry(): never {
  throw invalid({ field: 'expires_at', message: 'must be a time in the future, before the year 3000' })
}
