import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import type { AtEnd } from '#test/upgrade/release.ts'

/** A cluster of its own that can publish to another. Its transaction counter begins low. */
export async function startLogicalServer(atEnd: AtEnd): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-logical-'))
  // Another server connects to its socket, below this folder.
  await chmod(dataDir, 0o711)
  const settings = { wal_level: 'logical', max_wal_senders: '10' }
  const server = await startEmbeddedPostgres({ dataDir, durable: false, settings })
  atEnd(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return server
}

/** How another server connects, for `create subscription`. */
export function connectionTo(url: string): string {
  const address = new URL(url)
  const quoted = (value: string | null) => `'${decodeURIComponent(value ?? '').replaceAll("'", "\\'")}'`
  const parts = [`host=${quoted(address.searchParams.get('host'))}`, `dbname=${quoted(address.pathname.slice(1))}`]
  return [...parts, `user=${quoted(address.username)}`, `password=${quoted(address.password)}`].join(' ')
}
