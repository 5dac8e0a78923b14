import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { readTracing } from '#src/config/tracing.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { startTestApp } from '#test/support/app.ts'
import { insertSubscriptionRow, startTestEngine } from '#test/support/delivery-engine.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { placeOrder } from '#test/support/orders.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { spanNamed, startTraceCollector, type TraceCollector } from '#test/support/trace-collector.ts'
import { until } from '#test/support/until.ts'
import { startTracing, type Tracing } from './tracing.ts'

/** Everything that happens here is traced: the functions of tracing are those of the process. */
describe('traces', () => {
  let collector: TraceCollector
  let tracing: Tracing
  let service: Awaited<ReturnType<typeof startTestApp>>
  const silent = pino({ level: 'silent' })
  const settings: Record<string, string> = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.name=ignored',
    OTEL_SERVICE_NAME: 'shops',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }

  before(async () => {
    collector = await startTraceCollector()
    Object.assign(process.env, settings, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin })
    const read = readTracing()
    assert.ok(read)
    tracing = await startTracing(read, silent)
    service = await startTestApp()
  })
  after(async () => {
    await service.close()
    await tracing.stop()
    await collector.close()
    for (const name of [...Object.keys(settings), 'OTEL_EXPORTER_OTLP_ENDPOINT']) delete process.env[name]
  })

  it('a request is a span of its route, its statements are spans in it, with names and no values', async () => {
    const merchant = await makeMerchant(service)
    const { order, shopper } = await placeOrder(service, merchant)
    const request = await spanNamed(collector, 'POST /user/orders')
    assert.equal(request.kind, 'server')
    assert.deepEqual(
      [request.attributes['http.request.method'], request.attributes['http.route']],
      ['POST', '/user/orders'],
    )
    assert.equal(request.attributes['http.response.status_code'], 201)
    const within = () => collector.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    await until(async () => within().some(({ name }) => name === 'commit'), 'the statements')
    const names = within().map(({ name }) => name)
    assert.ok(names.includes('begin') && names.includes('insert orders'), `${names}`)
    const insert = within().find(({ name }) => name === 'insert orders')
    assert.deepEqual(
      [insert?.kind, insert?.traceId, insert?.attributes['db.system.name'], insert?.attributes['db.collection.name']],
      ['client', request.traceId, 'postgresql', 'orders'],
    )
    const [event] = request.events
    assert.equal(event?.attributes['commerce.event'], 'order.created')
    const { headers } = shopper
    for (const secret of [
      order.id,
      shopper.id,
      shopper.email,
      headers['access-token'],
      headers['device-id'],
      merchant.id,
    ])
      assert.ok(secret && !collector.text().includes(secret), `${secret} is in the traces`)
  })

  it('a path, a search word and a header are in no span', async () => {
    const requests = () => collector.spans.filter(({ kind }) => kind === 'server')
    const before = requests().length
    await service.request('GET', '/catalog/products?q=needle', {
      headers: { 'access-token': 'needle', baggage: 'a=needle' },
    })
    await service.request('GET', '/needle')
    await until(async () => requests().length >= before + 2, 'both spans')
    assert.ok(!collector.text().includes('needle'))
    const unknown = await spanNamed(collector, 'GET')
    assert.deepEqual(
      [unknown.attributes['http.route'], unknown.attributes['http.response.status_code']],
      [undefined, 404],
    )
    await spanNamed(collector, 'GET /catalog/products')
  })

  it('the spans name the service by OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES, and have the headers', async () => {
    await service.request('GET', '/security.txt')
    await until(async () => collector.spans.length > 0, 'a span')
    const { resource } = collector.spans[0] ?? assert.fail()
    assert.deepEqual([resource['service.name'], resource['deployment.environment.name']], ['shops', 'staging'])
    assert.ok(resource['service.instance.id'])
    assert.equal(collector.headers()['authorization'], 'Bearer of-the-collector')
  })

  it('a traceparent goes on here, whatever its flag; its tracestate and an invalid one do not', async () => {
    const ids = { on: '4bf92f3577b34da6a3ce929d0e0e4736', off: '0af7651916cd43dd8448eb211c80319c' }
    for (const [flag, id] of [
      ['01', ids.on],
      ['00', ids.off],
    ] as const)
      await service.request('GET', '/catalog/products', {
        headers: { traceparent: `00-${id}-00f067aa0ba902b7-${flag}`, tracestate: 'stranger=needle' },
      })
    for (const id of [ids.on, ids.off]) {
      const span = await until(async () => collector.spans.find(({ traceId }) => traceId === id), `a span of ${id}`)
      assert.deepEqual([span.name, span.parentSpanId], ['GET /catalog/products', '00f067aa0ba902b7'])
    }
    const before = collector.spans.length
    await service.request('GET', '/catalog/products', {
      headers: { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` },
    })
    await until(async () => collector.spans.length > before, 'the span')
    assert.ok(!collector.text().includes('needle'))
  })

  it('probes and what the service does by itself have no span', async () => {
    await service.request('GET', '/health/ready')
    await service.request('GET', '/metrics')
    await service.deps.pool.query('select 1')
    await service.request('GET', '/security.txt')
    const names = collector.spans.map(({ name }) => name)
    assert.ok(!names.some((name) => name.includes('/health') || name.includes('/metrics') || name === 'select 1'))
    for (const { name, parentSpanId } of collector.spans)
      assert.ok(parentSpanId !== undefined || /^(GET|POST|job|deliver)\b/.test(name), `${name} stands alone`)
  })

  it('a delivery is a span whose traceparent the receiver gets, found by the id of its event', async (t) => {
    const receiver = await startReceiver({ do: 'answer', status: 503 })
    const merchant = await makeMerchant(service)
    await insertSubscriptionRow(service, merchant.id, receiver.origin, { events: ['order.created'] })
    const engine = startTestEngine(service, { environment: { WEBHOOK_RETRY_DELAYS: '600' } })
    t.after(async () => {
      await receiver.close()
      await engine.stop()
    })
    await placeOrder(service, merchant)
    const [sent] = await receiver.waitFor(1)
    const id = sent?.headers['webhook-id']
    const delivery = await until(
      async () => collector.spans.find(({ attributes }) => attributes['commerce.event_id'] === id),
      'the span of the delivery',
    )
    assert.equal(sent?.headers['traceparent'], `00-${delivery.traceId}-${delivery.spanId}-01`)
    const { attributes, name, kind, isError } = delivery
    assert.deepEqual(
      [
        name,
        kind,
        isError,
        attributes['error.type'],
        attributes['http.response.status_code'],
        attributes['commerce.attempt'],
      ],
      ['deliver order.created', 'client', true, 'rejected', 503, 1],
    )
    assert.ok(
      collector.spans.some(({ events }) => events.some((event) => event.attributes['commerce.event_id'] === id)),
      'the request that caused the event names it',
    )
    assert.ok(!collector.text().includes(receiver.origin))
  })

  it('a job is a span with its statements; one that fails says so, without its payload', async () => {
    const attempted = Promise.withResolvers<void>()
    const job = {
      name: 'tests.trace',
      async run({ db }: typeof service.deps, { email }: { email: string }) {
        await db.selectFrom('users').select('id').where('email', '=', email).execute()
        attempted.resolve()
        throw new TypeError(`cannot mail ${email}`)
      },
    }
    await enqueue(service.deps.db, job, { email: 'private@example.com' })
    const runner = runInBackground(service.deps, [{ jobs: [job] }], { pollMs: 20 })
    await attempted.promise
    await runner.stop()
    const span = await spanNamed(collector, 'job tests.trace')
    assert.deepEqual([span.kind, span.isError, span.attributes['error.type']], ['consumer', true, 'TypeError'])
    const statement = await until(
      async () => collector.spans.find(({ parentSpanId }) => parentSpanId === span.spanId),
      'its statement',
    )
    assert.equal(statement.name, 'select users')
    assert.ok(!collector.text().includes('private@'))
  })
})

it('a caller can neither have a request recorded that chance leaves out, nor leave it out', async (t) => {
  const collector = await startTraceCollector()
  t.after(collector.close)
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.origin
  t.after(() => delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  const kept = async (ratio: number) => {
    const tracing = await startTracing(
      { protocol: 'http/json', ratio, everyMs: 50, warnings: [] },
      pino({ level: 'silent' }),
    )
    const service = await startTestApp()
    // With this id a sampler by ids would keep it at any ratio.
    for (const flag of ['00', '01'])
      await service.request('GET', '/catalog/products', {
        headers: { traceparent: `00-${'0'.repeat(31)}1-00f067aa0ba902b7-${flag}` },
      })
    await service.close()
    await tracing.stop()
    return collector.spans.splice(0).filter(({ kind }) => kind === 'server').length
  }
  assert.deepEqual([await kept(1e-9), await kept(1)], [0, 2])
})
