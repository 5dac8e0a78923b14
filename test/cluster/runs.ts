import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Row, type RunOptions, rehearse } from './rehearsal.ts'
import { describeConnections, describeRows } from './table.ts'

/** The part of `run.ts` that is inside of the namespaces; its options are the first argument. */
const { runs, ...options }: RunOptions & { runs: number } = JSON.parse(process.argv[2] ?? '')
const write = (line: string) => void process.stdout.write(`${line}\n`)
const done: Row[][] = []
let failed = false
for (let number = 1; number <= runs; number++) {
  const folder = join(options.folder, `run-${number}`)
  mkdirSync(folder, { mode: 0o711 })
  if (runs > 1) write(`run ${number} of ${runs}`)
  try {
    done.push(await rehearse({ ...options, folder }, write))
  } catch (error) {
    failed = true
    write(`run ${number} did not come to its end: ${(error as Error).stack}`)
  }
}
const tables = `${describeRows(done)}\n\n${describeConnections(done)}`
writeFileSync(join(options.folder, 'tables.md'), `${tables}\n`)
write(`\n${tables}\n`)
process.exit(failed || done.flat().some(({ broken }) => broken !== '') ? 1 : 0)
