import { parseArgs } from 'node:util'
import { BackupFault, describeBackupFault } from '#src/app/backup/fault.ts'
import type { MadeBackup } from '#src/app/backup/make-backup.ts'
import { readStorageSettings } from '#src/config/config.ts'

const usage = `Backs up the database and the pictures, beside the running service.

  node src/entries/admin.ts backup --to FOLDER [--keep N] [--dump] [--json]

FOLDER keeps backups: each is a folder in it that is named by its moment. A backup that is not whole has no such name.
--keep N: deletes the oldest ones, so that N are left.
--dump:   dumps the embedded database with pg_dump, as a database at DATABASE_URL always is.
Reads DATABASE_URL (with DATABASE_OWNER_URL), or the embedded database in DATA_DIR, and MEDIA_STORE.
Exits 0 if the backup is whole, 1 if not, 2 for wrong arguments.
`

/** Exit codes: 0 the backup is whole, 1 it is not, 2 arguments. */
try {
  const parsed = readArguments()
  if (parsed === undefined) process.stdout.write(usage)
  else {
    const { makeBackup } = await import('#src/app/backup/make-backup.ts')
    const log = (line: string) => void process.stderr.write(`${line}\n`)
    const made = await makeBackup({ ...parsed, settings: readStorageSettings(), log })
    process.stdout.write(parsed.json ? asJson(made) : describe(made))
  }
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(isUsage ? `backup: ${error.message}\n\n${usage}` : `backup: ${describeBackupFault(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
}

function describe({ folder, manifest, bytes, deleted }: MadeBackup): string {
  const { database, media, begun, sealKeys, files } = manifest
  const pictures = Object.keys(files).filter((name) => /^media\/..\//.test(name)).length
  const keys = sealKeys.map(({ kid }) => kid).join(', ')
  const lines = [
    `backup ${folder}: ${Object.keys(files).length} files, ${(bytes / 1e6).toFixed(1)} MB`,
    `  database  PostgreSQL ${database.server}, as a ${database.kind}, with all that was acknowledged before ${begun}`,
    media === 'backup' ? `  pictures  ${pictures} files` : `  pictures  not part of it: they are in ${media}`,
    'Not part of it, so keep it elsewhere: SEAL_KEYS' +
      (keys === '' ? '' : ` (${keys})`) +
      ', JWT_SECRETS, and in development the files seal-key and jwt-secret of DATA_DIR.',
    'It holds personal data in plain text: encrypt it, and keep it on another machine.',
    ...(deleted.length > 0 ? [`deleted: ${deleted.join(', ')}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function asJson({ folder, manifest, bytes, deleted }: MadeBackup): string {
  const { files, folders, ...about } = manifest
  return `${JSON.stringify({ folder, ...about, files: Object.keys(files).length, bytes, deleted }, null, 2)}\n`
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { to: text, keep: text, dump: flag, json: flag, help: { ...flag, short: 'h' } },
  })
  if (values.help) return undefined
  const { to, keep, dump, json } = values
  if (to === undefined || to === '') throw usageFault('--to is missing: the folder that backups are kept in')
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) throw usageFault('--keep: expected a number above 0')
  return { to, keep: keep === undefined ? undefined : Number(keep), dump, json }
}

function usageFault(message: string): Error {
  return Object.assign(new BackupFault(message), { code: 'ERR_PARSE_ARGS' })
}
