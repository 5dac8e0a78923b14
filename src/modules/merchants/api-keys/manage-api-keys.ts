import { type AuditChanges, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, onCommit, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import type { KeyKind } from '#src/platform/http/auth/authentication-services.ts'
import { keyPrefixes } from '#src/platform/http/auth/storefront-keys.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import type { Permission } from '#src/platform/lib/permissions.ts'
import { newToken } from '#src/platform/lib/tokens.ts'
import type { Dependencies } from '../dependencies.ts'
import { authorityOf } from '../roles/authority.ts'
import { readPermissions, requireAll } from '../roles/rules.ts'
import { type ApiKeyRow, deleteApiKey, insertApiKey, type NewApiKey } from './queries.ts'

interface ApiKeyInput {
  kind?: KeyKind
  name: string
  permissions?: readonly string[]
  rate_limit_per_minute?: number
  expires_at?: string | null
}

/** Requests a minute of a storefront's server that do not say for whom they are. */
export const defaultKeyLimit = 6_000

/**
 * Makes an API key: one that acts for the staff member, or one of the shop's storefronts, which outlives them. The
 * secret is in this answer only.
 * @throws AppError VALIDATION_ERROR, INSUFFICIENT_PERMISSIONS, UNAUTHORIZED
 */
export async function createApiKey(
  db: Executor,
  staff: Staff,
  input: ApiKeyInput,
): Promise<ApiKeyRow & { key: string }> {
  const { kind = 'admin', name, expires_at } = input
  const granted = permissionsOf(input)
  const expiry = expires_at == null ? null : (readMoment(expires_at) ?? refuseExpiry())
  const { token: key, hash } = newToken(keyPrefixes[kind])
  const limit = kind === 'storefront' ? (input.rate_limit_per_minute ?? defaultKeyLimit) : null
  const row = {
    id: newId(),
    merchant_id: staff.merchantId,
    kind,
    user_id: kind === 'admin' ? staff.userId : null,
    made_with: kind === 'admin' && staff.principal.type === 'api_key' ? staff.principal.id : null,
    name,
    permissions: granted,
    key_hash: hash,
    last_four: key.slice(-4),
    public_key: kind === 'publishable' ? key : null,
    rate_limit_per_minute: limit,
    expires_at: expiry,
  }
  return inTransaction(db, async (transaction) => {
    requireAll(granted, await authorityOf(transaction, staff, 'keys.write'))
    const made = (await insertForMaker(transaction, row)) ?? refuseExpiry()
    const changes: AuditChanges = {
      name: [null, name],
      ...(kind === 'admin' ? { permissions: [null, granted] } : { kind: [null, kind] }),
      ...(limit !== null && { rate_limit_per_minute: [null, limit] }),
    }
    await recordAudit(transaction, staff, [{ action: 'api_key.created', targetId: row.id, changes }])
    return { ...made, key }
  })
}

/** What a key may do by itself: those of a storefront have no permissions. @throws AppError VALIDATION_ERROR */
function permissionsOf({ kind = 'admin', permissions, rate_limit_per_minute }: ApiKeyInput): readonly Permission[] {
  const faults: FieldFault[] = []
  if (kind === 'admin' && permissions === undefined) {
    faults.push({ field: 'permissions', message: 'is required' })
  }
  if (kind !== 'admin' && permissions !== undefined) {
    faults.push({ field: 'permissions', message: `must be left out: a ${kind} key has no permissions` })
  }
  if (kind !== 'storefront' && rate_limit_per_minute !== undefined) {
    faults.push({ field: 'rate_limit_per_minute', message: 'may be set only for storefront keys' })
  }
  if (faults.length > 0) throw invalid(...faults)
  return permissions === undefined ? [] : readPermissions(permissions)
}

/** The references hold the maker's role and key, which may end at the same time. */
async function insertForMaker(db: Transaction, key: NewApiKey): Promise<ApiKeyRow | undefined> {
  try {
    return await insertApiKey(db, key)
  } catch (error) {
    const hasEnded = violates(error, 'api_keys_maker') || violates(error, 'api_keys_made_with')
    throw hasEnded ? new AppError('UNAUTHORIZED', 'the role or the API key is no longer valid') : error
  }
}

/**
 * Revokes a key and the keys made with it: at once in this process, within a second in all. @throws AppError NOT_FOUND
 */
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
