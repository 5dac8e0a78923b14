import { parseArgs } from 'node:util'
import type { DescribedVersion } from '#src/app/version/describe-version.ts'
import { ConfigError, readStorageSettings } from '#src/config/config.ts'

const usage = `Says what runs here: the service, Node.js, PostgreSQL, the schema, the packages.

  node src/entries/admin.ts version [--json]

Reads DATABASE_URL, or the embedded database in DATA_DIR if it is running. Without a database it says so.
`

/** Exit codes: 0 done, 1 configuration, 2 arguments. */
try {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { json: flag, help: { ...flag, short: 'h' } } })
  if (values.help) process.stdout.write(usage)
  else {
    const { describeVersion } = await import('#src/app/version/describe-version.ts')
    const found = await describeVersion(readStorageSettings())
    process.stdout.write(values.json ? `${JSON.stringify(found, null, 2)}\n` : describe(found))
  }
} catch (error) {
  const isConfiguration = error instanceof ConfigError
  process.stderr.write(`version: ${(error as Error).message}\n${isConfiguration ? '' : `\n${usage}`}`)
  process.exitCode = isConfiguration ? 1 : 2
}

function describe({ version, commit, node, migration, database, fault, packages }: DescribedVersion): string {
  const schema = (found: NonNullable<typeof database>) =>
    found.migration === null
      ? 'no tables of the service yet'
      : `${found.migration}${found.pending === 0 ? '' : `; the next start applies ${found.pending} files`}`
  const lines = [
    `commerce-platform-api ${version} (${commit === null ? 'commit not known' : `commit ${commit.slice(0, 12)}`})`,
    `Node.js ${node}`,
    ...(database === null ? [`PostgreSQL: ${fault}`] : [`PostgreSQL ${database.postgres}`]),
    ...(database === null ? [] : [`schema ${schema(database)}`]),
    `newest migration of this release ${migration}`,
    ...Object.entries(packages).map(([name, each]) => `${name} ${each}`),
  ]
  return `${lines.join('\n')}\n`
}
