/**
 * Replays the "Online Retail" transactions (source: tools/replay/README.md) through the public API, and compares the
 * figures that the API then reports with the sums of the file:
 * `npm run replay -- <online-retail.csv> [--url http://...] [--email ...] [--password ...]`. Without --url it starts a
 * service on an empty folder. Exits 1 on any difference, 2 on invalid options.
 */
import { readFile } from 'node:fs/promises'
import { readCommandLine, UsageError } from './command-line.ts'
import { createClient } from './replay/client.ts'
import { compare, differs } from './replay/comparison.ts'
import { readFigures } from './replay/figures.ts'
import { startOwnService } from './replay/own-service.ts'
import { planReplay } from './replay/plan.ts'
import { createProgress } from './replay/progress.ts'
import { closingTable, leftOutTable } from './replay/report.ts'
import { runPlan } from './replay/run.ts'
import { openShop, readDashboard } from './replay/shop.ts'
import { readTransactions } from './replay/transactions.ts'

const usage = 'npm run replay -- <online-retail.csv> [--url http://...] [--email owner] [--password ...]'

const notExpressed = `Not expressed: an invoice's date (orders are created now, at the VAT of that day) and number. Of
several descriptions of one stock code the most frequent is the product's name. Who is a business abroad is not known.
`

/** More concurrent requests would only wait for the service's database connections. */
const maxConcurrent = 16

interface Target {
  url: string
  email: string
  password: string
}

/** @returns whether every figure agrees */
async function replay(csv: string, { url, email, password }: Target): Promise<boolean> {
  const startedAt = performance.now()
  const transactions = readTransactions(csv)
  const plan = planReplay(transactions)
  const connect = (headers: Record<string, string>) => createClient(url, headers, maxConcurrent)
  const shop = await openShop(connect, { email, password }, Date.now().toString(36))
  const before = await readDashboard(shop)
  const outcome = await runPlan(shop, plan, createProgress())
  const rows = compare(transactions.sums, plan, await readFigures(shop, plan, outcome, before))

  const agrees = !rows.some(differs)
  const placed = [...outcome.orderIds.values()]
  const inParts = placed.filter((ids) => ids.length > 1).length
  const prices = plan.steps.filter((step) => step.type === 'price').length
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const sections = [
    '',
    closingTable(rows),
    leftOutTable(plan.leftOut),
    notExpressed,
    `Orders: ${placed.flat().length}, of ${placed.length} invoices; ${inParts} were split at ${shop.maxLines} lines.`,
    `Products: ${plan.products.length}, their prices changed ${prices} times. Time: ${seconds} s.`,
    agrees ? 'Everything agrees to the penny.' : 'The figures marked <- differ.',
    '',
  ]
  process.stdout.write(sections.join('\n'))
  return agrees
}

type Call = { path: string; url: string | undefined } & Omit<Target, 'url'>

function readCall(): Call {
  const text = { type: 'string' } as const
  return readCommandLine(usage, { url: text, email: text, password: text }, (values, [path, ...more]) => {
    // The development account, also of the service started here.
    const { url, email = 'admin@example.com', password = 'demo-password' } = values
    if (path === undefined || more.length > 0) throw new UsageError('expected one file')
    if (url !== undefined && !URL.canParse(url)) throw new UsageError(`--url is ${url}; expected an address`)
    return { path, url, email, password }
  })
}

async function main({ path, url, ...owner }: Call): Promise<boolean> {
  const csv = await readFile(path, 'utf8')
  if (url !== undefined) return replay(csv, { url, ...owner })
  const service = await startOwnService()
  const interrupted = () => void service.stop().finally(() => process.exit(130))
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await replay(csv, { url: service.url, ...owner })
  } finally {
    await service.stop()
  }
}

const call = readCall()
try {
  process.exitCode = (await main(call)) ? 0 : 1
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? describe(error) : String(error)}\n`)
  // Pending requests have nobody left to report to.
  process.exit(1)
}

function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${describe(cause)}` : message
}
