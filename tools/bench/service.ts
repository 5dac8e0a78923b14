import type { NamedSecret } from '#src/platform/lib/sealed.ts'
import { startFlags } from '../start-flags.ts'
import { type BenchServer, startServer } from './processes.ts'

/** The issuer of its access tokens. */
export const benchPublicUrl = 'https://bench.example'
export const testSecret: NamedSecret = { kid: 'bench', secret: 'known to everybody who reads the benchmark' }
const sealKey: NamedSecret = { kid: 'bench-seal', secret: 'also known to everybody who reads the benchmark' }

export const testSecrets = { jwt: [testSecret], seal: [sealKey] }

/**
 * The service as production runs it, in one process, to be compared with one process: strict mode, access log at `info`
 * (to /dev/null), requests counted against a limit nobody reaches, background work included. TLS is a proxy's.
 */
export function serviceEnvironment(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    TRUST_PROXY: '127.0.0.1',
    JWT_SECRETS: `${testSecret.kid}:${testSecret.secret}`,
    SEAL_KEYS: `${sealKey.kid}:${sealKey.secret}`,
    PUBLIC_URL: benchPublicUrl,
    MAIL: 'off',
    DATABASE_URL: databaseUrl,
    WEB_PROCESSES: '1',
    RATE_LIMIT_PER_MINUTE: '10000000',
    LOGIN_LIMIT_PER_MINUTE: '10000000',
    LOG_LEVEL: 'info',
    // Unpaid orders of one run are not swept away in the midst of another.
    ORDER_PAYMENT_WINDOW_SECONDS: '31536000',
    CART_ABANDONED_AFTER_SECONDS: '31536000',
  }
}

export function startService(
  databaseUrl: string,
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<BenchServer> {
  // To profile a row: BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=/tmp/profiles'
  const nodeOptions = process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []
  return startServer({
    file: '../../src/entries/server.ts',
    environment: { ...serviceEnvironment(databaseUrl), ...environment },
    readyPath: '/health/ready',
    nodeOptions: [...startFlags(), ...flags, ...nodeOptions],
  })
}
