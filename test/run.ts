/**
 * Runs test files against one PostgreSQL, which it starts and stops:
 *
 *     npm test                            the quick tier, in as many processes as cores
 *     npm test -- <file> …                these files, each in a process of its own
 *     npm run test:long [-- <part> …]     the long tier, or its files with one of these parts in their path;
 *                                         with --patient the faults take the times of production
 *
 * A file that fails and then passes is said to be UNSTABLE: its cause is to be found, though the run passes. The quick
 * tier fails if a documented status was seen by no test, and names it. Options that begin with `--` are those
 * of node's test runner.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Counts } from './support/counts-reporter.ts'
import { runAgain, runLongTier } from './support/long-tier.ts'
import { makeProcessFiles, makeQueue } from './support/queue.ts'
import { unseenStatuses } from './support/status-coverage.ts'
import { prepareRun, runTestFiles, type TestRun } from './support/test-run.ts'
import { filesOfTier } from './tiers.ts'

const given = process.argv.slice(2)
const own = ['--long', '--patient']
const options = given.filter((argument) => argument.startsWith('--') && !own.includes(argument))
const patient = given.includes('--patient')
const paths = given.filter((argument) => !argument.startsWith('--'))
const atOnce = availableParallelism()
/** Failed files of the quick tier that run a second time. */
const maxRunAgain = 3

const run = await prepareRun(patient ? { TEST_FORM: 'long' } : {})
const { passed, failed, faults, unstable } = await runTier(run)
await run.end()
for (const fault of faults) process.stdout.write(`${fault}\n`)
for (const file of unstable) process.stdout.write(`UNSTABLE ${file}\n`)
process.stdout.write(`${passed} passed, ${failed + faults.length} failed\n`)
process.exit(failed + faults.length > 0 ? 1 : 0)

interface Outcome {
  passed: number
  failed: number
  faults: string[]
  unstable: string[]
}

async function runTier(run: TestRun): Promise<Outcome> {
  if (given.includes('--long')) {
    const tier = filesOfTier('long')
    const unknown = paths.filter((part) => !tier.some((file) => file.includes(part)))
    const files = tier.filter((file) => paths.length === 0 || paths.some((part) => file.includes(part)))
    return {
      ...(await runLongTier(run, files, { patient, atOnce })),
      faults: unknown.map((part) => `no file of the long tier: ${part}`),
    }
  }
  if (paths.length > 0) {
    return { ...(await runTestFiles(run, paths, { atOnce, options, show: true })), faults: [], unstable: [] }
  }
  const queue = join(run.folder, 'queue')
  makeQueue(queue, filesOfTier('quick'))
  const processes = makeProcessFiles(run.folder, queue, atOnce)
  const counts = await runTestFiles(run, processes, { atOnce, options, show: true })
  const { failed, unstable } = await retry(run, counts)
  const unseen = failed > maxRunAgain ? [] : unseenStatuses(run.statusFolder)
  const faults = unseen.map((status) => `documented, and seen by no test: ${status}`)
  return { passed: counts.passed, failed, faults, unstable }
}

/** Runs a few failed files again. A process that died, or many failed files, is no accident. */
async function retry(run: TestRun, { failed, failedAtTop }: Counts): Promise<{ failed: number; unstable: string[] }> {
  const tier = new Set(filesOfTier('quick'))
  const isWorthIt = failed > 0 && failedAtTop.length > 0 && failedAtTop.length <= maxRunAgain
  if (!isWorthIt || !failedAtTop.every((file) => tier.has(file))) return { failed, unstable: [] }
  return runAgain(run, failedAtTop)
}
