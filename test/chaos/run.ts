/**
 * `npm run test:chaos -- [--minutes 10] [--seed N] [--shoppers 8] [--buyers 4] [--no-restore]`: clients, kills of
 * everything, then every invariant.
 * The seed decides what clients and disturbances do, in which order; when answers come is the machine's affair, so two
 * runs of one seed are alike, not the same. Exits 1 if a promise was broken, and says which.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine, readPositive, refuseWords } from '../../tools/command-line.ts'
import { describeOutcome } from './outcome.ts'
import { runChaos } from './scenario.ts'

const { minutes, seed, shoppers, buyers, restores } = readCommandLine(
  'npm run test:chaos -- [--minutes 10] [--seed N] [--shoppers 8] [--buyers 4] [--no-restore]',
  {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shoppers: { type: 'string', default: '8' },
    buyers: { type: 'string', default: '4' },
    'no-restore': { type: 'boolean', default: false },
  },
  (values, words) => {
    refuseWords(words)
    const minutes = readPositive('minutes', values.minutes)
    const [shoppers, buyers] = [readPositive('shoppers', values.shoppers), readPositive('buyers', values.buyers)]
    return { minutes, seed: values.seed, shoppers, buyers, restores: !values['no-restore'] }
  },
)
const logFile = join(mkdtempSync(join(tmpdir(), 'commerce-chaos-logs-')), 'processes.log')
const write = (line: string) => void process.stdout.write(`${line}\n`)

write(`seed ${seed}, ${minutes} minutes; the logs of all processes go to ${logFile}`)
const outcome = await runChaos({
  seed,
  restores,
  logFile,
  watch: write,
  durationMs: minutes * 60_000,
  rounds: Number.POSITIVE_INFINITY,
  webs: 2,
  workers: 2,
  shoppers,
  buyers,
  pauseMs: 400,
})
const { text, broken } = describeOutcome(
  outcome,
  seed,
  `--minutes ${minutes} --shoppers ${shoppers} --buyers ${buyers}${restores ? '' : ' --no-restore'}`,
)
write(text)
process.exit(broken ? 1 : 0)
