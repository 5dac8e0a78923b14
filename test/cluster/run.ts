/**
 * `npm run test:cluster -- [--faults primary,cut] [--runs 3] [--rate 80] [--seconds 30] [--from COMMIT] [--direct]
 * [--keep]`: a database of three hosts, the service on it, and one fault after the other while orders are placed.
 * Prints a table for docs/operations, and exits 1 if a promise was broken. Needs Debian packages, which it names,
 * and root: hosts are network namespaces. Everything is in namespaces of its own, so it ends with this process.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine, readPositive, refuseUnknown, refuseWords } from '../../tools/command-line.ts'
import { faults } from './faults.ts'
import { advice, findTools } from './prerequisites.ts'
import { commitBefore } from './releases.ts'

const { chosen, runs, rate, seconds, from, direct, keep } = readCommandLine(
  'npm run test:cluster -- [--faults primary,cut] [--runs 3] [--rate 80] [--seconds 30]\n' +
    '                        [--from COMMIT] [--direct] [--keep]',
  {
    faults: { type: 'string', default: Object.keys(faults).join(',') },
    runs: { type: 'string', default: '1' },
    rate: { type: 'string', default: '80' },
    seconds: { type: 'string', default: '30' },
    from: { type: 'string' },
    direct: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
  ({ direct, keep, ...values }, words) => {
    refuseWords(words)
    const chosen = values.faults.split(',')
    refuseUnknown('fault', chosen, Object.keys(faults))
    const [runs, rate, seconds] = (['runs', 'rate', 'seconds'] as const).map((name) => readPositive(name, values[name]))
    return { chosen, runs, rate, seconds, from: values.from ?? commitBefore(), direct, keep }
  },
)
const write = (line: string) => void process.stdout.write(`${line}\n`)
const found = findTools({ direct })
if ('missing' in found) {
  write(`missing:\n${found.missing.map((line) => `  ${line}`).join('\n')}\n${advice}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'commerce-cluster-'))
chmodSync(folder, 0o711)
write(`logs are in ${folder}`)
const options = {
  tools: found.tools,
  folder,
  faults: chosen,
  direct,
  from,
  runs,
  rate,
  seconds,
}
// The shell adopts what killed programs leave behind, so that nobody takes their numbers for running processes.
const inside = `"$0" "$@"; exit $?`
const script = join(import.meta.dirname, 'runs.ts')
const child = spawn(
  'unshare',
  [
    ...['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'],
    ...['sh', '-c', inside, process.execPath, script, JSON.stringify(options)],
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'))
const [code] = (await once(child, 'exit')) as [number | null]
if (keep) write(`data and logs are kept in ${folder}`)
else removeData()
process.exit(code ?? 1)

/** All but logs and tables. */
function removeData(): void {
  for (const run of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const entry of readdirSync(join(folder, run.name), { withFileTypes: true }))
      if (entry.isDirectory()) rmSync(join(folder, run.name, entry.name), { recursive: true, force: true })
  write(`logs are in ${folder}`)
}
