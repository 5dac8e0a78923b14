/**
 * Writes what follows from other files, committed and compared by the check: `schema.sql` (for people),
 * `src/platform/db/schema/schema.gen.ts` (row types) and `docs/triggers.md` from the migrations, `openapi.json` from
 * the routes, what the client does for operations from that, `docs/mails` from the templates of mails,
 * `docs/operations/configuration.md` from the settings, the decimals of currencies from `lib/money.ts`; and
 * `migrations/checksums.txt`, which only grows. `--check` only compares. Row types are committed, since it takes a
 * PostgreSQL to make them; types of the contract are not (`packages/client/build-types.ts`, which runs at the end).
 */
import { readFile, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '#src/app/build-app.ts'
import { createDependencies } from '#src/app/create-dependencies.ts'
import { readConfig } from '#src/config/config.ts'
import { readMigrations } from '#src/platform/db/migrations/migration-files.ts'
import { contractOf } from '#src/platform/http/openapi/openapi.ts'
import { withMigratedDatabase } from '#test/support/database.ts'
import { describeOperations } from '../packages/client/describe-operations.ts'
import { describeConfiguration } from './generate/configuration.ts'
import { currencyFiles, describeCurrencies } from './generate/currencies.ts'
import { frozenMigrations } from './generate/frozen-migrations.ts'
import { mailSamples } from './generate/mail-samples.ts'
import { functionFiles } from './generate/module-tables.ts'
import { describeReads } from './generate/reads.ts'
import { drawReads } from './generate/reads-picture.ts'
import { describeRouteFiles } from './generate/route-files.ts'
import { describeSchema } from './generate/schema-sql.ts'
import { describeTypes } from './generate/schema-types.ts'
import { describeTriggers } from './generate/triggers.ts'

const listed = await readFile(new URL('../migrations/checksums.txt', import.meta.url), 'utf8').catch(() => '')
await put('../migrations/checksums.txt', frozenMigrations(listed, (await readMigrations()).numbered))

await put('../migrations/functions.txt', functionFiles())

await put('../src/app/route-files.gen.ts', describeRouteFiles())
await put('../docs/reads.md', describeReads())
await put('../docs/reads.svg', drawReads())
await put('../docs/operations/configuration.md', describeConfiguration())
for (const path of currencyFiles) await put(path, describeCurrencies())
for (const [name, text] of mailSamples()) await put(`../docs/mails/${name}`, text)

await withMigratedDatabase(async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await put('../schema.sql', await describeSchema(client))
    await put('../src/platform/db/schema/schema.gen.ts', await describeTypes(client))
    await put('../docs/triggers.md', await describeTriggers(client))
  } finally {
    await client.end()
  }
  const contract = await describeContract(databaseUrl)
  await put('../openapi.json', `${JSON.stringify(contract, null, 2)}\n`)
  await put('../packages/client/operations.gen.ts', describeOperations(contract))
})

if (!process.argv.includes('--check')) await import('../packages/client/build-types.ts')

async function put(path: string, text: string): Promise<void> {
  const file = new URL(path, import.meta.url)
  if (!process.argv.includes('--check')) return writeFile(file, text)
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  process.stderr.write(`${file.pathname} is out of date; run npm run generate\n`)
  process.exitCode = 1
}

async function describeContract(databaseUrl: string): Promise<object> {
  const unused = [{ kid: 'none', secret: 'never signs anything: only the contract is read' }]
  const config = readConfig({ NODE_ENV: 'test' })
  const deps = await createDependencies(config, databaseUrl, { jwt: unused, seal: unused }, pino({ level: 'silent' }))
  const app = await buildApp(deps)
  try {
    await app.ready()
    return contractOf(app)
  } finally {
    await app.close()
    await deps.close()
  }
}
