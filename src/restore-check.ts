import { parseArgs } from 'node:util'
import { describeDatabase, NothingToCheck } from '#src/app/restore-check/describe-database.ts'
import { asJson, describeLine, findingLines, summaryLine } from '#src/app/restore-check/report.ts'
import { type Finding, runChecks } from '#src/app/restore-check/run-checks.ts'
import { readDatabaseUrl } from '#src/config.ts'
import { describeFault } from '#src/platform/db/pool/wait-for-database.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'

const usage = `Recounts a database: orders, stock, events, deliveries, and every count that is kept of them.

  DATABASE_URL=postgres://... node src/admin.ts restore-check [--json]

Reads one snapshot in a read-only transaction, so it may run on a restored copy, on a standby, and beside the service.
Exits 0 if everything agrees, 1 with the first differences if not, 2 if there is nothing it can check.
`

/** Exit codes: 0 all agrees, 1 differences, 2 arguments, or no database that can be checked. */
try {
  const { json, help } = readArguments()
  if (help) process.stdout.write(usage)
  else process.exitCode = await check(readDatabaseUrl(), json)
} catch (error) {
  process.stderr.write(`restore-check: ${describeFault(error)}${hintFor(error)}\n`)
  process.exitCode = 2
}

async function check(databaseUrl: string, json: boolean): Promise<number> {
  const write = (text: string) => void process.stdout.write(text)
  return withSnapshot(databaseUrl, 'restore-check', async (snapshot) => {
    const database = await describeDatabase(snapshot)
    if (!json) write(describeLine(database))
    const findings: Finding[] = []
    for await (const finding of runChecks(snapshot)) {
      findings.push(finding)
      if (!json) write(findingLines(finding))
    }
    write(json ? asJson(database, findings) : summaryLine(findings))
    return findings.every(({ differences }) => differences === 0) ? 0 : 1
  })
}

function readArguments(): { json: boolean; help: boolean } {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { json: flag, help: { ...flag, short: 'h' } } })
  return values
}

/** What to change, where the message alone does not say it. */
function hintFor(error: unknown): string {
  const code = (error as { code?: string }).code ?? ''
  if (code.startsWith('ERR_PARSE_ARGS')) return `\n\n${usage}`
  if (code === '40001') return '; on a standby set max_standby_streaming_delay = -1, or pause its replay, meanwhile'
  if (code === '42501') return '; use the role of the service or the owner of the schema'
  return error instanceof NothingToCheck ? '; nothing was checked' : ''
}
