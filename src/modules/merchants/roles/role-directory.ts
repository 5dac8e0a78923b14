import { LRUCache } from 'lru-cache'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Roles } from '#src/platform/http/auth/authentication-services.ts'
import {
  isBuiltIn,
  noPermissions,
  type Permissions,
  permissionSet,
  permissionsOf,
} from '#src/platform/lib/permissions.ts'
import { selectOwnRole } from './queries.ts'

/** Finds what roles allow, for authentication. */
export interface RoleDirectory extends Roles {
  /** Call after a commit that changed a role: this process then asks the database again. */
  refresh(): void
}

/** What was read is used for this long, so that a change made elsewhere works within a second. */
const freshMs = 800
const maxRoles = 10_000

interface Entry {
  /** When the database was asked, in the process's monotonic time. */
  askedAt: number
  found: Promise<Permissions>
}

/** Built-in roles cost no statement; each own role in use is read once in 800 ms, whatever the number of requests. */
export function createRoleDirectory(db: Database, now: () => number = () => performance.now()): RoleDirectory {
  const entries = new LRUCache<string, Entry>({ max: maxRoles })

  function ask(merchantId: string, role: string): Promise<Permissions> {
    const found = selectOwnRole(db, merchantId, role).then((row) =>
      row ? permissionSet(row.permissions) : noPermissions,
    )
    const entry: Entry = { askedAt: now(), found }
    entries.set(role, entry)
    found.catch(() => {
      // The next request asks again. The error is for the requests that wait for this answer.
      entry.askedAt = Number.NEGATIVE_INFINITY
    })
    return found
  }

  return {
    permissionsOf(merchantId, role) {
      if (isBuiltIn(role)) return permissionsOf(role)
      // The id of a role names its shop as well: a session and a key come by it at that shop alone.
      const entry = entries.get(role)
      return entry !== undefined && now() - entry.askedAt < freshMs ? entry.found : ask(merchantId, role)
    },
    refresh: () => entries.clear(),
  }
}
