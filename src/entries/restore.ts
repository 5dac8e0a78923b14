import { parseArgs } from 'node:util'
import { BackupFault, describeBackupFault } from '#src/app/backup/fault.ts'
import type { Restored } from '#src/app/backup/restore-backup.ts'
import { NothingToCheck } from '#src/app/restore-check/describe-database.ts'
import { readStorageSettings } from '#src/config/config.ts'

const usage = `Restores a backup that commerce-admin backup made, and recounts it.

  node src/entries/admin.ts restore --from FOLDER [--replace]

FOLDER: a backup, or the folder that backups are kept in, of which the newest whole one is taken.
--replace: moves a database that DATA_DIR holds aside. Nothing of it is deleted.
Restores into DATA_DIR, or with DATABASE_URL (DATABASE_OWNER_URL) into that database, which must be empty. The service
must be stopped. Set SEAL_KEYS as the service has it: the backup holds no keys.
Exits 0 if it is restored and agrees, 1 if not, 2 for wrong arguments.
`

/** Exit codes: 0 restored, and everything agrees; 1 not restored, or differences; 2 arguments. */
try {
  const parsed = readArguments()
  if (parsed === undefined) process.stdout.write(usage)
  else {
    const [{ restoreBackup }, { checkDatabase }] = await Promise.all([
      import('#src/app/backup/restore-backup.ts'),
      import('#src/app/restore-check/check-database.ts'),
    ])
    const settings = readStorageSettings()
    const write = (text: string) => void process.stdout.write(text)
    const restored = await restoreBackup({
      ...parsed,
      settings,
      log: (line) => void process.stderr.write(`${line}\n`),
      check: (url) => checkDatabase(url, { json: false, media: settings, write: writeUnlessOk }).catch(nothingToCheck),
    })
    write(describe(restored))
    process.exitCode = restored.agrees ? 0 : 1
  }
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(isUsage ? `restore: ${error.message}\n\n${usage}` : `restore: ${describeBackupFault(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
}

/** Leaves out the line of each check that agrees: the summary counts them. */
function writeUnlessOk(text: string): void {
  if (!text.startsWith('ok ')) process.stdout.write(text)
}

/** A database without a merchant was backed up as it was. */
function nothingToCheck(error: unknown): true {
  if (!(error instanceof NothingToCheck)) throw error
  process.stdout.write(`${error.message}: nothing was recounted\n`)
  return true
}

function describe({ folder, manifest, movedTo, migrations, pictures, missingKeys, agrees }: Restored): string {
  const { begun, database, media, release } = manifest
  const lines = [
    `restored ${folder}, made by release ${release}`,
    `  database  all that was acknowledged before ${begun}; newest order ${database.newestOrder ?? 'none'}`,
    media === 'backup' ? `  pictures  ${pictures} files put back` : `  pictures  not part of the backup: ${media}`,
    ...(migrations.length > 0 ? [`  migrated  ${migrations.length} files: the backup was older`] : []),
    ...(movedTo === undefined ? [] : [`  before    moved to ${movedTo}; delete it when you no longer need it`]),
    agrees
      ? 'Everything agrees. What came later is not here: docs/operations/backup.md says what that means.'
      : 'Not everything agrees: see the lines WRONG above, and docs/operations/backup.md.',
    ...(missingKeys.length > 0
      ? [
          `BEFORE the service starts: it needs the key ${missingKeys.join(', ')} in SEAL_KEYS (in development the ` +
            'file seal-key in DATA_DIR). Without it no webhook is signed, and no second factor is taken.',
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: { from: { type: 'string' }, replace: flag, help: { ...flag, short: 'h' } },
  })
  if (values.help) return undefined
  if (values.from === undefined || values.from === '')
    throw Object.assign(new BackupFault('--from is missing: a backup, or the folder that backups are kept in'), {
      code: 'ERR_PARSE_ARGS',
    })
  return { from: values.from, replace: values.replace }
}
