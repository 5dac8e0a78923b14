import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeZone } from '../packages/console/src/lib/format.ts'
import { readTime, typedTime } from '../packages/console/src/lib/shop-time.ts'

const moments: [zone: string, typed: string, at: string][] = [
  ['UTC', '2026-12-03T00:00', '2026-12-03T00:00'],
  ['Europe/Berlin', '2026-12-03T00:00', '2026-12-02T23:00'],
  // Clocks skip midnight: the day begins at one o'clock.
  ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00'],
  ['America/Havana', '2027-03-14T00:00', '2027-03-14T05:00'],
  // Clocks skip two to three.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00'],
  // It comes twice.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
  ['America/Havana', '2026-11-01T00:30', '2026-11-01T04:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-03T15:40'],
]

for (const [zone, typed, at] of moments)
  it(`the console reads ${typed} in ${zone}`, () => {
    setTimeZone(zone)
    assert.equal(readTime(typed), `${at}:00.000Z`)
  })

it('the console reads each time that it shows', () => {
  for (const zone of ['America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu']) {
    setTimeZone(zone)
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 5 * 3_600_000) {
      const typed = typedTime(new Date(at).toISOString())
      assert.equal(typedTime(readTime(typed) ?? ''), typed, `${zone} ${typed}`)
    }
  }
})
