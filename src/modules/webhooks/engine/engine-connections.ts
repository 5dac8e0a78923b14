import { createDatabase, createPool, type Database } from '#src/platform/db/pool/pool.ts'
import type { Dependencies } from '../dependencies.ts'

export interface EngineConnections {
  leasing: Database
  contents: Database
  outcomes: Database
  leases: Database
}

/**
 * A connection for each kind of statement, so that each plans only its own. They are not of the pool, so that
 * deliveries do not wait behind requests. A connection is dropped after `answerTimeoutMs` without an answer, for
 * example when a firewall has forgotten it.
 */
export function openConnections(
  { databaseUrl: url, pooling }: Pick<Dependencies, 'databaseUrl' | 'pooling'>,
  answerTimeoutMs: number,
): EngineConnections {
  const open = () =>
    createDatabase(createPool({ url, pooling, size: 1, answerTimeoutMs, applicationName: 'commerce-deliveries' }))
  return { leasing: open(), contents: open(), outcomes: open(), leases: open() }
}
