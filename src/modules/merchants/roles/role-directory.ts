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

/** Finds the permissions of roles, for authentication. */
export interface RoleDirectory extends Roles {
  /** Call after a commit that changed a role: this process then asks the database again. */
  refresh(): void
}

/** Lifetime of cached roles, so that a change by another process works within a second. */
const freshMs = 800
const maxRoles = 10_000

interface Entry {
  /** Time of the read, by the monotonic clock of the process. */
  readAt: number
  found: Promise<Permissions>
}

/** Built-in roles cost no statement; each own role in use is read once per 800 ms, for any number of requests. */
export function createRoleDirectory(db: Database, now: () => number = () => performance.now()): RoleDirectory {
  const entries = new LRUCache<string, Entry>({ max: maxRoles })

  function ask(merchantId: string, role: string): Promise<Permissions> {
    const found = selectOwnRole(db, merchantId, role).then((row) =>
      row ? permissionSet(row.permissions) : noPermissions,
    )
    const entry: Entry = { readAt: now(), found }
    entries.set(role, entry)
    found.catch(() => {
      // The next request reads again. The error goes to the requests that wait for this read.
      entry.readAt = Number.NEGATIVE_INFINITY
    })
    return found
  }

  return {
    permissionsOf(merchantId, role) {
      if (isBuiltIn(role)) return permissionsOf(role)
      // The id of a role implies its shop: sessions and keys get it only at that shop.
      const entry = entries.get(role)
      return entry !== undefined && now() - entry.readAt < freshMs ? entry.found : ask(merchantId, role)
    },
    refresh: () => entries.clear(),
  }
}
