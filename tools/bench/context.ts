import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createAccessTokens } from '#src/modules/identity/index.ts'
import { hashDevice } from '#src/modules/identity/sessions/tokens.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { ensureDataset, type Say, withClient } from './dataset/build.ts'
import { type DatasetName, datasets } from './dataset/specs.ts'
import type { DatabaseMeter } from './harness.ts'
import { benchPublicUrl, testSecret } from './service.ts'

/** Context of a row: server, datasets, duration and rounds. */
export interface BenchContext {
  /** Rounds of a comparison, and seconds of each load in it. */
  rounds: number
  seconds: number
  /** Rows of an import. */
  importRows: number
  dataset(name: DatasetName): Promise<Dataset>
  /** A throw-away copy of a dataset. */
  copy(name: DatasetName): Promise<Dataset & { drop(): Promise<void> }>
  say: Say
  adminUrl: string
}

export interface Dataset {
  name: DatasetName
  url: string
  meter: DatabaseMeter
  /** Headers of each signed-in shopper, for the first shop. */
  shoppers: Record<string, string>[]
  /** Headers of the first shop's owner. */
  owner: Record<string, string>
  /** Headers of the owners of the first shops, by shop. */
  owners: Map<string, Record<string, string>>
  /** The first shop. */
  merchantId: string
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

const dataDir = fileURLToPath(new URL('data/', import.meta.url))

export interface Bench extends BenchContext {
  /** Process of the database server. */
  postmaster: number
  postgresVersion: string
  close(): Promise<void>
}

export async function openBench(options: { quick: boolean; keepData: boolean; say: Say }): Promise<Bench> {
  const server = await startEmbeddedPostgres({
    dataDir,
    // Counts statements; otherwise the settings are those of the service.
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_utility': 'on',
      // More than all distinct statements: evicted ones are no longer counted.
      'pg_stat_statements.max': '50000',
    },
    log: (line) => options.say(`postgres: ${line}`),
  })
  const opened = new Map<DatasetName, Promise<Dataset & { end(): Promise<void> }>>()
  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const dataset = (name: DatasetName) => {
    const known = opened.get(name) ?? openDataset(server.adminUrl, postmaster, name, options)
    opened.set(name, known)
    return known
  }
  const { rows } = await withClient(server.adminUrl, (client) => client.query('show server_version'))
  return {
    rounds: options.quick ? 3 : 5,
    seconds: options.quick ? 3 : 6,
    importRows: options.quick ? 50_000 : 1_000_000,
    say: options.say,
    adminUrl: server.adminUrl,
    postmaster,
    postgresVersion: rows[0]?.server_version,
    dataset,
    async copy(name) {
      // A template must have no connections.
      await (await opened.get(name))?.end()
      opened.delete(name)
      const original = await ensureDataset(server.adminUrl, datasets[name], options.keepData, options.say)
      const database = `copy_${name}`
      const url = Object.assign(new URL(original), { pathname: `/${database}` }).href
      const drop = `drop database if exists ${database} with (force)`
      await withClient(server.adminUrl, async (client) => {
        await client.query(drop)
        await client.query(`create database ${database} template ${name} strategy file_copy`)
      })
      const { end, ...copied } = await connect(url, postmaster, name)
      return {
        ...copied,
        async drop() {
          await end()
          await withClient(server.adminUrl, (client) => client.query(drop))
        },
      }
    },
    async close() {
      for (const [, pending] of opened) await (await pending.catch(() => undefined))?.end()
      await server.stop()
    },
  }
}

async function openDataset(
  adminUrl: string,
  postmaster: number,
  name: DatasetName,
  { keepData, say }: { keepData: boolean; say: Say },
): Promise<Dataset & { end(): Promise<void> }> {
  return connect(await ensureDataset(adminUrl, datasets[name], keepData, say), postmaster, name)
}

async function connect(
  url: string,
  postmaster: number,
  name: DatasetName,
): Promise<Dataset & { end(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'bench' })
  // Errors of connections that the server closes as it stops.
  pool.on('error', () => {})
  const query: Dataset['query'] = async (text, values = []) => (await pool.query(text, values)).rows
  const sessions = await query<{ id: string; user_id: string; device_id: string; merchant_id: string | null }>(
    "select id, user_id, device_id, merchant_id from sessions where expires_at > now() + interval '1 year' order by id",
  )
  const merchantId = sessions.find((session) => session.merchant_id)?.merchant_id ?? ''
  const tokens = createAccessTokens([testSecret], 86_400, benchPublicUrl)
  const headersOf = ({ id, user_id, device_id, merchant_id }: (typeof sessions)[number]) => ({
    'access-token': tokens.sign({
      userId: user_id,
      sessionId: id,
      device: hashDevice(device_id),
      ...(merchant_id !== null && { merchantId: merchant_id, role: 'owner' as const }),
    }),
    'device-id': device_id,
    'merchant-id': merchant_id ?? merchantId,
    'x-forwarded-proto': 'https',
  })
  const owners = sessions.flatMap((session) =>
    session.merchant_id === null ? [] : [[session.merchant_id, headersOf(session)] as const],
  )
  return {
    name,
    url,
    merchantId,
    shoppers: sessions.filter((session) => session.merchant_id === null).map(headersOf),
    owner: owners[0]?.[1] ?? {},
    owners: new Map(owners),
    meter: openMeter(postmaster, query),
    query,
    end: () => pool.end(),
  }
}

/** Needs the extension `pg_stat_statements` in the database that `query` asks. */
export function openMeter(postmaster: number, query: Dataset['query']): DatabaseMeter {
  return {
    postmaster,
    async statements() {
      // The bench itself sends one statement per reading.
      const [row] = await query<{ calls: string }>(
        `select coalesce(sum(calls), 0) as calls from pg_stat_statements
          where dbid = (select oid from pg_database where datname = current_database())`,
      )
      return Number(row?.calls ?? 0)
    },
  }
}
