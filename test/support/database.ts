import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'

export interface TestServer {
  /** Address of the maintenance database; test files find it in TEST_SERVER_URL. */
  adminUrl: string
  /** The migrated template database of which each test file gets a copy; test files find it in TEST_TEMPLATE. */
  template: string
  stop(): Promise<void>
}

/** A real PostgreSQL with the template: the server at TEST_SERVER_URL, else a new one in a new folder. */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env['TEST_SERVER_URL']
  const { adminUrl, stop } = given === undefined ? await startOwnServer() : { adminUrl: given, stop: async () => {} }
  const template = `template_${randomBytes(6).toString('hex')}`
  await runOn(adminUrl, `create database ${template}`)
  await migrate(databaseUrl(adminUrl, template))
  return {
    adminUrl,
    template,
    async stop() {
      await runOn(adminUrl, `drop database ${template} with (force)`)
      await stop()
    },
  }
}

async function startOwnServer(): Promise<Pick<TestServer, 'adminUrl' | 'stop'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-test-'))
  const server = await startEmbeddedPostgres({ dataDir, durable: false })
  return {
    adminUrl: server.adminUrl,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A copy of the template, made in milliseconds. `settings` are those of PostgreSQL for each connection to it. */
export async function createTestDatabase(
  settings: Record<string, string> = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const { TEST_SERVER_URL: adminUrl, TEST_TEMPLATE: template } = process.env
  if (adminUrl === undefined || template === undefined)
    throw new Error('run tests with npm test; it starts the database they need')
  const name = `test_${randomBytes(8).toString('hex')}`
  // One copy at a time: of two concurrent ones each would find the template in use by the other.
  await runOn(
    adminUrl,
    'select pg_advisory_lock(1)',
    `create database ${name} template ${template} strategy file_copy`,
    ...Object.entries(settings).map(([setting, value]) => `alter database ${name} set ${setting} = '${value}'`),
  )
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => runOn(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Such a database with a client, for one test. */
export async function connectTestDatabase(t: Pick<TestContext, 'after'>): Promise<{ url: string; client: pg.Client }> {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  return { url, client }
}

/** Runs `work` on a freshly migrated database, on a server started for it. */
export async function withMigratedDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = await startTestServer()
  try {
    await work(databaseUrl(server.adminUrl, server.template))
  } finally {
    await server.stop()
  }
}

function databaseUrl(adminUrl: string, name: string): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}

async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
