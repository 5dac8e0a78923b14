import { parseArgs } from 'node:util'
import { openDatabase } from '#src/app/database.ts'
import { createLogger } from '#src/app/logging.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { ConfigError, readConfig } from '#src/config.ts'
import { createMerchantWithOwner, type NewMerchant } from '#src/modules/merchants/index.ts'
import { createDatabase, createPool } from '#src/platform/db/pool.ts'
import { AppError } from '#src/platform/lib/errors.ts'

const usage = `Creates a merchant and its owner.

  node src/create-merchant.ts --name "Second Shop" --currency EUR --owner-email owner@example.com

An existing account becomes the owner as it is; a new one gets a mail with a link to set its password.
Reads the same environment as the service (DATABASE_URL, or the embedded database in DATA_DIR).
`

class UsageError extends Error {}

/** Exit codes: 0 created, 1 configuration or database, 2 arguments. */
try {
  const input = readArguments()
  if (input === undefined) process.stdout.write(usage)
  else await createMerchant(input)
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof AppError
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${describeStartFault(error)}\n`)
  process.exitCode = isUsage && !(error instanceof ConfigError) ? 2 : 1
}

async function createMerchant(input: NewMerchant): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config, createLogger({ LOG_LEVEL: 'warn' }))
  const db = createDatabase(createPool({ url: database.url, size: 2, applicationName: 'create-merchant' }))
  try {
    const { merchantId, ownerIsNew } = await createMerchantWithOwner(db, input)
    const next = ownerIsNew ? 'is mailed a link to set a password' : 'signs in as before'
    process.stdout.write(`merchant ${merchantId}\n${input.owner.email} ${next}\n`)
  } finally {
    await db.destroy()
    await database.stop()
  }
}

function readArguments(): NewMerchant | undefined {
  const { name, currency, 'owner-email': email, help } = parse()
  if (help) return undefined
  const missing = Object.entries({ name, currency, 'owner-email': email }).filter(([, value]) => !value)
  if (missing.length > 0) throw new UsageError(`missing: ${missing.map(([flag]) => `--${flag}`).join(', ')}`)
  return { name: name ?? '', currency: currency ?? '', owner: { email: email ?? '' } }
}

function parse() {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      options: { name: text, currency: text, 'owner-email': text, help: { type: 'boolean', short: 'h' } },
    })
    return values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
