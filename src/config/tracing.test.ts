import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readTracing } from './tracing.ts'

const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const defaults = { protocol: 'http/protobuf', ratio: 1, everyMs: 5_000, warnings: [] }

it('traces are sent if an address or the exporter is named, and not if they are switched off', () => {
  for (const environment of [
    on,
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
    { OTEL_TRACES_EXPORTER: 'otlp' },
  ])
    assert.deepEqual(readTracing(environment), defaults)
  for (const environment of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_SERVICE_NAME: 'shops' },
    { ...on, OTEL_SDK_DISABLED: 'true' },
    { ...on, OTEL_TRACES_EXPORTER: 'none' },
  ])
    assert.equal(readTracing(environment), undefined)
})

it('the sampler and the encoding are those of OpenTelemetry', () => {
  const read = (environment: Record<string, string>) => readTracing({ ...on, ...environment })
  assert.equal(read({ OTEL_TRACES_SAMPLER: 'always_off' })?.ratio, 0)
  assert.equal(read({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' })?.ratio, 0.05)
  assert.equal(read({ OTEL_TRACES_SAMPLER: 'traceidratio' })?.ratio, 1)
  assert.equal(read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })?.protocol, 'http/json')
  assert.equal(
    read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' })?.protocol,
    'http/protobuf',
  )
  assert.equal(read({ OTEL_BSP_SCHEDULE_DELAY: '250' })?.everyMs, 250)
})

it('an unknown value is named in a warning, and the default holds', () => {
  for (const [name, value] of [
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_BSP_SCHEDULE_DELAY', '-1'],
  ] as const) {
    const { warnings = [], ...rest } = readTracing({ ...on, [name]: value }) ?? {}
    assert.deepEqual(rest, { protocol: 'http/protobuf', ratio: 1, everyMs: 5_000 })
    assert.ok(warnings[0]?.startsWith(`${name}=${value} is not`), `${warnings}`)
  }
  const secret = readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'user:password@collector' })?.warnings
  assert.deepEqual(secret, [
    'OTEL_EXPORTER_OTLP_ENDPOINT is not an http:// or https:// address; http://localhost:4318 is used',
  ])
  const share = readTracing({ ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'half' })
  assert.deepEqual([share?.ratio, share?.warnings.length], [1, 1])
})
