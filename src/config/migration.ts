import { type Config, ConfigError, declaredSettings } from './config.ts'

const names = [
  ...(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const),
  ...(['DATABASE_WAIT_SECONDS', 'LOG_LEVEL', 'EXTENSIONS', 'EXTENSIONS_TRUSTED'] as const),
] as const

type MigrationSettings = Pick<Config, (typeof names)[number]>

/** The settings of `commerce-admin migrate`, which gets no secret but those of the database. @throws ConfigError */
export function readMigrationSettings(environment: NodeJS.ProcessEnv = process.env): MigrationSettings {
  const faults: string[] = []
  const values = names.map((name) => {
    const setting = declaredSettings[name]
    const given = environment[name] || undefined
    const value = given === undefined ? setting?.development : setting?.parse(given)
    if (value === undefined && (given !== undefined || name === 'DATABASE_URL'))
      faults.push(`${name}: expected ${setting?.expected}`)
    return [name, value]
  })
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.fromEntries(values) as MigrationSettings
}
