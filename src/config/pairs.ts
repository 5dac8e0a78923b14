import type { NamedSecret } from '#src/platform/lib/sealed.ts'

interface PairedConfig {
  readonly TLS_CERT_FILE: string | undefined
  readonly TLS_KEY_FILE: string | undefined
  readonly ADMIN_EMAIL: string | undefined
  readonly ADMIN_PASSWORD: string | undefined
  readonly DATABASE_URL: string | undefined
  readonly DATABASE_DIRECT_URL: string | undefined
  readonly DATABASE_OWNER_URL: string | undefined
  readonly DATABASE_READ_URL: string | undefined
}

/** Faults of variables that go together. */
export function pairFaults(config: PairedConfig): string[] {
  const faults: string[] = []
  const together = (one: keyof PairedConfig, other: keyof PairedConfig) => {
    if (Boolean(config[one]) !== Boolean(config[other]))
      faults.push(`${one} and ${other} go together; one of them is missing`)
  }
  together('TLS_CERT_FILE', 'TLS_KEY_FILE')
  together('ADMIN_EMAIL', 'ADMIN_PASSWORD')
  if (config.DATABASE_URL !== undefined) return faults
  if (config.DATABASE_DIRECT_URL !== undefined)
    faults.push('DATABASE_URL is missing; DATABASE_DIRECT_URL is the same database past a pooler')
  if (config.DATABASE_OWNER_URL !== undefined)
    faults.push('DATABASE_URL is missing; DATABASE_OWNER_URL is the same database as the owner of its schema')
  if (config.DATABASE_READ_URL !== undefined)
    faults.push('DATABASE_READ_URL is set without DATABASE_URL; expected a standby of that')
  return faults
}

interface KeyConfig {
  readonly JWT_SECRETS: readonly NamedSecret[] | undefined
  readonly SEAL_KEYS: readonly NamedSecret[] | undefined
}

/** Keys of one name with two secrets: a value at rest and a token name their key by its id. */
export function keyFaults({ JWT_SECRETS = [], SEAL_KEYS = [] }: KeyConfig): string[] {
  const faults: string[] = []
  const named = new Map<string, string>()
  for (const { kid, secret } of [...JWT_SECRETS, ...SEAL_KEYS]) {
    if ((named.get(kid) ?? secret) !== secret)
      faults.push(`SEAL_KEYS and JWT_SECRETS name two secrets "${kid}"; expected a name of its own for each`)
    named.set(kid, secret)
  }
  return faults
}
