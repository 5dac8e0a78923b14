import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fastify } from 'fastify'
import pg from 'pg'
import { ConfigError, declaredSettings, readConfig } from './config.ts'
import { configurationWarnings } from './production.ts'

const odd = [
  ...['', ' ', '\t', '\n', 'a\nb', '\r\n', '\u200b', 'é', '日本語', '💥', '\ud800', '\ufffd', '%', '%zz', '%ff', '%00'],
  ...['0', '-0', '-1', '+1', '00', '1e9', '1e999', '0x10', '1.5', '.5', '1.', '9'.repeat(400), 'NaN', 'Infinity', '٣'],
  ...['true', 'false', 'yes', 'no', 'on', 'off', 'null', 'undefined', '[object Object]', '__proto__', 'constructor'],
  ...[',', ',,', '1,', 'a,b', ':', '::', '/', '//', '/0', '::/0', '::/129', '0.0.0.0/0', '0.0.0.0/33', '1.2.3.4/1/2'],
  ...['fe80::1%eth0', 'fe80::1%é/64', '::ffff:1.2.3.4', '::ffff:0:0/96', '::ffff:10.0.0.0/8', '0:0:0:0:0:ffff::/97'],
  ...[
    'postgres:',
    'postgres:x',
    'postgres://',
    'postgres:///x',
    'postgres://%',
    'postgres://u:%zz@h/x',
    'postgres://h/%e0',
  ],
  ...['postgres://h:99999/x', 'postgres://[::1/x', 'postgres://u:p@h/x?%', 'postgres://h/x?port=y', 'postgres://%2F/x'],
  ...[
    'https:',
    'https://',
    'https://%',
    'http://a b',
    'https://h/%zz',
    'https://h:0/',
    'https://é.example',
    'https://u:p@h',
  ],
  ...[
    'smtp:',
    'smtp:x',
    'smtp://%zz@h',
    'smtps://h?%',
    'mailto:',
    'mailto:a@b.c',
    'a@b',
    'a@b.c',
    '<a@b.c>',
    'A <a@b.c',
    '<>',
  ],
  ...[
    `k:${'x'.repeat(32)}`,
    `k:${'é'.repeat(32)}`,
    `__proto__:${'x'.repeat(32)}`,
    `k:${'x'.repeat(130_000)}`,
    'k:',
    ':k',
  ],
  ...['x'.repeat(130_000), ','.repeat(100_000), '(a'.repeat(50_000), '<'.repeat(100_000), 'a@'.repeat(50_000)],
  ...['sk_test_', 'sk_test_a', 'pk_live_a', 'whsec_', '../..', '/dev/null', 'GBP', 'gbp', 'production'],
]
const random = (name: string) => `${name}:0123456789abcdefghijklmnopqrstuv${name}`
const modes = [
  {},
  {
    NODE_ENV: 'production',
    JWT_SECRETS: random('jwt'),
    SEAL_KEYS: random('seal'),
    PUBLIC_URL: 'https://a.b',
    MAIL: 'off',
  },
  { NODE_ENV: 'production', SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b.co' },
]

it('each variable with each odd value makes a configuration that can be used, or is refused by its name', () => {
  for (const name of [...Object.keys(declaredSettings), 'NODE_ENV'])
    for (const value of odd)
      for (const mode of modes) {
        const what = `${name}=${value.slice(0, 60)}`
        try {
          use(readConfig({ ...mode, [name]: value }), what)
        } catch (error) {
          assert.ok(error instanceof ConfigError, `${what}: ${(error as Error).stack}`)
          for (const line of error.message.split('\n').slice(1)) assert.match(line, /^ {2}- .*[A-Z_]{4,}/, what)
        }
      }
})

/** What takes a value apart throws nothing, either. */
function use(config: ReturnType<typeof readConfig>, what: string): void {
  configurationWarnings(config)
  const { TRUST_PROXY: proxies, DATABASE_URL, SMTP_URL, WEBHOOK_PROXY_URL, PUBLIC_URL } = config
  assert.doesNotThrow(() => {
    if (typeof proxies === 'object') fastify({ trustProxy: [...proxies] })
    if (DATABASE_URL !== undefined) new pg.Client({ connectionString: DATABASE_URL })
    for (const address of [SMTP_URL, WEBHOOK_PROXY_URL, PUBLIC_URL]) if (address !== undefined) new URL(address)
  }, what)
}
