import type { NamedSecret } from '#src/platform/lib/sealed.ts'
import { estimateBits, minSecretBits } from '#src/platform/lib/secret-strength.ts'
import { variable, yes } from './parsers.ts'

/** Settings that allow an exception in production. Part of `variables` in config.ts. */
export const allowances = {
  ALLOW_TEST_PAYMENTS_IN_PRODUCTION: variable({ parse: yes, expected: 'yes', development: false }),
  ALLOW_NO_LIMITS_IN_PRODUCTION: variable({ parse: yes, expected: 'yes', development: false }),
}

interface ProductionConfig {
  readonly production: boolean
  readonly ALLOW_TEST_PAYMENTS_IN_PRODUCTION: boolean
  readonly ALLOW_NO_LIMITS_IN_PRODUCTION: boolean
  readonly TEST_PAYMENTS: boolean
  readonly DEMO_DATA: boolean
  readonly STRIPE_SECRET_KEY: string | undefined
  readonly STRIPE_WEBHOOK_SECRET: readonly string[] | undefined
  readonly RATE_LIMIT_PER_MINUTE: number
  readonly LOGIN_LIMIT_PER_MINUTE: number
  readonly PUBLIC_URL: string | undefined
  readonly MAIL: boolean
  readonly MAIL_FROM: string
  readonly SMTP_URL: string | undefined
  readonly TRUST_PROXY: false | number | readonly string[]
  readonly JWT_SECRETS: readonly NamedSecret[] | undefined
  readonly SEAL_KEYS: readonly NamedSecret[] | undefined
  readonly ADMIN_PASSWORD: string | undefined
  readonly DATABASE_URL: string | undefined
  readonly DATABASE_DIRECT_URL: string | undefined
  readonly DATABASE_OWNER_URL: string | undefined
  readonly DATABASE_READ_URL: string | undefined
  readonly WEBHOOK_PROXY_URL: string | undefined
}

export interface ConfigurationWarning {
  setting: string
  message: string
}

/** Allowed but unusual settings in production: reported at the start and in /metrics. */
export function configurationWarnings(config: ProductionConfig): ConfigurationWarning[] {
  if (!config.production) return []
  const warnings = [...testPayments(config), ...missingLimits(config)]
  if (config.DEMO_DATA) warnings.push({ setting: 'DEMO_DATA', message: 'makes an empty database a demo shop' })
  return warnings
}

/** Faults of a production configuration that would start but serve wrongly. */
export function productionFaults(config: ProductionConfig): string[] {
  if (!config.production) return []
  const faults: string[] = []
  const unlessAllowed = (found: ConfigurationWarning[], allowance: keyof typeof allowances) => {
    if (!config[allowance])
      for (const { setting, message } of found)
        faults.push(`${setting} ${message}; expected another value, or ${allowance}=yes`)
  }
  unlessAllowed(testPayments(config), 'ALLOW_TEST_PAYMENTS_IN_PRODUCTION')
  unlessAllowed(missingLimits(config), 'ALLOW_NO_LIMITS_IN_PRODUCTION')
  if (config.PUBLIC_URL !== undefined && new URL(config.PUBLIC_URL).protocol !== 'https:')
    faults.push('PUBLIC_URL is an http:// address; production expects https://, since it takes requests by TLS alone')
  return [...faults, ...mailFaults(config), ...proxyFaults(config), ...secretFaults(config)]
}

function testPayments(config: ProductionConfig): ConfigurationWarning[] {
  const warnings: ConfigurationWarning[] = []
  if (config.TEST_PAYMENTS) warnings.push({ setting: 'TEST_PAYMENTS', message: 'lets shoppers pay without money' })
  if (config.STRIPE_SECRET_KEY?.split('_')[1] === 'test')
    warnings.push({ setting: 'STRIPE_SECRET_KEY', message: 'is a key of test mode: no money moves' })
  return warnings
}

function missingLimits(config: ProductionConfig): ConfigurationWarning[] {
  return (['RATE_LIMIT_PER_MINUTE', 'LOGIN_LIMIT_PER_MINUTE'] as const)
    .filter((setting) => config[setting] === 0)
    .map((setting) => ({ setting, message: 'is 0: there is no limit' }))
}

