import type { MigrationFile } from '#src/platform/db/migrations/migration-files.ts'

/**
 * The list of frozen migrations, in the form of `sha256sum`: listed files must be unchanged, new ones are added. A
 * database refuses a changed file, but only where it is deployed; this refuses it where it is written.
 */
export function frozenMigrations(listed: string, numbered: readonly MigrationFile[]): string {
  const lines = numbered.map(({ name, checksum }) => `${checksum}  ${name}`)
  const changed = listed.split('\n').find((line) => line !== '' && !lines.includes(line))
  if (changed !== undefined) {
    const name = changed.replace(/^\S+\s+/, '')
    throw new Error(`migrations/${name} is frozen: restore it, and put the change into a new file with the next number`)
  }
  return `${lines.join('\n')}\n`
}
