import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const secrets = { JWT_SECRETS: `2026:${'x'.repeat(32)}` }
const random = () => randomBytes(16).toString('hex')
const production = {
  NODE_ENV: 'production',
  JWT_SECRETS: `2026:${random()}`,
  SEAL_KEYS: `seal-2026:${random()}`,
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Shop <no-reply@shop.co.uk>',
}

describe('configuration', () => {
  it('has a default for everything in development', () => {
    const config = readConfig({})
    assert.equal(config.PORT, 3000)
    assert.equal(config.ADMIN_EMAIL, 'admin@example.com')
    assert.deepEqual(config.WEBHOOK_RETRY_DELAYS, [1, 5, 25, 125, 300])
    assert.equal(config.RATE_LIMIT_PER_MINUTE, 0)
    assert.equal(config.DEMO_DATA, true)
  })

  it('takes MAIL as a login shell sets it, the path of a mailbox, for on', () => {
    assert.equal(readConfig({ MAIL: '/var/mail/ada' }).MAIL, true)
    assert.throws(() => readConfig({ MAIL: 'no' }), /MAIL is not valid; expected on or off/)
  })

  it('is strict in production: what is missing is named', () => {
    for (const name of ['JWT_SECRETS', 'SEAL_KEYS', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])
      assert.throws(() => readConfig({ NODE_ENV: 'production' }), new RegExp(`${name} is missing; production needs`))
    const { SMTP_URL: _, MAIL_FROM: __, ...withoutMail } = production
    assert.equal(readConfig({ ...withoutMail, MAIL: 'off' }).MAIL, false)
    const config = readConfig(production)
    assert.equal(config.RATE_LIMIT_PER_MINUTE, 1200)
    assert.equal(config.LOGIN_LIMIT_PER_MINUTE, 20)
    assert.deepEqual(config.MAIL_LIMITS, [20, 5, 300])
    assert.deepEqual(readConfig({ ...production, MAIL_LIMITS: '1, 0,3' }).MAIL_LIMITS, [1, 0, 3])
    for (const wrong of ['20', '20,5', '20,5,300,1', '20,5,-1', '20,,300', 'off'])
      assert.match(
        readFaults({ ...production, MAIL_LIMITS: wrong }),
        /MAIL_LIMITS is not valid; expected three numbers/,
      )
    assert.equal(config.DEMO_DATA, false)
    assert.equal(config.ADMIN_PASSWORD, undefined)
  })

  it('refuses secrets that are easy to guess in production, in either list and at any place', () => {
    const weak = 'x'.repeat(40)
    const faultsOf = (changed: object) => readFaults({ ...production, ...changed })
    assert.match(faultsOf({ JWT_SECRETS: `a:${random()},b:${weak}` }), /JWT_SECRETS: "b" is too easy to guess/)
    assert.match(faultsOf({ SEAL_KEYS: `a:${weak}` }), /SEAL_KEYS: "a" is too easy to guess/)
    assert.doesNotMatch(faultsOf({ SEAL_KEYS: `a:${weak}` }), /x{40}/)
    assert.equal(readConfig({ SEAL_KEYS: `a:${weak}` }).SEAL_KEYS?.length, 1)
  })

  it('refuses one key id for two secrets', () => {
    assert.match(readFaults({ SEAL_KEYS: `2026:${random()}`, ...secrets }), /SEAL_KEYS.*two secrets "2026".*expected/)
    assert.match(readFaults({ SEAL_KEYS: `a:${random()},a:${random()}` }), /SEAL_KEYS.*two secrets "a".*expected/)
  })

  it('takes the keys of Stripe together, of one mode, and another address of Stripe in tests alone', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' }
    const all = { ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_a1,whsec_b2' }
    assert.deepEqual(readConfig(all).STRIPE_WEBHOOK_SECRET, ['whsec_a1', 'whsec_b2'])
    assert.equal(readFaults({ ...production, ...all, ALLOW_TEST_PAYMENTS_IN_PRODUCTION: 'yes' }), '')
    assert.match(readFaults(keys), /go together; missing: STRIPE_WEBHOOK_SECRET$/m)
    assert.match(
      readFaults({ STRIPE_SECRET_KEY: 'sk_live_a1' }),
      /missing: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET$/m,
    )
    for (const [name, value] of Object.entries(all)) {
      const faults = readFaults({ ...all, [name]: 'another' })
      assert.match(faults, new RegExp(`${name} is not valid; expected .*Stripe`))
      assert.doesNotMatch(faults, new RegExp(value))
    }
    assert.match(readFaults({ ...all, STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' }), /of different modes/)
    const STRIPE_API_BASE = 'http://127.0.0.1:1'
    assert.equal(readFaults({ ...all, STRIPE_API_BASE }), '')
    assert.match(readFaults({ STRIPE_API_BASE }), /STRIPE_API_BASE is set without STRIPE_SECRET_KEY/)
    assert.match(readFaults({ ...production, ...all, STRIPE_API_BASE }), /STRIPE_API_BASE is for tests/)
    assert.match(readFaults({ ...all, STRIPE_API_BASE: 'stripe' }), /STRIPE_API_BASE is not valid/)
  })

  it('trusts one proxy for TRUST_PROXY=true, and in production wants the proxies named', () => {
    assert.equal(readConfig({ TRUST_PROXY: 'true' }).TRUST_PROXY, 1)
    assert.match(readFaults({ ...production, TRUST_PROXY: 'true' }), /TRUST_PROXY is "true"; production expects/)
    assert.deepEqual(readConfig({ ...production, TRUST_PROXY: '10.0.0.0/8' }).TRUST_PROXY, ['10.0.0.0/8'])
  })

  it('takes a timeout of webhooks up to what a timer can keep', () => {
    assert.equal(readConfig({ WEBHOOK_TIMEOUT_SECONDS: '900' }).WEBHOOK_TIMEOUT_SECONDS, 900)
    assert.match(readFaults({ WEBHOOK_TIMEOUT_SECONDS: '901' }), /WEBHOOK_TIMEOUT_SECONDS is not valid.*at most 900$/)
  })

  it('names every wrong variable at once, with what was expected and without its value', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://u:secret-password@host/db',
      NODE_ENV: 'staging',
      JWT_SECRETS: 'short:secret',
      ADMIN_PASSWORD: 'short',
      MERCHANT_CURRENCY: 'QQQ',
      DEMO_DATA: 'maybe',
      WEBHOOK_RETRY_DELAYS: '1,-5',
      WEBHOOK_TIMEOUT_SECONDS: '0',
      WEBHOOK_SOURCE_ADDRESSES: '198.51.100.300',
      SMTP_URL: 'http://mail',
      TRUST_PROXY: '10.0.0.0/33',
      LOG_LEVEL: 'loud',
      TLS_CERT_FILE: '/cert.pem',
    }
    assert.throws(
      () => readConfig(wrong),
      (error) => {
        assert.ok(error instanceof ConfigError)
        for (const name of Object.keys(wrong).filter((name) => name !== 'TLS_CERT_FILE')) {
          assert.match(error.message, new RegExp(`${name}\\b.*expected`))
        }
        assert.match(error.message, /TLS_KEY_FILE/)
        assert.doesNotMatch(error.message, /secret-password|short:secret/)
        return true
      },
    )
  })

  it('says of a wrong value that it is not valid, and not that it is missing', () => {
    const wrong = {
      ADMIN_EMAIL: 'owner,admin@example.com',
      MERCHANT_NAME: 'Two\tShops',
      MAIL_FROM: 'Shop <shop.example>',
      DATABASE_URL: 'localhost',
      SMTP_URL: 'localhost',
      STRIPE_SECRET_KEY: 'another',
    }
    const keys = { STRIPE_PUBLISHABLE_KEY: 'pk_test_a1', STRIPE_WEBHOOK_SECRET: 'whsec_a1' }
    const owner = { ADMIN_PASSWORD: 'a good password' }
    const standby = { DATABASE_DIRECT_URL: 'postgres://localhost/shop' }
    const faults = readFaults({ ...production, ...owner, ...standby, ...keys, ...wrong })
    const [, ...lines] = faults.split('\n')
    assert.deepEqual(
      lines.map((line) => /^ {2}- (\w+) is not valid; expected \w/.exec(line)?.[1] ?? line).sort(),
      Object.keys(wrong).sort(),
    )
  })

  it('keeps no blanks around an address', () => {
    assert.equal(readConfig({ PUBLIC_URL: ' https://shop.example\n' }).PUBLIC_URL, 'https://shop.example')
  })

  it('reads durations with fractions, lists and ranges', () => {
    const config = readConfig({
      WEBHOOK_RETRY_DELAYS: '0.05, 0.1',
      ACCESS_TOKEN_TTL_SECONDS: '0.5',
      TRUST_PROXY: '10.0.0.0/8,::1',
      ...secrets,
    })
    assert.deepEqual(config.WEBHOOK_RETRY_DELAYS, [0.05, 0.1])
    assert.equal(config.ACCESS_TOKEN_TTL_SECONDS, 0.5)
    assert.deepEqual(config.TRUST_PROXY, ['10.0.0.0/8', '::1'])
    assert.deepEqual(config.JWT_SECRETS, [{ kid: '2026', secret: 'x'.repeat(32) }])
  })

  it('takes a grace of refresh tokens of 0, which is off, to 300 seconds', () => {
    assert.equal(readConfig({}).REFRESH_GRACE_SECONDS, 30)
    for (const value of ['0', '0.5', '300'])
      assert.equal(readConfig({ REFRESH_GRACE_SECONDS: value }).REFRESH_GRACE_SECONDS, Number(value))
    for (const value of ['301', '-1', 'off', '1e2']) {
      const faults = readFaults({ REFRESH_GRACE_SECONDS: value })
      assert.match(faults, /REFRESH_GRACE_SECONDS is not valid; expected seconds from 0, which is off, to 300/)
    }
  })

  it('reads where pictures are kept, and refuses what is no bucket', () => {
    const store = (MEDIA_STORE: string) => readConfig({ MEDIA_STORE }).MEDIA_STORE
    assert.deepEqual(store('s3://pictures'), { bucket: 'pictures', prefix: '' })
    assert.deepEqual(store('s3://my.pictures-1/a/b/'), { bucket: 'my.pictures-1', prefix: 'a/b/' })
    for (const value of ['pictures', 'https://pictures', 's3://', 's3://-a', 's3://Pictures', 's3://pictures/a b'])
      assert.match(readFaults({ MEDIA_STORE: value }), /MEDIA_STORE is not valid; expected s3:/, value)
    assert.match(readFaults({ MEDIA_S3_ENDPOINT: 'https://s3.example.com' }), /is set without MEDIA_STORE/)
  })
})

function readFaults(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