/** Domains for documentation and tests (RFC 2606, RFC 6761): nobody answers there, and mail servers refuse them. */
const reservedDomain = /(^|[.@])(example(\.(com|net|org|edu))?|test|invalid|localhost)$/i

function mailFaults({ MAIL, MAIL_FROM, SMTP_URL }: ProductionConfig): string[] {
  if (!MAIL) return []
  const faults: string[] = []
  if (SMTP_URL === undefined)
    faults.push('SMTP_URL is missing; production needs an smtp:// or smtps:// address, or MAIL=off')
  const domain = /@([^@<>\s]+?)\.?>?\s*$/.exec(MAIL_FROM)?.[1]
  if (MAIL_FROM === '') faults.push('MAIL_FROM is missing; production needs a sender of your own, or MAIL=off')
  else if (domain !== undefined && reservedDomain.test(domain))
    faults.push(`MAIL_FROM is at ${domain}, which is for examples; expected a sender of your own, or MAIL=off`)
  return faults
}

/** Wider ranges than these hold addresses of clients: the largest private ones are 10.0.0.0/8 and fc00::/7. */
const widest = { v4: 8, v6: 16 }

function proxyFaults({ TRUST_PROXY }: ProductionConfig): string[] {
  if (typeof TRUST_PROXY !== 'object') return []
  return TRUST_PROXY.filter(isOfEverybody).map(
    (range) =>
      `TRUST_PROXY has ${range}, which holds clients; production expects the addresses or ranges of the proxies`,
  )
}

function isOfEverybody(range: string): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return false
  if (!address.includes(':')) return Number(bits) < widest.v4
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  if (canonical.startsWith('::ffff:')) return Number(bits) - 96 < widest.v4
  const isPrivate = /^f[cd]/.test(canonical) && Number(bits) >= 7
  return !isPrivate && Number(bits) < widest.v6
}

/** Shared secrets: a leak of one setting would open the other, and neither could be replaced alone. */
function secretFaults(config: ProductionConfig): string[] {
  const faults: string[] = []
  const { JWT_SECRETS = [], SEAL_KEYS = [] } = config
  for (const [name, secrets] of Object.entries({ JWT_SECRETS, SEAL_KEYS }))
    for (const { kid, secret } of secrets)
      if (estimateBits(secret) < minSecretBits)
        faults.push(`${name}: "${kid}" is too easy to guess; production expects ${minSecretBits} random bits`)
  const placeOf = new Map<string, { setting: string; owner: string }>()
  for (const { setting, owner, secret } of secretsOf(config)) {
    const other = placeOf.get(secret)
    if (other === undefined) placeOf.set(secret, { setting, owner })
    else if (other.owner !== owner)
      faults.push(`${other.setting} and ${setting} share a secret; expected one of its own for each`)
  }
  return [...new Set(faults)]
}

interface PlacedSecret {
  setting: string
  /** One secret may stand in several variables if they are of one owner: a role of the database. */
  owner: string
  secret: string
}

function secretsOf(config: ProductionConfig): PlacedSecret[] {
  const places: PlacedSecret[] = []
  for (const setting of ['JWT_SECRETS', 'SEAL_KEYS'] as const)
    for (const { secret } of config[setting] ?? []) places.push({ setting, owner: setting, secret })
  for (const secret of config.STRIPE_WEBHOOK_SECRET ?? [])
    places.push({ setting: 'STRIPE_WEBHOOK_SECRET', owner: 'STRIPE_WEBHOOK_SECRET', secret })
  for (const setting of ['ADMIN_PASSWORD', 'STRIPE_SECRET_KEY'] as const) {
    const secret = config[setting]
    if (secret !== undefined) places.push({ setting, owner: setting, secret })
  }
  for (const setting of databaseAddresses) places.push(...passwordOf(setting, config[setting], 'role '))
  for (const setting of ['SMTP_URL', 'WEBHOOK_PROXY_URL'] as const) places.push(...passwordOf(setting, config[setting]))
  return places
}

const databaseAddresses = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const

function passwordOf(setting: string, address: string | undefined, owner?: string): PlacedSecret[] {
  if (address === undefined) return []
  const { username, password, searchParams } = new URL(address)
  const secret = searchParams.get('password') ?? decodeURIComponent(password)
  if (secret === '') return []
  return [{ setting, owner: owner === undefined ? setting : owner + (searchParams.get('user') ?? username), secret }]
}
