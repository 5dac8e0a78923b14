import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#src/app/database.ts'
import { dropExtension, type InstalledExtension, listInstalled } from '#src/app/extensions/administer.ts'
import { type LoadedExtension, loadExtensions } from '#src/app/extensions/load.ts'
import { createLogger } from '#src/app/logging.ts'
import { describeStartFault } from '#src/app/start-faults.ts'
import { readConfig } from '#src/config/config.ts'

const usage = `Lists the extensions of this service and their files of SQL, or deletes the tables of one.

  EXTENSIONS=... commerce-admin extensions
  commerce-admin extensions drop NAME [--yes]

An extension that is no longer in EXTENSIONS keeps its tables until they are dropped. It asks before; --yes answers for
you. Reads the same environment as the service, which may be running.
`

/** Exit codes: 0 done, 1 configuration or database, 2 arguments or not confirmed. */
try {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    options: { yes: flag, help: { ...flag, short: 'h' } },
    allowPositionals: true,
  })
  const [command, name, ...others] = positionals
  const isUnderstood = command === undefined || (command === 'drop' && name !== undefined && others.length === 0)
  if (values.help) process.stdout.write(usage)
  else if (isUnderstood) process.exitCode = await run(name, values.yes)
  else {
    process.stderr.write(`extensions: not understood: ${positionals.join(' ')}\n\n${usage}`)
    process.exitCode = 2
  }
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(isUsage ? `${(error as Error).message}\n\n${usage}` : `${describeStartFault(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
}

async function run(toDrop: string | undefined, yes: boolean): Promise<number> {
  const settings = readConfig()
  const loaded = await loadExtensions(settings.EXTENSIONS)
  // A person waits for the answer; nothing is installed by looking.
  const config = { ...settings, DATABASE_WAIT_SECONDS: 0, EXTENSIONS: [] }
  const database = await openDatabase(config, createLogger({ LOG_LEVEL: 'warn' }), { whenInUse: 'connect' })
  try {
    const installed = await listInstalled(database.ownerUrl)
    if (toDrop === undefined) {
      process.stdout.write(describe(loaded, installed))
      return 0
    }
    const isLoaded = loaded.some(({ value }) => value.name === toDrop)
    if (isLoaded) return refuse(`${toDrop} is in EXTENSIONS: take it out, and restart the service first`)
    if (!installed.some(({ name }) => name === toDrop)) return refuse(`no extension ${toDrop} has tables here`)
    if (!yes && !(await isConfirmed(toDrop))) return 2
    await dropExtension(database.ownerUrl, toDrop)
    process.stdout.write(`the tables of ${toDrop} are gone\n`)
    return 0
  } finally {
    await database.stop()
  }
}

function refuse(reason: string): number {
  process.stderr.write(`extensions: ${reason}\n`)
  return 1
}

function describe(loaded: readonly LoadedExtension[], installed: readonly InstalledExtension[]): string {
  const filesOf = (name: string) => installed.find((one) => one.name === name)?.files ?? []
  const lines = loaded.map(({ value, version }) => `${value.name} ${version}: ${files(filesOf(value.name))}`)
  const left = installed.filter(({ name }) => !loaded.some(({ value }) => value.name === name))
  lines.push(...left.map(({ name, files: of }) => `${name}: not in EXTENSIONS; its tables are kept (${files(of)})`))
  return `${lines.length === 0 ? 'no extensions' : lines.join('\n')}\n`
}

function files(names: readonly string[]): string {
  return names.length === 0 ? 'no files of SQL' : names.join(', ')
}

async function isConfirmed(name: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(`All that ${name} has kept is deleted. Type its name to go on: `)
  prompt.close()
  if (answer.trim() === name) return true
  process.stderr.write('nothing was deleted\n')
  return false
}
