import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Reads, readsAtPrimary } from '#src/platform/db/replicas/replica.ts'
import type { ApiKey, ApiKeys, StorefrontKey } from '#src/platform/http/auth/authentication-services.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { findApiKey, type LiveApiKeyRow, useApiKey } from './queries.ts'

/** Finds API keys for authentication. */
export interface KeyDirectory extends ApiKeys {
  /** Call after a commit that may have ended keys: this process then asks the database again. */
  refresh(): void
}

/** Lifetime of cached keys: a key revoked by another process works for less than a second. */
const freshMs = 800
const keyForm = /^(?:ck|pk|sk)_[\w-]{43}$/
/** About 500 bytes each. */
const maxKeys = 10_000

interface Entry {
  /** Time of the read, by the monotonic clock of the process. */
  readAt: number
  found: Promise<ApiKey | StorefrontKey | undefined>
  familiar: boolean
}

/**
 * Each key in use is read once in 800 ms, whatever the number of requests; unknown ones likewise. While the primary is
 * away they are read at the standby, if `reads` has one: storefronts stay open.
 */
export function createKeyDirectory(
  db: Database,
  now: () => number = () => performance.now(),
  reads: Pick<Reads, 'runAnywhere'> = readsAtPrimary,
): KeyDirectory {
  const entries = new LRUCache<string, Entry>({ max: maxKeys })

  function ask(name: string, hash: Buffer, familiar: boolean): Entry['found'] {
    const look = (at: Database) => (at === db ? useApiKey(at, hash) : findApiKey(at, hash))
    const found = reads.runAnywhere(db, look).then((row) => {
      entry.familiar = row !== undefined
      return row && toKey(row)
    })
    const entry: Entry = { readAt: now(), found, familiar }
    entries.set(name, entry)
    found.catch(() => {
      // The next request reads again. The error goes to the requests that wait for this read.
      entry.readAt = Number.NEGATIVE_INFINITY
    })
    return found
  }

  return {
    async find(key) {
      if (!keyForm.test(key)) return undefined
      const hash = hashToken(key)
      const name = hash.toString('base64')
      const entry = entries.get(name)
      if (entry !== undefined && now() - entry.readAt < freshMs) return entry.found
      return ask(name, hash, entry?.familiar ?? false)
    },
    isFamiliar: (key) => entries.get(hashToken(key).toString('base64'))?.familiar ?? false,
    refresh() {
      for (const entry of entries.values()) entry.readAt = Number.NEGATIVE_INFINITY
    },
  }
}

function toKey(row: LiveApiKeyRow): ApiKey | StorefrontKey {
  const { id, name, merchant_id: merchantId } = row
  if (row.kind === 'publishable') return { kind: row.kind, id, merchantId }
  if (row.kind === 'storefront') {
    return { kind: row.kind, id, merchantId, requestsPerMinute: row.rate_limit_per_minute }
  }
  const { kind, user_id: userId, role, permissions } = row
  return { kind, id, name, merchantId, userId, role, permissions }
}
