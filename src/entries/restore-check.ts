import { parseArgs } from 'node:util'
import { checkDatabase } from '#src/app/restore-check/check-database.ts'
import { NothingToCheck } from '#src/app/restore-check/describe-database.ts'
import { readDatabaseUrl, readMediaSettings } from '#src/config/config.ts'
import { describeFault } from '#src/platform/db/pool/wait-for-database.ts'

const usage = `Recounts a database: orders, stock, events, deliveries, and every count that is kept of them.

  DATABASE_URL=postgres://... node src/entries/admin.ts restore-check [--json] [--media]

--media: also looks for the files of pictures, in MEDIA_STORE or DATA_DIR.

Reads one snapshot in a read-only transaction, so it may run on a restored copy, on a standby, and beside the service.
Exits 0 if everything agrees, 1 with the first differences if not, 2 if there is nothing it can check.
`

/** Exit codes: 0 all checks agree, 1 differences, 2 arguments, or nothing to check. */
try {
  const { json, media, help } = readArguments()
  if (help) process.stdout.write(usage)
  else {
    const write = (text: string) => void process.stdout.write(text)
    const agrees = await checkDatabase(readDatabaseUrl(), {
      json,
      media: media ? readMediaSettings() : undefined,
      write,
    })
    process.exitCode = agrees ? 0 : 1
  }
} catch (error) {
  process.stderr.write(`restore-check: ${describeFault(error)}${hintFor(error)}\n`)
  process.exitCode = 2
}

function readArguments(): { json: boolean; media: boolean; help: boolean } {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { json: flag, media: flag, help: { ...flag, short: 'h' } } })
  return values
}

/** A hint about what to change, if the message alone does not say it. */
function hintFor(error: unknown): string {
  const code = (error as { code?: string }).code ?? ''
  if (code.startsWith('ERR_PARSE_ARGS')) return `\n\n${usage}`
  if (code === '40001') return '; on a standby set max_standby_streaming_delay = -1, or pause its replay, meanwhile'
  if (code === '42501') return '; use the role of the service or the owner of the schema'
  return error instanceof NothingToCheck ? '; nothing was checked' : ''
}
