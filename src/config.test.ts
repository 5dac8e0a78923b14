import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ConfigError, readConfig, variableNames } from './config.ts'

const secrets = { JWT_SECRETS: `2026:${'x'.repeat(32)}` }

describe('configuration', () => {
  it('has a default for everything in development', () => {
    const config = readConfig({})
    assert.equal(config.PORT, 3000)
    assert.equal(config.ADMIN_EMAIL, 'admin@example.com')
    assert.deepEqual(config.WEBHOOK_RETRY_DELAYS, [1, 5, 25, 125, 300])
    assert.equal(config.RATE_LIMIT_PER_MINUTE, 0)
    assert.equal(config.DEMO_DATA, true)
  })

  it('is strict in production: a missing secret is named', () => {
    assert.throws(() => readConfig({ NODE_ENV: 'production' }), /JWT_SECRETS is missing/)
    const config = readConfig({ NODE_ENV: 'production', ...secrets })
    assert.equal(config.RATE_LIMIT_PER_MINUTE, 1200)
    assert.equal(config.LOGIN_LIMIT_PER_MINUTE, 20)
    assert.equal(config.DEMO_DATA, false)
    assert.equal(config.ADMIN_PASSWORD, undefined)
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
    assert.deepEqual(readConfig({ TRUST_PROXY: 'true' }).TRUST_PROXY, true)
    assert.deepEqual(config.JWT_SECRETS, [{ kid: '2026', secret: 'x'.repeat(32) }])
  })

  it('is described on the operations page, every variable', () => {
    const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
    assert.deepEqual(
      variableNames.filter((name) => !page.includes(`\`${name}\``)),
      [],
    )
  })
})
