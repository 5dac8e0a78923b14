import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { makeEnvironment, readCompose } from '#test/support/deployment.ts'
import { until } from '#test/support/until.ts'
import { type Container, type Engine, image } from './engine.ts'
import { hardening } from './inspect-image.ts'

export type Timed = <T>(what: string, work: () => T | Promise<T>) => Promise<T>

type Settings = Record<string, string>

/** What differs from a shop: no mails, payments that move no money, addresses of this machine alone. */
const forTrial = {
  MAIL: 'off',
  SMTP_URL: '',
  MAIL_FROM: '',
  HOST: '127.0.0.1',
  TEST_PAYMENTS: 'true',
  ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'yes',
}

/** Runs migrations, two web processes and two workers as compose.yaml does, on a PostgreSQL outside of the image. */
export async function runService(
  engine: Engine,
  timed: Timed,
  use: (web: Container[], owner: { email: string; password: string }) => Promise<void>,
) {
  const secrets = makeEnvironment()
  const database = await startDatabase(engine.folder, secrets)
  const own = (name: string): Settings => {
    const { environment = {} } = readCompose(secrets).services[name] ?? {}
    const local = Object.entries(environment).map(([key, value]) => [key, value.replace('@postgres/', '@localhost/')])
    return { ...Object.fromEntries(local), ...(name === 'migrate' ? {} : forTrial) }
  }
  const start = (name: string, settings: Settings, command: readonly string[], ...flags: string[]) =>
    engine.podman(
      'run',
      `--name=${name}`,
      ...hardening,
      `--volume=${database.socket}:/socket`,
      '--volume=data:/data',
      ...flags,
      ...Object.entries(settings).map(([key, value]) => `--env=${key}=${past(value)}`),
      image,
      ...command,
    )
  try {
    await timed('migrations of an empty database', async () => void (await start('migrate', own('migrate'), migrate)))
    await timed('migrations once more', async () => void (await start('again', own('migrate'), migrate)))
    const containers: Container[] = []
    await timed('two web processes and two workers, until their health checks pass', async () => {
      for (const kind of ['web', 'web', 'worker', 'worker']) {
        const [port, metrics] = [await freePort(), await freePort()]
        const name = `${kind}${containers.length + 1}`
        const settings = { ...own(kind), PORT: `${port}`, METRICS_PORT: `${metrics}` }
        await start(name, settings, readCompose(secrets).services[kind]?.command ?? [], '--detach')
        containers.push({ name, port })
      }
      for (const { name } of containers)
        await until(() => engine.podmanStatus('healthcheck', 'run', name).code === 0, name, 60_000)
    })
    const owner = { email: secrets['ADMIN_EMAIL'] ?? '', password: secrets['ADMIN_PASSWORD'] ?? '' }
    await use(
      containers.filter(({ name }) => name.startsWith('web')),
      owner,
    )
    const refused = engine.podmanStatus(
      'exec',
      '--user=0',
      containers[0]?.name ?? '',
      'touch',
      '/app/src/entries/server.ts',
    )
    if (!refused.output.includes('Read-only file system')) throw new Error(`not read-only: ${refused.output}`)
    for (const { name } of containers)
      await timed(`SIGTERM to ${name}`, async () => {
        await engine.podman('stop', '--time=40', name)
        const code = await engine.podman('inspect', '--format={{.State.ExitCode}}', name)
        if (code !== '0') throw new Error(`${name} exited with ${code}:\n${await engine.podman('logs', name)}`)
        return `exit code ${code}`
      })
  } catch (error) {
    const names = (await engine.podman('ps', '--all', '--format={{.Names}}')).split('\n').filter(Boolean)
    for (const name of names)
      process.stdout.write(`${name}\n${engine.podmanStatus('logs', '--tail=30', name).output}\n`)
    throw error
  } finally {
    await database.stop()
  }
}

const migrate = ['commerce-admin', 'migrate']

/** The address of the server's socket, which the containers see at /socket. */
function past(value: string): string {
  return value.startsWith('postgres://') ? `${value}?host=/socket` : value
}

async function startDatabase(folder: string, secrets: Settings): Promise<{ socket: string; stop(): Promise<void> }> {
  const socket = join(folder, 'socket')
  mkdirSync(socket)
  chmodSync(socket, 0o777)
  chmodSync(folder, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    settings: { unix_socket_directories: `.,${socket}`, unix_socket_permissions: '0777' },
  })
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  // The embedded server made a database of this name.
  await client.query('drop database if exists commerce')
  await client.query('drop role if exists commerce')
  for (const statement of rolesStatements(secrets)) await client.query(statement)
  await client.end()
  return { socket, stop: server.stop }
}

/** deploy/compose/roles.sql with its variables filled in, as psql does. */
function rolesStatements(secrets: Settings): string[] {
  const text = readFileSync(new URL('../../deploy/compose/roles.sql', import.meta.url), 'utf8')
  const variables = new Map([...text.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name, from = '']) => [name, from]))
  return text
    .replace(/^(--|\\).*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name) => `'${secrets[variables.get(name) ?? '']}'`)
    .split(';')
    .filter((statement) => statement.trim() !== '')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
