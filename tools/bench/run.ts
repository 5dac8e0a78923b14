import { readCommandLine, refuseUnknown, UsageError } from '../command-line.ts'
import { measureAgainst } from './against.ts'
import { openBench } from './context.ts'
import { keep, loadOfOthers, printOutcome } from './report.ts'
import { authentication } from './rows/authentication.ts'
import { burst } from './rows/burst.ts'
import { groups } from './rows/groups.ts'
import { dashboard, growth, search } from './rows/growth.ts'
import { imports } from './rows/import.ts'
import { furtherReads, reads } from './rows/lists-and-searches.ts'
import { memory } from './rows/memory.ts'
import { merchants } from './rows/merchants.ts'
import { hot, orders } from './rows/orders.ts'
import { overload } from './rows/overload.ts'
import { discounted, purchase } from './rows/purchase.ts'
import { start } from './rows/start.ts'
import { webhooks } from './rows/webhooks.ts'

/**
 * `npm run bench` measures every row; `npm run bench -- list orders` some of them; `--quick` with short rounds;
 * `--keep-data` on the databases as they are, whatever has changed in the migrations since they were built;
 * `--against <commit>` some of them in turns with those of another commit.
 */
const everyRow = [
  ...reads,
  purchase,
  discounted,
  growth,
  orders,
  hot,
  authentication,
  merchants,
  groups,
  memory,
  imports,
  start,
  burst,
  overload,
  webhooks,
]

const known = [...everyRow, ...furtherReads, search, dashboard]
const rowNames = known.map(({ name }) => name)
const { quick, keepData, against, names } = readCommandLine(
  'npm run bench -- [--quick] [--keep-data] [--against <commit>] [row …]\n' +
    '  --quick      three rounds of 3 s instead of five of 6 s\n' +
    '  --keep-data  the databases as they are, whatever has changed in the migrations\n' +
    '  --against    rows of this checkout in turns with those of another commit\n\n' +
    `Rows: ${rowNames.join(', ')}`,
  {
    quick: { type: 'boolean', default: false },
    'keep-data': { type: 'boolean', default: false },
    against: { type: 'string' },
  },
  ({ quick, 'keep-data': keepData, against }, names) => {
    refuseUnknown('row', names, rowNames)
    if (against !== undefined && names.length === 0) throw new UsageError('--against: expected the rows to measure')
    return { quick, keepData, against, names }
  },
)
const write = (line: string) => void process.stdout.write(`${line}\n`)

if (against !== undefined) {
  measureAgainst({ commit: against, rows: names, quick, write })
  process.exit(0)
}
const bench = await openBench({ quick, keepData, say: write })
let failed = false
try {
  for (const row of names.length === 0 ? everyRow : known.filter(({ name }) => names.includes(name))) {
    const loadBefore = loadOfOthers()
    try {
      const outcomes = await row.run(bench)
      for (const outcome of outcomes) printOutcome(outcome, write)
      await keep(row.name, outcomes, { quick, loadBefore, postgresVersion: bench.postgresVersion })
    } catch (error) {
      failed = true
      write(`\n${row.name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
} finally {
  await bench.close()
}
process.exit(failed ? 1 : 0)
