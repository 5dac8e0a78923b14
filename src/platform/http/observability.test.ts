import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ProxyTracerProvider, type Span, trace } from '@opentelemetry/api'
import { buildTestApp } from '#test/support/app.ts'

it('a span is named by its route and carries nothing that a client sent', async (t) => {
  const told: unknown[] = []
  const span = {
    setAttributes: (attributes: object) => told.push(attributes),
    setStatus: (status: object) => told.push(status),
    end: () => {},
  }
  const tracer = Object.assign(new ProxyTracerProvider().getTracer('test'), {
    startSpan(name: string) {
      told.push(name)
      return span as unknown as Span
    },
  })
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  t.after(() => trace.disable())
  const service = await buildTestApp(t)
  await service.request('GET', '/catalog/products?q=needle', { headers: { 'access-token': 'needle' } })
  await service.request('GET', '/needle')
  assert.deepEqual(told, [
    'GET /catalog/products',
    { 'http.route': '/catalog/products', 'http.response.status_code': 401 },
    'GET unknown',
    { 'http.route': 'none', 'http.response.status_code': 404 },
  ])
})
