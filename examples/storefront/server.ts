import { buildStorefront } from './app.ts'
import { ownKey } from './own-key.ts'
import { readProxies } from './proxies.ts'
import { readTags } from './tags.ts'

/**
 * The storefront as a process: `npm run storefront`. Its settings are variables of the environment, which README.md
 * lists.
 */
const { env } = process
const baseUrl = env['COMMERCE_URL'] ?? 'http://127.0.0.1:3000'
const say = (text: string) => process.stdout.write(`${text}\n`)
const email = env['ADMIN_EMAIL'] ?? 'admin@example.com'
const password = env['ADMIN_PASSWORD'] ?? 'demo-password'
const publicUrl = env['STOREFRONT_URL']?.replace(/\/$/, '')

const key = env['COMMERCE_STOREFRONT_KEY'] ?? (await ownKey({ baseUrl, email, password }, say).catch(explain))
const secret = env['STOREFRONT_SECRET'] ?? key
if (secret.length < 32) throw new Error('STOREFRONT_SECRET needs at least 32 characters')
const app = buildStorefront({
  baseUrl,
  key,
  secret,
  publicUrl,
  feedUrl: env['COMMERCE_FEED_URL'],
  timeoutMs: Number(env['COMMERCE_TIMEOUT_MS'] ?? 8_000),
  isSecure: publicUrl?.startsWith('https:') ?? false,
  trustProxy: orExit(() => readProxies(env['TRUST_PROXY'] ?? '')),
  tags: orExit(() => readTags(env['STOREFRONT_TAGS'], env['STOREFRONT_TAG_HOSTS'])),
  isDevelopment: env['STOREFRONT_DEV'] === '1',
})
const address = await app.listen({ host: env['HOST'] ?? '127.0.0.1', port: Number(env['PORT'] ?? 3100) })
say(`Storefront      ${publicUrl ?? address}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())

function orExit<Setting>(read: () => Setting): Setting {
  try {
    return read()
  } catch (error) {
    say((error as Error).message)
    process.exit(1)
  }
}

function explain(error: Error): never {
  say(`${email} can make no key at ${baseUrl}: ${error.message}. Set COMMERCE_STOREFRONT_KEY (README.md).`)
  process.exit(1)
}
