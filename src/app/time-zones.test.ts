import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pino } from 'pino'
import { buildTestApp } from '#test/support/app.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { setShop } from '#test/support/returns.ts'
import { warnOfTimeZones } from './time-zones.ts'

it('time zones of shops that PostgreSQL does not know as Node.js does are named', async (t) => {
  const service = await buildTestApp(t)
  await setShop(service, await makeMerchant(service), { timezone: 'Europe/Berlin' })
  const lines: { zones?: string[] }[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  // A zone that PostgreSQL does not have, as with a table of another year.
  await service.deps.pool.query("update merchant_settings set timezone = 'Europe/Nowhere'")
  await warnOfTimeZones(service.deps.db, logger)
  assert.deepEqual(lines[0]?.zones, ['Europe/Nowhere'])
  await service.deps.pool.query("update merchant_settings set timezone = 'Europe/Berlin'")
  lines.length = 0
  await warnOfTimeZones(service.deps.db, logger)
  assert.deepEqual(lines, [])
})
