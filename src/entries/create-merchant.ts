import { parseArgs } from 'node:util'
import { describeStartFault } from '#src/app/start-faults.ts'
import { ConfigError, readConfig } from '#src/config/config.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { AppError } from '#src/platform/lib/errors.ts'

const usage = `Creates a merchant and invites its owner, or invites an owner of a merchant that exists.

  node src/entries/create-merchant.ts --name "Second Shop" --currency EUR --owner-email owner@example.com
  node src/entries/create-merchant.ts --merchant-id 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 --owner-email owner@example.com

The owner is mailed a link, good once for seven days, and begins by accepting. The next invitation replaces it.
Reads the same environment as the service (DATABASE_URL, or the embedded database in DATA_DIR), which may be running;
the running service sends the mail.
`

class UsageError extends Error {}

type Task = { merchantId: string; ownerEmail: string } | { name: string; currency: string; ownerEmail: string }

/** Exit codes: 0 done, 1 configuration or database, 2 arguments. */
try {
  const task = readArguments()
  if (task === undefined) process.stdout.write(usage)
  else await run(task)
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof AppError
  process.stderr.write(isUsage ? `${error.message}\n\n${usage}` : `${describeStartFault(error)}\n`)
  process.exitCode = isUsage && !(error instanceof ConfigError) ? 2 : 1
}

async function run(task: Task): Promise<void> {
  // Loaded once the arguments are valid, so that a usage error is fast.
  const [{ openDatabase }, { createLogger }, { createDatabase, createPool }] = await Promise.all([
    import('#src/app/database.ts'),
    import('#src/app/logging.ts'),
    import('#src/platform/db/pool/pool.ts'),
  ])
  // A person waits for the answer.
  const config = { ...readConfig(), DATABASE_WAIT_SECONDS: 0 }
  // Uses the embedded server of a running service.
  const logger = createLogger({ LOG_LEVEL: 'warn' })
  const database = await openDatabase(config, logger, { whenInUse: 'connect' })
  const { url, pooling } = database
  const db = createDatabase(createPool({ url, pooling, size: 2, applicationName: 'create-merchant' }))
  try {
    const merchantId = await inviteOrCreate({ db }, task)
    process.stdout.write(`merchant ${merchantId}\n${task.ownerEmail} is mailed an invitation\n`)
  } finally {
    await db.destroy()
    await database.stop()
  }
}

async function inviteOrCreate(deps: Pick<Databases, 'db'>, task: Task): Promise<string> {
  const { createMerchant, inviteOwner } = await import('#src/modules/merchants/index.ts')
  if ('name' in task) return createMerchant(deps, task)
  await inviteOwner(deps, task.merchantId, task.ownerEmail)
  return task.merchantId
}

function readArguments(): Task | undefined {
  const { name, currency, 'owner-email': ownerEmail, 'merchant-id': merchantId, help } = parse()
  if (help) return undefined
  const needed = { ...(merchantId === undefined && { name, currency }), 'owner-email': ownerEmail }
  const missing = Object.entries(needed).filter(([, value]) => !value)
  if (missing.length > 0) throw new UsageError(`missing: ${missing.map(([flag]) => `--${flag}`).join(', ')}`)
  if (merchantId === undefined) return { name: name ?? '', currency: currency ?? '', ownerEmail: ownerEmail ?? '' }
  if (name !== undefined || currency !== undefined) throw new UsageError('--merchant-id names a merchant that exists')
  return { merchantId, ownerEmail: ownerEmail ?? '' }
}

function parse() {
  try {
    const text = { type: 'string' } as const
    const options = { name: text, currency: text, 'merchant-id': text, 'owner-email': text }
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    return values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
