import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '#src/config/config.ts'
import { productionVariables } from '#test/support/app.ts'
import {
  countConfigurationWarning,
  registerConfigurationMetrics,
  sayWhoseAddressCounts,
  warnOfConfiguration,
} from './configuration-warnings.ts'

it('what production was allowed by name is warned of in the log and in the metrics, without its value', async () => {
  const said = async (changes: Record<string, string>) => {
    const config = readConfig({ ...productionVariables, ...changes })
    const lines: string[] = []
    warnOfConfiguration(config, pino({}, { write: (line: string) => void lines.push(line) }))
    const registry = new Registry()
    registerConfigurationMetrics(registry, config)
    const metrics = (await registry.metrics()).split('\n').filter((line) => line.startsWith('configuration_warnings'))
    return { metrics, messages: lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]) }
  }
  assert.deepEqual(await said({}), { metrics: [], messages: [] })
  assert.deepEqual(await said({ LOGIN_LIMIT_PER_MINUTE: '0', ALLOW_NO_LIMITS_IN_PRODUCTION: 'yes' }), {
    metrics: ['configuration_warnings{setting="LOGIN_LIMIT_PER_MINUTE"} 1'],
    messages: [[40, 'LOGIN_LIMIT_PER_MINUTE is 0: there is no limit; production seldom means that']],
  })
})

it('a setting that requests show to be wrong is counted beside those of the configuration', async () => {
  const registry = new Registry()
  for (let n = 0; n < 2; n++) countConfigurationWarning(registry, 'TRUST_PROXY')
  registerConfigurationMetrics(registry, readConfig({ ...productionVariables }))
  assert.match(await registry.metrics(), /^configuration_warnings\{setting="TRUST_PROXY"\} 1$/m)
})

it('the start says what a proxy before the service needs, unless none can be there or one is named', () => {
  const said = (changes: Record<string, string>) => {
    const lines: string[] = []
    sayWhoseAddressCounts(readConfig(changes), pino({}, { write: (line: string) => void lines.push(line) }))
    return lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg.split(':')[0]])
  }
  const tls = { ...productionVariables, TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }
  const noProxy = [[30, 'TRUST_PROXY names no proxy']]
  const noTls = [[40, 'production refuses requests without TLS, and nothing ends it']]
  for (const [changes, lines] of [
    [{}, []],
    [{ HOST: 'localhost' }, []],
    [{ HOST: '::1' }, []],
    [{ HOST: '0.0.0.0' }, noProxy],
    [{ HOST: '::' }, noProxy],
    [{ HOST: '10.0.0.5' }, noProxy],
    [{ HOST: '0.0.0.0', TRUST_PROXY: '1' }, []],
    [tls, noProxy],
    [productionVariables, noTls],
    [{ ...productionVariables, TRUST_PROXY: '10.0.0.2' }, []],
  ] as const)
    assert.deepEqual(said(changes), lines, JSON.stringify(changes))
})
