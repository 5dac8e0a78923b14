import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { fuzz } from './scenario.ts'

/** Always the same, so that a red run is the fault of the change it is seen at; `npm run test:fuzz` takes others. */
const seed = '1'

it('valid, nearly valid and hostile requests by every kind of caller find no fault', async (t) => {
  const service = await buildTestApp(t)
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const never = Number.POSITIVE_INFINITY
  const report = await fuzz({
    seed,
    origin,
    service,
    requests: 700,
    durationMs: never,
    atOnce: 4,
    slowestMs: never,
  })
  assert.equal(report.faults(), 0, report.text())
  t.diagnostic(report.text())
})
