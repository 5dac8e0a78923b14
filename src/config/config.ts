import { isCurrency } from '#src/platform/lib/money.ts'
import type { NamedSecret } from '#src/platform/lib/sealed.ts'
import { mediaFaults, mediaVariables } from './media.ts'
import { keyFaults, pairFaults } from './pairs.ts'
import {
  addressOrRange,
  contact,
  emailAddress,
  flag,
  integer,
  ipAddress,
  list,
  mailSwitch,
  name,
  namedSecret,
  oneOf,
  seconds,
  secondsFromZero,
  secondsUpTo,
  sender,
  text,
  three,
  url,
  type Variable,
  variable,
} from './parsers.ts'
import { paymentFaults, paymentVariables } from './payments.ts'
import { processFaults, processVariables } from './processes.ts'
import { allowances, productionFaults } from './production.ts'

/**
 * The only reader of the environment. Every variable is described once, in `variables`. Invalid values are reported all
 * at once, with what was expected, and the service does not start.
 */

const none = undefined

const namedSecrets = variable<readonly NamedSecret[] | undefined>({
  parse: list(namedSecret, 16),
  expected: 'kid:secret,... with secrets of at least 32 characters',
  development: none,
  production: 'required',
})

const databaseAddress = variable<string | undefined>({
  parse: url('postgres:', 'postgresql:'),
  expected: 'a postgres:// address',
  development: none,
})

