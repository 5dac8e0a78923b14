import { mediaFaults } from './media.ts'
import { keyFaults, pairFaults } from './pairs.ts'
import type { Variable } from './parsers.ts'
import { paymentFaults } from './payments.ts'
import { processFaults } from './processes.ts'
import { productionFaults } from './production.ts'
import { variables } from './variables.ts'

/**
 * The only reader of the environment; variables.ts describes every variable once. Invalid values are reported all at
 * once, with what was expected, and the service does not start.
 */

type Values = { readonly [Name in keyof typeof variables]: (typeof variables)[Name]['development'] }

export interface Config extends Values {
  readonly production: boolean
}

export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Reads and checks the whole environment.
 * @throws ConfigError that names every fault at once
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = []
  const wrong: string[] = []
  const mode = environment['NODE_ENV'] || 'development'
  if (!['development', 'production', 'test'].includes(mode)) {
    faults.push('NODE_ENV is not valid; expected development or production')
  }
  const production = mode === 'production'

  const values = Object.entries<Variable<unknown>>(variables).map(([name, { parse, expected, ...defaults }]) => {
    const given = environment[name]
    const fallback = production && 'production' in defaults ? defaults.production : defaults.development
    if (given === undefined || given === '') {
      if (fallback !== 'required') return [name, fallback]
      faults.push(`${name} is missing; production needs ${expected}`)
      return [name, undefined]
    }
    const value = parse(given)
    if (value === undefined) {
      wrong.push(name)
      faults.push(`${name} is not valid; expected ${expected}`)
    }
    return [name, value]
  })
  const config = { production, ...Object.fromEntries(values) } as Config

  // An invalid value is not reported as missing, too.
  const contradictions = [
    ...pairFaults(config),
    ...paymentFaults(config),
    ...mediaFaults(config),
    ...keyFaults(config),
    ...processFaults(config),
    ...productionFaults(config),
  ]
  faults.push(...contradictions.filter((fault) => !wrong.some((name) => fault.includes(name))))
  if (production && environment['TRUST_PROXY'] === 'true') {
    faults.push('TRUST_PROXY is "true"; production expects the addresses or the number of the proxies')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(config)
}

/** The database alone, for commands that need nothing else. @throws ConfigError */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const { parse, expected } = variables.DATABASE_URL
  const value = parse(environment['DATABASE_URL'] ?? '')
  if (value === undefined) throw new ConfigError([`DATABASE_URL: expected ${expected}`])
  return value
}

type SettingName = keyof typeof variables

/** Some settings, for commands that need no others; none of them is required. @throws ConfigError */
function readSome<Name extends SettingName>(
  names: readonly Name[],
  environment: NodeJS.ProcessEnv,
): Pick<Values, Name> {
  const read = (name: Name) => {
    const { parse, expected, development }: Variable<unknown> = variables[name]
    const given = environment[name] || undefined
    const value = given === undefined ? development : parse(given)
    if (value === undefined && given !== undefined) throw new ConfigError([`${name}: expected ${expected}`])
    return [name, value]
  }
  return Object.fromEntries(names.map(read)) as Pick<Values, Name>
}

const mediaNames = ['DATA_DIR', 'MEDIA_STORE', 'MEDIA_S3_ENDPOINT', 'MEDIA_S3_REGION'] as const
const storageNames = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'SEAL_KEYS', 'PG_BIN'] as const

/** Where pictures are kept, for commands that need nothing else. @throws ConfigError */
export function readMediaSettings(environment: NodeJS.ProcessEnv = process.env) {
  return readSome(mediaNames, environment)
}

/** Where all is kept, for commands that copy it or tell of it. @throws ConfigError */
export function readStorageSettings(environment: NodeJS.ProcessEnv = process.env) {
  return readSome([...mediaNames, ...storageNames], environment)
}

export type StorageSettings = ReturnType<typeof readStorageSettings>

/** Role of a supervised process. */
export type ProcessRole = 'web' | 'background'

/** The role that the supervisor gave this process; undefined for a process it did not start. */
export function readProcessRole(environment: NodeJS.ProcessEnv = process.env): ProcessRole | undefined {
  const role = environment['COMMERCE_PROCESS']
  return role === 'web' || role === 'background' ? role : undefined
}

/** All settings by name; docs/operations/configuration.md is generated from them. */
export const declaredSettings: Readonly<Record<string, Variable<unknown>>> = variables
