import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackBrowser } from './browser.ts'
import { buildConsole } from './console-build.ts'
import type { Counts } from './counts-reporter.ts'
import { startTestServer } from './database.ts'

/** Resources that all test processes of a run share: a PostgreSQL with the template, a folder, an environment. */
export interface TestRun {
  /** In memory if there is room; removed at the end. TMPDIR of all processes. */
  folder: string
  environment: NodeJS.ProcessEnv
  /** Folder where test files record the statuses they have seen. */
  statusFolder: string
  /** Stops PostgreSQL. */
  end(): Promise<void>
}

/** Timeout of hanging tests. On a fast machine the longest test takes a tenth of it. */
const timeoutMs = 900_000

/** Files of compiled modules, of 5 KB: those of some ten runs. */
const maxCompiled = 20_000

const cache = 'node_modules/.cache/compiled'
const reporter = fileURLToPath(new URL('counts-reporter.ts', import.meta.url))

/** @param settings Environment variables for the test files. */
export async function prepareRun(settings: Record<string, string>): Promise<TestRun> {
  const folder = mkdtempSync(join(quickestFolder(), 'commerce-tests-'))
  // Started by root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  // Of this process, and so of every other that the tests start.
  process.env['TMPDIR'] = folder
  const environment = {
    ...process.env,
    ...settings,
    NODE_ENV: 'test',
    // Numbers and days that a page shows are those of who looks: of tests, whatever language their machine speaks.
    LC_ALL: 'C.UTF-8',
    // Compiled modules load in half the time; checking each for a symbolic link takes a tenth.
    NODE_COMPILE_CACHE: cache,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --preserve-symlinks`,
  }
  emptyLargeCache()
  const compiled = compileModules(environment)
  // Once, before several test files start it.
  await unpackBrowser()
  await buildConsole()
  // The mutation run gives both, so that not each of its runs makes a template.
  const { TEST_SERVER_URL: adminUrl, TEST_TEMPLATE: template } = process.env
  const server = adminUrl && template ? { adminUrl, template, stop: async () => {} } : await startTestServer()
  await compiled
  const statusFolder = mkdtempSync(join(folder, 'statuses-'))
  return {
    folder,
    statusFolder,
    environment: {
      ...environment,
      TEST_SERVER_URL: server.adminUrl,
      TEST_TEMPLATE: server.template,
      TEST_STATUS_DIR: statusFolder,
    },
    async end() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const running = new Set<ChildProcess>()
let ended = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ended = true
    for (const child of running) child.kill(signal)
  })
}

interface Manner {
  atOnce: number
  /** Options of node's test runner. */
  options?: readonly string[]
  show: boolean
  /** The runner and its files are ended then: what a failed test left running keeps its process alive. */
  limitMs?: number | undefined
}

/** Runs node's test runner over the files, each in a process of its own. Its output is shown, or returned. */
export async function runTestFiles(
  run: TestRun,
  files: readonly string[],
  { atOnce, options = [], show, limitMs }: Manner,
): Promise<Counts & { output: string }> {
  if (ended) return { passed: 0, failed: 1, failedAtTop: [], output: 'the run was ended' }
  const countsFile = join(mkdtempSync(join(run.folder, 'counts-')), 'counts.json')
  const reporters = options.some((option) => option.startsWith('--test-reporter='))
    ? []
    : ['--test-reporter=spec', '--test-reporter-destination=stdout']
  const counting =
    reporters.length > 0 ? [`--test-reporter=${reporter}`, `--test-reporter-destination=${countsFile}`] : []
  const child = spawn(
    process.execPath,
    [
      ...['--test', `--test-timeout=${timeoutMs}`, `--test-concurrency=${atOnce}`],
      ...[...reporters, ...counting, ...options, ...files],
    ],
    { stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'], env: run.environment },
  )
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const limit = limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), limitMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(limit)
  running.delete(child)
  // Empty if the runner was killed.
  const written = existsSync(countsFile) ? readFileSync(countsFile, 'utf8') : ''
  const counts: Counts = written === '' ? { passed: 0, failed: 0, failedAtTop: [] } : JSON.parse(written)
  // A failed import or hook is not reported as a test.
  return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1), output }
}

/**
 * Empties a large compile cache: each run adds the modules of releases that it unpacks elsewhere. Other users of the
 * cache, such as `npm start`, start slower once.
 */
function emptyLargeCache(): void {
  if (globSync(`${cache}/*/*`).length > maxCompiled) rmSync(cache, { recursive: true, force: true })
}

/** In a fresh clone: or the first processes would each compile everything, at the same time. */
async function compileModules(environment: NodeJS.ProcessEnv): Promise<void> {
  if (existsSync(cache)) return
  const modules = "import('#test/support/app.ts'); import('#src/app/background.ts')"
  await once(spawn(process.execPath, ['-e', modules], { stdio: 'inherit', env: environment }), 'exit')
}

/** In memory, if there is room: copies of a template of 1,000 files, and clusters, are written and soon removed. */
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
