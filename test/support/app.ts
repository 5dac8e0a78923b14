import { randomBytes, randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '#src/app/build-app.ts'
import { createDependencies } from '#src/app/create-dependencies.ts'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { type Config, readConfig } from '#src/config/config.ts'
import type { App } from '#src/platform/http/app.ts'
import { contractOf } from '#src/platform/http/openapi/openapi.ts'
import type { ConnectionLimits } from '#src/platform/http/overload/connections.ts'
import { type ContractChecker, createContractChecker, endlessPaths } from './contract.ts'
import { createTestDatabase } from './database.ts'
import { maxWaitMs } from './until.ts'

/** Keys of tests; another process of the same service needs them, too. */
export const testSecrets = [{ kid: 'test', secret: 'a secret of more than thirty-two characters' }]
const secretList = testSecrets.map(({ kid, secret }) => `${kid}:${secret}`).join(',')
export const testSecretVariables = { JWT_SECRETS: secretList, SEAL_KEYS: secretList }

/** Settings that production requires, besides a database. */
export const productionVariables = {
  NODE_ENV: 'production',
  JWT_SECRETS: `one:${randomBytes(32).toString('base64url')}`,
  SEAL_KEYS: `two:${randomBytes(32).toString('base64url')}`,
  PUBLIC_URL: 'https://shop.example',
  MAIL: 'off',
}

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // Answers are checked against the contract; a test reads what it needs without casting.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

export interface TestApp {
  app: App
  deps: RunningDependencies
  databaseUrl: string
  /** Sends a request once, from the address `from`, and checks the answer against the contract. */
  request: Send
}

type Send = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  options?: { headers?: Record<string, string>; body?: unknown; payload?: string | Buffer; from?: string },
) => Promise<TestAnswer>

/**
 * A service on a database of its own. Share one within a file: `before(async () => { service = await startTestApp()
 * })`.
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  /** The database of another test service, for two processes of one service. */
  sharedDatabaseUrl?: string,
  options: {
    /** PostgreSQL's settings for each connection to a database of its own. */
    databaseSettings?: Record<string, string>
    limits?: ConnectionLimits
    tls?: { cert: Buffer; key: Buffer }
  } = {},
): Promise<TestApp & { close(): Promise<void> }> {
  const database =
    sharedDatabaseUrl === undefined
      ? await createTestDatabase(options.databaseSettings)
      : { url: sharedDatabaseUrl, drop: async () => {} }
  const config: Config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: '6',
    // Test files share the cores with other programs: long turns and waits mean nothing here.
    MAX_LOOP_DELAY_MS: '60000',
    MAX_QUEUE_WAIT_MS: '60000',
    ...settings,
  })
  // `TEST_POOLER=127.0.0.1:6432 TEST_SERVER_URL=…` runs the tests through a real pooler in transaction mode.
  const { TEST_POOLER: pooler } = process.env
  const pooledUrl = pooler === undefined ? undefined : throughPooler(database.url, pooler)
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const secrets = { jwt: testSecrets, seal: testSecrets }
  const deps = await createDependencies(config, pooledUrl ?? database.url, secrets, logger, {
    directUrl: database.url,
    pooling: pooledUrl === undefined ? 'none' : 'transaction',
  })
  // Likewise a request for a connection waits without limit.
  deps.pool.options.connectionTimeoutMillis = maxWaitMs
  const app = await buildApp(deps, options.tls, options.limits)
  await app.ready()
  return {
    app,
    deps,
    databaseUrl: database.url,
    request: requester(app, checksOf(app, config)),
    async close() {
      await app.close()
      await deps.close()
      await database.drop()
    },
  }
}

function throughPooler(databaseUrl: string, pooler: string): string {
  const url = Object.assign(new URL(databaseUrl), { host: pooler })
  url.searchParams.delete('host')
  return url.href
}

/** The same for a single test, which closes it by itself. */
export async function buildTestApp(t: TestContext, settings: Record<string, string> = {}): Promise<TestApp> {
  const service = await startTestApp(settings)
  t.after(() => service.close())
  return service
}

interface Checks {
  check: ContractChecker
  endless: ReadonlySet<string>
}

const checks = new Map<string, Checks>()

/** One for all services of a process whose contracts are equal: production omits operations, extensions add some. */
function checksOf(app: App, { production, EXTENSIONS }: Config): Checks {
  const kind = [production, ...EXTENSIONS].join()
  const made = checks.get(kind) ?? makeChecks(contractOf(app))
  checks.set(kind, made)
  return made
}

function makeChecks(contract: Record<string, unknown>): Checks {
  return { check: createContractChecker(contract), endless: new Set(endlessPaths(contract)) }
}

function requester(app: App, { check, endless }: Checks): Send {
  return async (method, url, options = {}) => {
    const path = url.split('?')[0] ?? ''
    const inject: InjectOptions = { method, url, headers: { ...options.headers } }
    if (options.from !== undefined) inject.remoteAddress = options.from
    if (options.payload !== undefined) inject.payload = options.payload
    else if (options.body !== undefined) {
      inject.payload = JSON.stringify(options.body)
      inject.headers = { 'content-type': 'application/json', ...options.headers }
    }
    const answer = await (method === 'GET' && endless.has(path) ? beginningOf(app, inject) : app.inject(inject))
    const contentType = answer.headers['content-type'] as string | undefined
    check({ method, path, status: answer.statusCode, contentType, body: answer.payload })
    const isJson = contentType?.includes('application/json')
    const body = isJson ? JSON.parse(answer.payload) : answer.payload
    return { status: answer.statusCode, headers: answer.headers, body }
  }
}

/** An endless answer up to the end of what it begins with; then the client leaves. */
async function beginningOf(app: App, inject: InjectOptions) {
  const answer = await app.inject({ ...inject, payloadAsStream: true })
  const { statusCode, headers } = answer
  const isEndless = String(headers['content-type']).startsWith('text/event-stream')
  const parts: Buffer[] = []
  for await (const part of answer.stream()) {
    parts.push(part)
    if (isEndless) break
  }
  if (isEndless) (answer.raw.res as unknown as { destroy(): void }).destroy()
  return { statusCode, headers, payload: Buffer.concat(parts).toString() }
}

/** A name that is unique in the run. */
export function unique(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 13)}`
}
