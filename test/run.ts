/**
 * Starts one PostgreSQL, runs node's test runner over all test files (or those given as arguments, each in a process of
 * its own) against it, stops it. A run of everything fails if a documented status was seen by no test, and names it.
 * With `--long` it runs the long forms of test/faults, one after the other.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackBrowser } from '#test/support/browser.ts'
import { buildConsole } from '#test/support/console-build.ts'
import { startTestServer } from '#test/support/database.ts'
import { planProcesses } from '#test/support/processes.ts'
import { statementsAcross } from '#test/support/statement-owners.ts'
import { unseenStatuses } from '#test/support/status-coverage.ts'

const given = process.argv.slice(2)
const long = given.includes('--long')
const options = given.filter((argument) => argument.startsWith('--') && argument !== '--long')
const paths = given.filter((argument) => !argument.startsWith('--'))
const complete = paths.length === 0 && !long
const everything = ['src/**/*.test.ts', 'test/**/*.test.ts', 'packages/**/*.test.ts', 'tools/**/*.test.ts']
const found =
  paths.length > 0 ? paths : globSync(long ? 'test/faults/*.test.ts' : everything, { exclude: ['**/node_modules'] })
const folder = mkdtempSync(join(quickestFolder(), 'commerce-tests-'))
// Root's PostgreSQL runs as another user.
chmodSync(folder, 0o711)
// Of this process, and so of every other that the tests start.
process.env['TMPDIR'] = folder
const files = complete ? planProcesses(found, folder) : found
// More files at once than cores: many wait for a time to pass, or for another process.
const atOnce = long ? 1 : availableParallelism() + 3
/** Ends what hangs. On a fast machine the longest test takes a tenth of it. */
const timeoutMs = 900_000
const defaults = [`--test-timeout=${timeoutMs}`, `--test-concurrency=${atOnce}`]

/** Files of compiled modules, of 5 KB: those of some ten runs. */
const mostCompiled = 20_000
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  // Some 150 processes load the same modules. Compiled, they cost half; a tenth is asking of each whether it is a link.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --preserve-symlinks`,
}
if (complete) emptyLargeCache()
const compiled = complete ? compileModules() : undefined
// Once, before several test files start it.
await unpackBrowser()
await buildConsole()
// The mutation run gives both, so that not each of its runs makes a template.
const { TEST_SERVER_URL: adminUrl, TEST_TEMPLATE: template } = process.env
const server = adminUrl && template ? { adminUrl, template, stop: async () => {} } : await startTestServer()
await compiled
const statusFolder = mkdtempSync(join(folder, 'statuses-'))
const statementFolder = mkdtempSync(join(folder, 'statements-'))
const runner = spawn(process.execPath, ['--test', ...defaults, ...options, ...files], {
  stdio: 'inherit',
  env: {
    ...environment,
    TEST_SERVER_URL: server.adminUrl,
    TEST_TEMPLATE: server.template,
    TEST_STATUS_DIR: statusFolder,
    TEST_STATEMENT_DIR: statementFolder,
    ...(long && { TEST_FORM: 'long' }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
runner.on('exit', async (code) => {
  const crossing = await statementsAcross(statementFolder, server).finally(server.stop)
  const unseen = complete && code === 0 ? unseenStatuses(statusFolder) : []
  rmSync(folder, { recursive: true, force: true })
  if (unseen.length > 0) process.stderr.write(`documented, and seen by no test:\n  ${unseen.join('\n  ')}\n`)
  if (crossing.length > 0) process.stderr.write(`statements on tables of another owner:\n  ${crossing.join('\n  ')}\n`)
  process.exit(unseen.length > 0 || crossing.length > 0 ? 1 : (code ?? 1))
})

/**
 * Nothing is ever removed from it, and each run adds the modules of releases that it unpacks elsewhere. Whoever else
 * uses it, `npm start` too, only starts slower once.
 */
function emptyLargeCache(): void {
  const { NODE_COMPILE_CACHE: cache } = environment
  if (globSync(`${cache}/*/*`).length > mostCompiled) rmSync(cache, { recursive: true, force: true })
}

/** In a fresh clone: or the first ten processes would each compile everything, at the same time. */
async function compileModules(): Promise<void> {
  if (existsSync(environment.NODE_COMPILE_CACHE)) return
  const modules = "import('#test/support/app.ts'); import('#src/app/background.ts')"
  await once(spawn(process.execPath, ['-e', modules], { stdio: 'inherit', env: environment }), 'exit')
}

/**
 * In memory, if there is room: 130 copies of a template of 1,000 files, and some 30 clusters, are written and soon
 * removed.
 */
function quickestFolder(): string {
  const memory = '/dev/shm'
  const room = 8 * 1024 ** 3
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= room ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