const variables = {
  HOST: variable({ parse: text, expected: 'an address to listen on', development: '127.0.0.1' }),
  PORT: variable({ parse: integer(0, 65535), expected: 'a port from 0 to 65535', development: 3000 }),
  METRICS_PORT: variable<number | undefined>({
    parse: integer(0, 65535),
    expected: 'a port from 0 to 65535',
    development: none,
  }),
  METRICS_HOST: variable<string | undefined>({ parse: text, expected: 'an address to listen on', development: none }),
  DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_OWNER_URL: databaseAddress,
  DATABASE_READ_URL: databaseAddress,
  READ_MAX_LAG_SECONDS: variable({
    parse: integer(1, 300),
    expected: 'seconds from 1 to 300',
    development: 5,
  }),
  DATABASE_WAIT_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 60 }),
  DATABASE_POOL_SIZE: variable({ parse: integer(2, 200), expected: 'a number from 2 to 200', development: 10 }),
  MAX_CONNECTIONS: variable({ parse: integer(1, 1_000_000), expected: 'a number above 0', development: 10_000 }),
  MAX_LOOP_DELAY_MS: variable({
    parse: integer(10, 60_000),
    expected: 'milliseconds from 10 to 60000',
    development: 120,
  }),
  MAX_QUEUE_WAIT_MS: variable({
    parse: integer(1, 60_000),
    expected: 'milliseconds from 1 to 60000',
    development: 800,
  }),
  DATA_DIR: variable({ parse: text, expected: 'a folder', development: './data' }),
  PG_BIN: variable<string | undefined>({ parse: text, expected: 'a folder', development: none }),
  RUN_AS_USER: variable<string | undefined>({ parse: text, expected: 'the name of a user', development: none }),
  JWT_SECRETS: namedSecrets,
  SEAL_KEYS: namedSecrets,
  ADMIN_EMAIL: variable<string | undefined>({
    parse: emailAddress,
    expected: 'an e-mail address such as owner@example.com',
    development: 'admin@example.com',
    production: none,
  }),
  ADMIN_PASSWORD: variable<string | undefined>({
    parse: (value) => (value.length >= 8 && value.length <= 128 ? value : undefined),
    expected: '8 to 128 characters',
    development: 'demo-password',
    production: none,
  }),
  MERCHANT_NAME: variable({ parse: name, expected: 'a name of 1 to 200 characters', development: 'Demo Shop' }),
  MERCHANT_CURRENCY: variable({
    parse: (value) => (isCurrency(value) ? value : undefined),
    expected: 'an ISO 4217 code such as GBP',
    development: 'GBP',
  }),
  DEMO_DATA: variable({ parse: flag, expected: 'true or false', development: true, production: false }),
  ACCESS_TOKEN_TTL_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 86_400 }),
  REFRESH_GRACE_SECONDS: variable({
    parse: secondsFromZero(300),
    expected: 'seconds from 0, which is off, to 300',
    development: 30,
  }),
  CART_ABANDONED_AFTER_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 86_400 }),
  ...paymentVariables,
  ...mediaVariables,
  // The register of VAT numbers of the EU; without it they are checked by their form alone.
  VIES_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'an http:// or https:// address',
    development: none,
  }),
  ...allowances,
  ORDER_PAYMENT_WINDOW_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 1_800 }),
  // A timer of more than 24 days would end at once.
  WEBHOOK_TIMEOUT_SECONDS: variable({
    parse: secondsUpTo(900),
    expected: 'seconds above 0, at most 900',
    development: 30,
  }),
  WEBHOOK_MAX_WAIT_SECONDS: variable({ parse: seconds, expected: 'seconds above 0', development: 259_200 }),
  WEBHOOK_RETRY_DELAYS: variable<readonly number[]>({
    parse: list(seconds, 20),
    expected: 'seconds, separated by commas',
    development: [1, 5, 25, 125, 300],
  }),
  RATE_LIMIT_PER_MINUTE: variable({
    parse: integer(0, 10_000_000),
    expected: 'a number, 0 for off',
    development: 0,
    production: 1200,
  }),
  LOGIN_LIMIT_PER_MINUTE: variable({
    parse: integer(0, 10_000_000),
    expected: 'a number, 0 for off',
    development: 0,
    production: 20,
  }),
  MAIL_LIMITS: variable<readonly [ofAddress: number, ofPerson: number, ofShop: number]>({
    parse: three(integer(0, 10_000_000)),
    expected: 'three numbers, 0 for off: mails an hour by a client address, a guest and a shop, such as 20,5,300',
    development: [0, 0, 0],
    production: [20, 5, 300],
  }),
  WEBHOOK_SOURCE_ADDRESSES: variable<readonly string[]>({
    parse: list(ipAddress, 64),
    expected: 'local IP addresses, separated by commas',
    development: [],
  }),
  WEBHOOK_PROXY_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'an http:// or https:// address',
    development: none,
  }),
  MAIL: variable({ parse: mailSwitch, expected: 'on or off', development: true }),
  SMTP_URL: variable<string | undefined>({
    parse: url('smtp:', 'smtps:'),
    expected: 'an smtp:// or smtps:// address',
    development: none,
  }),
  MAIL_FROM: variable({
    parse: sender,
    expected: 'a sender such as Shop <shop@example.com>',
    development: 'Commerce Platform <no-reply@example.com>',
    production: '',
  }),
  PUBLIC_URL: variable<string | undefined>({
    parse: url('http:', 'https:'),
    expected: 'the address clients use, http:// or https://',
    development: none,
    production: 'required',
  }),
  SECURITY_CONTACT: variable<string | undefined>({
    parse: contact,
    expected: 'an e-mail address or a page (https://)',
    development: none,
  }),
  TRUST_PROXY: variable<false | number | readonly string[]>({
    // Never trusts the whole chain: its first address is written by the client. `true` trusts the last proxy.
    parse: (value) =>
      value === 'false' ? false : value === 'true' ? 1 : (integer(1, 16)(value) ?? list(addressOrRange, 64)(value)),
    expected: 'a number of proxies, or their addresses or ranges (not of everybody), separated by commas',
    development: false,
  }),
  TLS_CERT_FILE: variable<string | undefined>({ parse: text, expected: 'a PEM file', development: none }),
  TLS_KEY_FILE: variable<string | undefined>({ parse: text, expected: 'a PEM file', development: none }),
  LOG_LEVEL: variable({
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    expected: 'fatal, error, warn, info, debug, trace or silent',
    development: 'info',
  }),
  ...processVariables,
}

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
