/**
 * `npm run test:mutations [-- <name> …]` applies each mutation, or those named, to a copy of the checkout, and expects
 * the test it names to fail. Without the mutation it expects the test to pass, which it tries once for all mutations of
 * a test file. Exits 1 if one survived, and names it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '#test/support/database.ts'
import { applyMutation, type Mutation, whyStale } from './mutation.ts'
import { mutations } from './mutations.ts'

interface Result {
  passed: boolean
  /** The failed assertion or the error, in a line; only of tests whose own code failed. */
  failure: string | undefined
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const named = process.argv.slice(2)
const chosen = mutations.filter(({ name }) => named.length === 0 || named.includes(name))
const unknown = named.filter((name) => !chosen.some((mutation) => mutation.name === name))
if (unknown.length > 0) {
  process.stderr.write(`there is no mutation ${unknown.join(', ')}\n`)
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

const survivors: string[] = []
for (const [testFile, ofFile] of Map.groupBy(chosen, (mutation) => mutation.caughtBy)) {
  say(`${testFile}\n`)
  const unmutated = await runTests(testFile, ofFile)
  for (const mutation of ofFile) {
    const verdict = whyNotTried(mutation, unmutated) ?? (await verdictOf(mutation))
    if (!verdict.startsWith('killed')) survivors.push(mutation.name)
    say(`  ${mutation.name}: ${mutation.because}\n    ${verdict}\n    by: ${mutation.test}\n`)
  }
}
for (const name of survivors) say(`NOT KILLED ${name}\n`)
say(`${chosen.length - survivors.length} of ${chosen.length} mutations were killed\n`)
await end(survivors.length > 0 ? 1 : 0)

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
  const { passed, failure } = resultOf(unmutated, mutation.test)
  return passed ? undefined : `THE TEST FAILS without the mutation: ${failure ?? 'it did not run'}`
}

async function verdictOf(mutation: Mutation): Promise<string> {
  const takeBack = applyMutation(copy, mutation)
  // SQL functions are in the template.
  const template = mutation.file.endsWith('.sql') ? '' : server.template
  const output = await runTests(mutation.caughtBy, [mutation], template)
  takeBack()
  const { passed, failure } = resultOf(output, mutation.test)
  if (failure !== undefined) return `killed: ${failure}`
  return passed ? 'SURVIVED' : `NOT RUN, or not failed by its own code:\n${output}`
}

async function runTests(file: string, tests: readonly Mutation[], template = server.template): Promise<string> {
  const titles = tests.map(({ test }) => test.replace(/[\\/^$.*+?()[\]{}|]/g, '\\$&'))
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
