import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { ReplacedSecrets } from '#src/app/replace-secrets.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { readConfig } from '#src/config/config.ts'

const usage = `After a leak of a dump, backup or log: ends or replaces every secret in the database that it could hold.

  node src/entries/admin.ts leaked [--yes]

It ends all sessions, mailed links, invitations, API keys, recovery codes and stored answers, and replaces the secrets
of all webhooks. Everybody signs in again. It asks before it begins; --yes answers for you. It may be run again.
First replace the secrets of the environment and restart the service: docs/operations/secrets.md.
Reads the same environment as the service (DATABASE_URL, or the embedded database in DATA_DIR), which may be running;
the running service sends the mails.
`

const question = 'All sessions, API keys, invitations and webhook secrets of all shops end now. Type "yes" to go on: '

/** Exit codes: 0 done, 1 configuration or database, 2 arguments or not confirmed. */
const parsed = readArguments()
if (parsed === 'help') process.stdout.write(usage)
else if (parsed !== undefined && (parsed === 'yes' || (await isConfirmed()))) {
  try {
    process.stdout.write(describe(await replace()))
  } catch (error) {
    process.stderr.write(`${describeStartFault(error)}\n`)
    process.exitCode = 1
  }
}

async function replace(): Promise<ReplacedSecrets> {
  const [{ openDatabase }, { createLogger }, { createDatabase, createPool }, { replaceSecrets }, { loadSecrets }] =
    await Promise.all([
      import('#src/app/database.ts'),
      import('#src/app/logging.ts'),
      import('#src/platform/db/pool/pool.ts'),
      import('#src/app/replace-secrets.ts'),
      import('#src/app/secrets.ts'),
    ])
  const { createSeal } = await import('#src/platform/lib/sealed.ts')
  // A person waits for the answer.
  const config = { ...readConfig(), DATABASE_WAIT_SECONDS: 0 }
  const database = await openDatabase(config, createLogger({ LOG_LEVEL: 'warn' }), { whenInUse: 'connect' })
  const { url, pooling } = database
  const db = createDatabase(createPool({ url, pooling, size: 2, applicationName: 'leaked' }))
  try {
    const seal = createSeal((await loadSecrets(config)).seal)
    return await replaceSecrets({ db, shop: () => db, seal })
  } finally {
    await db.destroy()
    await database.stop()
  }
}

function describe(replaced: ReplacedSecrets): string {
  const { sessions, refreshTokens, mailedLinks, challenges, recoveryCodes, accountsWithCodes } = replaced
  const { apiKeys, invitations, webhooks, storedAnswers, shops, accounts } = replaced
  return `ended:
  ${sessions} sessions, ${refreshTokens} refresh tokens
  ${mailedLinks} mailed links, ${challenges} sign-ins that waited for a code
  ${recoveryCodes} recovery codes of ${accountsWithCodes} accounts
  ${invitations} invitations, ${apiKeys} API keys
  ${storedAnswers} stored answers of idempotency keys
replaced:
  ${webhooks} webhook secrets; the new ones are shown to nobody, owners rotate once more
mailed:
  the owners of ${shops} shops: make API keys and invitations anew, rotate webhook secrets
  ${accountsWithCodes} accounts with recovery codes: set up the second factor anew
to be told by you:
  ${accounts} accounts: names, addresses and orders may be known. Passwords are hashed with Argon2id; weak ones can be
  guessed, so ask everybody for a new one, staff first
  the data protection authority, where the law asks for it (GDPR: within 72 hours)
not in the database, so replace them by hand, in this order, if that is not done:
  1. JWT_SECRETS      at once, without the old one
  2. the passwords of the database's roles, in DATABASE_URL and the others
  3. SEAL_KEYS        the new key first, the old one behind it until the log says that no other key is needed
  4. SMTP_URL, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, at the providers
With SEAL_KEYS leaked as well, second factors are known: ask staff to set them up anew.
`
}

async function isConfirmed(): Promise<boolean> {
  if (process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await terminal.question(question)
    terminal.close()
    if (answer.trim() === 'yes') return true
  }
  process.stderr.write('not confirmed: nothing was changed; --yes goes on without a question\n')
  process.exitCode = 2
  return false
}

function readArguments(): 'help' | 'yes' | 'ask' | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ options: { yes: flag, help: { ...flag, short: 'h' } } })
    return values.help ? 'help' : values.yes ? 'yes' : 'ask'
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    process.exitCode = 2
    return undefined
  }
}
