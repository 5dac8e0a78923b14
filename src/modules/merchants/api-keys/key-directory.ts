import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { ApiKey, ApiKeys } from '#src/platform/http/auth/authentication-services.ts'
import { hashToken } from '#src/platform/lib/tokens.ts'
import { useApiKey } from './queries.ts'

/** Finds API keys for authentication. */
export interface KeyDirectory extends ApiKeys {
  /** Call after a commit that may have ended keys: this process then asks the database again. */
  refresh(): void
}

/** Lifetime of cached keys: a key revoked by another process works for less than a second. */
const freshMs = 800
const keyForm = /^ck_[\w-]{43}$/
/** Size of the cache, about 500 bytes per key. */
const maxKeys = 10_000

interface Entry {
  /** Time of the read, by the monotonic clock of the process. */
  askedAt: number
  found: Promise<ApiKey | undefined>
  familiar: boolean
}

/** Each key in use is read once per 800 ms, for any number of requests; unknown ones likewise. */
export function createKeyDirectory(db: Database, now: () => number = () => performance.now()): KeyDirectory {
  const entries = new LRUCache<string, Entry>({ max: maxKeys })

  function ask(name: string, hash: Buffer, familiar: boolean): Promise<ApiKey | undefined> {
    const found = useApiKey(db, hash).then((row) => {
      entry.familiar = row !== undefined
      return row && toApiKey(row)
    })
    const entry: Entry = { askedAt: now(), found, familiar }
    entries.set(name, entry)
    found.catch(() => {
      // The next request reads again. The error goes to the requests that wait for this read.
      entry.askedAt = Number.NEGATIVE_INFINITY
    })
    return found
  }

  return {
    async find(key) {
      if (!keyForm.test(key)) return undefined
      const hash = hashToken(key)
      const name = hash.toString('base64')
      const entry = entries.get(name)
      if (entry !== undefined && now() - entry.askedAt < freshMs) return entry.found
      return ask(name, hash, entry?.familiar ?? false)
    },
    isFamiliar: (key) => entries.get(hashToken(key).toString('base64'))?.familiar ?? false,
    refresh() {
      for (const entry of entries.values()) entry.askedAt = Number.NEGATIVE_INFINITY
    },
  }
}

function toApiKey(row: NonNullable<Awaited<ReturnType<typeof useApiKey>>>): ApiKey {
  const { id, name, merchant_id: merchantId, user_id: userId, role, permissions } = row
  return { id, name, merchantId, userId, role, permissions }
}
