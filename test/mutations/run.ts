/**
 * Applies each patch of this folder, or those named as arguments, to a copy of the checkout, and expects the test it
 * names to fail. Without the patch it expects the test to pass, which it tries once for all patches of a test file.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '#test/support/database.ts'
import { applyMutation, type Mutation, readMutations, whyStale } from './patches.ts'

interface Result {
  passed: boolean
  /** The failed assertion or the error, in a line; only of tests whose own code failed. */
  failure: string | undefined
}

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '../..')
const named = process.argv.slice(2).map((name) => basename(name, '.patch'))
const mutations = readMutations(folder).filter(({ name }) => named.length === 0 || named.includes(name))
const unknown = named.filter((name) => !mutations.some((mutation) => mutation.name === name))
if (unknown.length > 0) {
  process.stderr.write(`there is no patch ${unknown.join(', ')}\n`)
  process.exit(2)
}

const copy = mkdtempSync(join(tmpdir(), 'commerce-mutations-'))
const left = ['node_modules', '.git', 'data', 'tools/bench/data'].map((name) => join(root, name))
cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path) })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const server = await startTestServer()
let running: ChildProcess | undefined
let ending: Promise<never> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1))

let killed = 0
for (const [testFile, ofFile] of Map.groupBy(mutations, (mutation) => mutation.testFile)) {
  say(`${testFile}\n`)
  const unmutated = await runTests(testFile, ofFile)
  for (const mutation of ofFile) {
    const verdict = whyNotTried(mutation, unmutated) ?? (await verdictOf(mutation))
    if (verdict.startsWith('killed')) killed++
    say(`  ${mutation.name}: ${mutation.breaks}\n    ${verdict}\n    by: ${mutation.testTitle}\n`)
  }
}
say(`${killed} of ${mutations.length} mutations were killed\n`)
await end(killed < mutations.length ? 1 : 0)

function end(code: number): Promise<never> {
  ending ??= leave(code)
  return ending
}

async function leave(code: number): Promise<never> {
  killRunning()
  await server.stop()
  rmSync(copy, { recursive: true, force: true })
  process.exit(code)
}

function whyNotTried(mutation: Mutation, unmutated: string): string | undefined {
  const stale = whyStale(copy, mutation)
  if (stale !== undefined) return `DOES NOT APPLY: ${stale}`
  const { passed, failure } = resultOf(unmutated, mutation.testTitle)
  return passed ? undefined : `THE TEST FAILS without the mutation: ${failure ?? 'it did not run'}`
}

async function verdictOf(mutation: Mutation): Promise<string> {
  const takeBack = applyMutation(copy, mutation)
  // SQL functions are in the template.
  const template = mutation.hunks.some(({ path }) => path.startsWith('migrations/')) ? '' : server.template
  const output = await runTests(mutation.testFile, [mutation], template)
  takeBack()
  const { passed, failure } = resultOf(output, mutation.testTitle)
  if (failure !== undefined) return `killed: ${failure}`
  return passed ? 'SURVIVED' : `NOT RUN, or not failed by its own code:\n${output}`
}

async function runTests(file: string, tests: readonly Mutation[], template = server.template): Promise<string> {
  const titles = tests.map(({ testTitle }) => testTitle.replace(/[\\/^$.*+?()[\]{}|]/g, '\\$&'))
  const options = ['--test-reporter=tap', '--test-force-exit', '--test-timeout=90000']
  const named = titles.map((title) => `--test-name-pattern=${title}`)
  const runner = spawn(process.execPath, ['test/run.ts', ...options, ...named, file], {
    cwd: copy,
    env: { ...process.env, TEST_SERVER_URL: server.adminUrl, TEST_TEMPLATE: template },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  running = runner
  // A mutation may make a loop endless, which no timeout of the test itself interrupts.
  const timer = setTimeout(killRunning, 240_000)
  let output = ''
  runner.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(runner, 'close')
  clearTimeout(timer)
  running = undefined
  // It was killed by a signal to this process, which is about to exit.
  await ending
  return output
}

/** With the processes it has started: it is a group of its own. */
function killRunning(): void {
  if (running?.pid !== undefined) process.kill(-running.pid, 'SIGKILL')
}

/** Reads TAP. A file that cannot be imported, or a hook that fails, is no result of the test. */
function resultOf(output: string, title: string): Result {
  const lines = output.split('\n')
  const reports = lines.flatMap((line, index) => {
    const [, not, name] = /^ *(not )?ok \d+ - (.*)$/.exec(line) ?? []
    if (!name?.includes(title)) return []
    const report = lines.slice(
      index + 1,
      lines.findIndex((other, at) => at > index && other.trim() === '...'),
    )
    return [{ failed: not !== undefined, report: report.map((one) => one.trim()) }]
  })
  const failed = reports.find(({ failed, report }) => failed && report.includes("failureType: 'testCodeFailure'"))
  const at = failed?.report.findIndex((line) => line.startsWith('error: ')) ?? -1
  const error = failed?.report.slice(at, at + 8).join(' ')
  return {
    passed: reports.length > 0 && reports.every((report) => !report.failed),
    failure: error
      ?.replace(/^error: \|?-?/, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 160),
  }
}

function say(text: string): void {
  process.stdout.write(text)
}
