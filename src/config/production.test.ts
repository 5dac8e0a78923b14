import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { configurationWarnings } from './production.ts'

const random = () => randomBytes(16).toString('hex')
const production = {
  NODE_ENV: 'production',
  JWT_SECRETS: `2026:${random()}`,
  SEAL_KEYS: `seal-2026:${random()}`,
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mailer:mail-password@mail.example',
  MAIL_FROM: 'Shop <no-reply@shop.co.uk>',
}

/** The lines of what production refuses. */
function faultsOf(changes: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...production, ...changes })
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n').slice(1)
  }
}

describe('configuration of production', () => {
  it('refuses a sender that is missing or of a domain for examples, unless no mail is sent', () => {
    assert.deepEqual(faultsOf({}), [])
    assert.match(faultsOf({ MAIL_FROM: '' }).join(), /MAIL_FROM is missing; production needs a sender.*or MAIL=off/)
    const reserved = ['no-reply@example.com', 'S <a@mail.EXAMPLE.net>', 'a@shop.example', 'a@shop.test', 'a@b.invalid']
    for (const MAIL_FROM of reserved) {
      assert.match(faultsOf({ MAIL_FROM }).join(), /MAIL_FROM is at .*, which is for examples; expected/, MAIL_FROM)
      assert.deepEqual(faultsOf({ MAIL_FROM, MAIL: 'off' }), [])
      assert.equal(readConfig({ MAIL_FROM }).MAIL_FROM, MAIL_FROM)
    }
    assert.deepEqual(faultsOf({ MAIL_FROM: 'a@example.com.au' }), [])
    assert.deepEqual(faultsOf({ MAIL_FROM: 'a@myexample.com' }), [])
  })

  it('refuses payments without money and limits of 0 unless each is allowed, and then warns of them', () => {
    const cases: [Record<string, string>, string][] = [
      [{ TEST_PAYMENTS: 'true' }, 'ALLOW_TEST_PAYMENTS_IN_PRODUCTION'],
      [
        { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_PUBLISHABLE_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' },
        'ALLOW_TEST_PAYMENTS_IN_PRODUCTION',
      ],
      [{ RATE_LIMIT_PER_MINUTE: '0' }, 'ALLOW_NO_LIMITS_IN_PRODUCTION'],
      [{ LOGIN_LIMIT_PER_MINUTE: '0' }, 'ALLOW_NO_LIMITS_IN_PRODUCTION'],
    ]
    for (const [changes, allowance] of cases) {
      const [setting = ''] = Object.keys(changes)
      const [fault = '', ...others] = faultsOf(changes)
      assert.match(fault, new RegExp(`^  - ${setting} .*; expected another value, or ${allowance}=yes$`))
      assert.deepEqual(others, [])
      const allowed = readConfig({ ...production, ...changes, [allowance]: 'yes' })
      assert.deepEqual(
        configurationWarnings(allowed).map((warning) => warning.setting),
        [setting],
      )
      assert.match(faultsOf({ ...changes, [allowance]: 'true' }).join(), new RegExp(`${allowance} is not valid`))
      assert.deepEqual(configurationWarnings(readConfig(changes)), [])
    }
    assert.deepEqual(configurationWarnings(readConfig(production)), [])
    const demo = configurationWarnings(readConfig({ ...production, DEMO_DATA: 'true' }))
    assert.deepEqual([demo[0]?.setting, demo.length], ['DEMO_DATA', 1])
  })

  it('refuses an address for clients without TLS', () => {
    assert.match(faultsOf({ PUBLIC_URL: 'http://shop.example' }).join(), /PUBLIC_URL is an http:\/\/ address.*expects/)
    assert.equal(readConfig({ PUBLIC_URL: 'http://localhost:3000' }).PUBLIC_URL, 'http://localhost:3000')
  })

  it('refuses one secret in two places, also a password in an address, and never shows it', () => {
    const secret = random()
    const whsec = `whsec_${random()}`
    const cases: [Record<string, string>, RegExp][] = [
      [{ JWT_SECRETS: `a:${secret}`, SEAL_KEYS: `b:${secret}` }, /JWT_SECRETS and SEAL_KEYS share a secret/],
      [
        { JWT_SECRETS: `a:${random()},b:${secret}`, SEAL_KEYS: `c:${random()},d:${secret}` },
        /JWT_SECRETS and SEAL_KEYS/,
      ],
      [{ SEAL_KEYS: `b:${secret}`, DATABASE_URL: `postgres://shop:${secret}@db/shop` }, /SEAL_KEYS and DATABASE_URL/],
      [
        { JWT_SECRETS: `b:${secret}`, DATABASE_URL: `postgres://db/shop?password=${secret}` },
        /JWT_SECRETS and DATABASE_URL/,
      ],
      [
        { SMTP_URL: `smtp://u:${secret}@m`, DATABASE_URL: `postgres://u:${secret}@db/shop` },
        /DATABASE_URL and SMTP_URL/,
      ],
      [{ ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: secret, SEAL_KEYS: `b:${secret}` }, /SEAL_KEYS and ADMIN_PASSWORD/],
      [
        {
          STRIPE_SECRET_KEY: 'sk_live_a',
          STRIPE_PUBLISHABLE_KEY: 'pk_live_a',
          STRIPE_WEBHOOK_SECRET: whsec,
          SEAL_KEYS: `b:${whsec}`,
        },
        /SEAL_KEYS and STRIPE_WEBHOOK_SECRET/,
      ],
      [
        {
          DATABASE_URL: `postgres://shop:p%40${secret}@db/shop`,
          DATABASE_OWNER_URL: `postgres://owner:p%40${secret}@db/shop`,
        },
        /DATABASE_URL and DATABASE_OWNER_URL share a secret; expected one of its own for each/,
      ],
    ]
    for (const [changes, message] of cases) {
      const faults = faultsOf(changes)
      assert.match(faults.join('\n'), message)
      assert.equal(faults.length, 1)
      assert.doesNotMatch(faults.join('\n'), new RegExp(secret))
    }
    // One role past a pooler has one password.
    const DATABASE_URL = `postgres://shop:${secret}@pooler/shop`
    assert.deepEqual(faultsOf({ DATABASE_URL, DATABASE_DIRECT_URL: `postgres://shop:${secret}@db/shop` }), [])
  })

  it('refuses to trust proxies of everybody, also in parts', () => {
    const everybody = ['0.0.0.0/1,128.0.0.0/1', '::/1,8000::/1', '10.0.0.1,2000::/3', '64.0.0.0/7', '::ffff:0.0.0.0/97']
    for (const TRUST_PROXY of everybody)
      assert.match(
        faultsOf({ TRUST_PROXY }).join('\n'),
        /TRUST_PROXY has .*, which holds clients; production/,
        TRUST_PROXY,
      )
    for (const TRUST_PROXY of ['0.0.0.0/0', '::/0', '::ffff:0:0/96']) {
      assert.match(
        faultsOf({ TRUST_PROXY }).join(),
        /TRUST_PROXY is not valid; expected .*not of everybody/,
        TRUST_PROXY,
      )
      assert.throws(() => readConfig({ TRUST_PROXY }), /TRUST_PROXY is not valid/)
    }
    for (const TRUST_PROXY of ['10.0.0.0/8,fc00::/7', '2400:cb00::/32,104.16.0.0/13', '::1,127.0.0.1', '2'])
      assert.deepEqual(faultsOf({ TRUST_PROXY }), [], TRUST_PROXY)
  })

  it('names all of it at once', () => {
    const faults = faultsOf({
      MAIL_FROM: 'no-reply@example.com',
      TEST_PAYMENTS: 'true',
      RATE_LIMIT_PER_MINUTE: '0',
      LOGIN_LIMIT_PER_MINUTE: '0',
      PUBLIC_URL: 'http://shop.example',
      SEAL_KEYS: production.JWT_SECRETS,
      TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1',
    })
    assert.equal(faults.length, 8, faults.join('\n'))
  })
})
