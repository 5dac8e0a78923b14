import { describeStartFault } from '#src/app/start-faults.ts'
import { ConfigError, readConfig } from '#src/config/config.ts'
import { AppError } from '#src/platform/lib/errors.ts'

const usage = `Sets the account at Stripe (Connect) that a merchant is paid at from now on; none: the platform's own.

  node src/entries/admin.ts stripe-account 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 acct_1QxYzAbCdEfGhIjK
  node src/entries/admin.ts stripe-account 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 none

Payments that were begun are settled and refunded at the account they were begun at.
Reads the same environment as the service (DATABASE_URL, or the embedded database in DATA_DIR), which may be running.
`

/** Exit codes: 0 done, 1 configuration or database, 2 arguments. */
const [merchantId = '', account = '', ...more] = process.argv.slice(2)
if (merchantId === '--help' || merchantId === '-h') process.stdout.write(usage)
else if (account === '' || more.length > 0) end(2, `expected a merchant id, and acct_… or none\n\n${usage}`)
else {
  await set(merchantId, account === 'none' ? null : account).catch((error: unknown) => {
    if (error instanceof AppError && !(error instanceof ConfigError)) end(2, `${error.message}\n\n${usage}`)
    else end(1, `${describeStartFault(error)}\n`)
  })
}

async function set(merchantId: string, account: string | null): Promise<void> {
  // Loaded once the arguments are valid, so that a usage error is fast.
  const [{ openDatabase }, { createLogger }, { createDatabase, createPool }, { setStripeAccount }] = await Promise.all([
    import('#src/app/database.ts'),
    import('#src/app/logging.ts'),
    import('#src/platform/db/pool/pool.ts'),
    import('#src/modules/merchants/index.ts'),
  ])
  // A person waits for the answer.
  const config = { ...readConfig(), DATABASE_WAIT_SECONDS: 0 }
  const database = await openDatabase(config, createLogger({ LOG_LEVEL: 'warn' }), { whenInUse: 'connect' })
  const { url, pooling } = database
  const db = createDatabase(createPool({ url, pooling, size: 2, applicationName: 'stripe-account' }))
  try {
    await setStripeAccount({ db, shop: () => db }, merchantId, account)
    process.stdout.write(`merchant ${merchantId} is paid at ${account ?? 'the platform’s own account'}\n`)
  } finally {
    await db.destroy()
    await database.stop()
  }
}

function end(code: number, message: string): void {
  process.stderr.write(message)
  process.exitCode = code
}
