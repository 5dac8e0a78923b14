import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** What registers the end of something: a test (`t.after`) or a hook of a file. */
export type AtEnd = (work: () => unknown) => void

const repository = fileURLToPath(new URL('../../', import.meta.url))
const patientConnections = new URL('patient-connections.ts', import.meta.url).href

/** One secret for all processes of a service, whatever their release: a token of one is good at the other. */
const secret = `upgrade:${'a secret of more than thirty-two characters'}`

/** A service of some release as a process of its own. */
export interface ReleaseProcess {
  url: string
  output(): string
  stop(): Promise<void>
}

/** Release 0.1.0, in a folder of its own. */
export function unpackRelease010(atEnd: AtEnd): string {
  const folder = releaseFolder(atEnd)
  execFileSync('tar', ['-xzf', join(repository, 'test/upgrade/releases/93fbfa2.tar.gz'), '-C', folder])
  return folder
}

/** This release with other files in the place of its own: a later one. */
export function makeLaterRelease(files: Record<string, string>, atEnd: AtEnd): string {
  const folder = releaseFolder(atEnd)
  const ofClient = ['contrast.ts', 'shop-paths.ts'].map((name) => `packages/client/${name}`)
  for (const part of ['src', 'migrations', 'package.json', ...ofClient])
    cpSync(join(repository, part), join(folder, part), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** An empty folder beside this repository's node_modules. */
function releaseFolder(atEnd: AtEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-release-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

interface ReleaseSettings {
  folder?: string
  [setting: string]: string
}

/** An entry of a release; those before 0.2.0 have them in `src`. */
export function entryIn(folder: string, name: string): string {
  const file = join(folder, 'src/entries', name)
  return existsSync(file) ? file : join(folder, 'src', name)
}

/** Starts the service of a folder (this repository's, unless given) on a database, and waits for its address. */
export async function startRelease(
  databaseUrl: string,
  atEnd: AtEnd,
  { folder = repository, ...settings }: ReleaseSettings = {},
): Promise<ReleaseProcess> {
  const { PATH, HOME } = process.env
  const dataDir = mkdtempSync(join(tmpdir(), 'commerce-release-data-'))
  const child = spawn(process.execPath, [`--import=${patientConnections}`, entryIn(folder, 'server.ts')], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      JWT_SECRETS: secret,
      SEAL_KEYS: secret,
      // As `npm start` does: most of a start is compiling what is in node_modules.
      NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/compiled'),
      DEMO_DATA: 'false',
      LOG_LEVEL: 'info',
      WEBHOOK_RETRY_DELAYS: '300,300,300',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listening = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      // Release 93fbfa2 says it in a table, also where no terminal reads it.
      const [, address, earlier] = /"address":"([^"]+)"[^\n]*"serving"|Commerce Platform API\s+(\S+)/.exec(text) ?? []
      if (address ?? earlier) listening.resolve(address ?? earlier ?? '')
    })
  child.once('exit', (code) => listening.reject(new Error(`the service ended with ${code}:\n${text}`)))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
  atEnd(async () => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { url: await listening.promise, output: () => text, stop }
}

/** A database with nothing in it, on the server that the tests run on. */
export async function createEmptyDatabase(atEnd: AtEnd): Promise<string> {
  const { TEST_SERVER_URL: adminUrl } = process.env
  if (adminUrl === undefined) throw new Error('run tests with npm test; it starts the database they need')
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  await runOn(adminUrl, `create database ${name} template template0`)
  atEnd(() => runOn(adminUrl, `drop database if exists ${name} with (force)`))
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}

/** Runs one statement, or several without values, and answers the rows of a single one. */
export async function runOn<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
