import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Bench, openMeter } from '../context.ts'
import { withClient } from '../dataset/build.ts'
import type { DatabaseMeter } from '../harness.ts'

export interface PeerDatabase {
  url: string
  meter: DatabaseMeter
  query(text: string): Promise<pg.QueryResult['rows']>
  end(): Promise<void>
}

/**
 * A peer's database beside ours on the same server, filled by `fill` unless it is kept from a run with the same stamp:
 * the versions, our files and the catalog.
 */
export async function ensurePeerDatabase(
  bench: Bench,
  name: string,
  stampOf: unknown,
  fill: (url: string) => Promise<void>,
): Promise<PeerDatabase> {
  const url = Object.assign(new URL(bench.adminUrl), { pathname: `/${name}` }).href
  const stamp = createHash('sha256').update(JSON.stringify(stampOf)).digest('base64url').slice(0, 22)
  const found = await withClient(bench.adminUrl, async (client) => {
    const { rows } = await client.query<{ stamp: string | null }>(
      `select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = $1`,
      [name],
    )
    return rows[0]?.stamp
  })
  if (found !== stamp) {
    bench.say(`building ${name}`)
    const startedAt = performance.now()
    await withClient(bench.adminUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name}`)
    })
    await fill(url)
    await withClient(url, async (client) => {
      await client.query('create extension if not exists pg_stat_statements')
      await client.query('vacuum (analyze)')
      await client.query(`comment on database ${name} is '${stamp}'`)
    })
    bench.say(`  built in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'bench' })
  // Errors of connections that the server closes as it stops.
  pool.on('error', () => {})
  return {
    url,
    meter: openMeter(bench.postmaster, async (text, values = []) => (await pool.query(text, values)).rows),
    query: async (text) => (await pool.query(text)).rows,
    end: () => pool.end(),
  }
}
