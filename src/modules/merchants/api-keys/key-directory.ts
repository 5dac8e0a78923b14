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

/** What was read is used for this long: a key that was revoked elsewhere works no longer than a second. */
const freshMs = 800
const keyForm = /^ck_[\w-]{43}$/
/** About 500 bytes each. */
const maxKeys = 10_000

interface Entry {
  /** When the database was asked, in the process's monotonic time. */
  askedAt: number
  found: Promise<ApiKey | undefined>
  familiar: boolean
}

/** Each key in use is read once in 800 ms, whatever the number of requests; unknown ones likewise. */
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
      // The next request asks again. The error is for the requests that wait for this answer.
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
