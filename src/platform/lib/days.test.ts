import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDays, addMonths, dayOf, daysBetween, hourMs, nextHour, startOfDay } from './days.ts'

const start = (day: string, zone: string) => new Date(startOfDay(day, zone)).toISOString().slice(0, 16)
const hours = (day: string, zone: string) => (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / hourMs

describe('days of a time zone', () => {
  it('begin at their first moment', () => {
    const starts: [zone: string, day: string, at: string][] = [
      ['UTC', '2026-01-01', '2026-01-01T00:00'],
      ['America/Los_Angeles', '2026-01-01', '2026-01-01T08:00'],
      ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00'],
      ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30'],
      ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15'],
      ['Pacific/Chatham', '2026-01-01', '2025-12-31T10:15'],
      ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00'],
      ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00'],
      // Midnight is left out, and the day begins at one o'clock.
      ['America/Santiago', '2026-09-06', '2026-09-06T04:00'],
      // It comes twice, and the day begins with the first.
      ['America/Havana', '2026-11-01', '2026-11-01T04:00'],
      // A day that never was.
      ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00'],
      ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00'],
      ['No/Where', '2026-01-01', '2026-01-01T00:00'],
    ]
    for (const [zone, day, at] of starts) assert.equal(start(day, zone), at, `${zone} ${day}`)
  })

  it('come again after months, or the last of a shorter month does', () => {
    assert.equal(addMonths('2026-01-31', 1), '2026-02-28')
    assert.equal(addMonths('2028-02-29', 24), '2030-02-28')
    assert.equal(addMonths('2026-11-29', 24), '2028-11-29')
    assert.equal(addMonths('2026-12-15', 1), '2027-01-15')
  })

  it('are as long as the clock says', () => {
    const lengths: [zone: string, day: string, hours: number][] = [
      ['America/Los_Angeles', '2026-03-08', 23],
      ['America/Los_Angeles', '2026-11-01', 25],
      ['Pacific/Auckland', '2026-09-27', 23],
      ['Pacific/Auckland', '2026-04-05', 25],
      ['Australia/Lord_Howe', '2026-10-04', 23.5],
      ['Australia/Lord_Howe', '2026-04-05', 24.5],
      ['Europe/London', '2026-03-29', 23],
      ['Asia/Kolkata', '2026-03-29', 24],
      ['America/Santiago', '2026-09-06', 23],
      ['America/Havana', '2026-11-01', 25],
    ]
    for (const [zone, day, expected] of lengths) assert.equal(hours(day, zone), expected, `${zone} ${day}`)
  })

  it('hold each moment once: it is in the day that began last', () => {
    for (const zone of [
      'America/Los_Angeles',
      'Pacific/Auckland',
      'Asia/Kolkata',
      'Africa/Cairo',
      'America/Asuncion',
    ]) {
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        const at = startOfDay(day, zone)
        assert.equal(dayOf(at, zone), day, zone)
        assert.equal(dayOf(at - 1, zone), addDays(day, -1), zone)
      }
    }
    assert.equal(daysBetween('2026-03-01', '2026-04-01'), 31)
  })

  it('have full hours of their clock, one of which can be short', () => {
    const clock = (zone: string, from: string, count: number) => {
      const times: string[] = []
      for (let at = Date.parse(from); times.length < count; at = nextHour(at, zone))
        times.push(new Date(at).toISOString().slice(11, 16))
      return times
    }
    assert.deepEqual(clock('Asia/Kolkata', '2026-01-01T18:30:00Z', 3), ['18:30', '19:30', '20:30'])
    assert.deepEqual(clock('America/Los_Angeles', '2026-11-01T08:00:00Z', 3), ['08:00', '09:00', '10:00'])
    assert.deepEqual(clock('Australia/Lord_Howe', '2026-04-04T14:00:00Z', 4), ['14:00', '15:00', '15:30', '16:30'])
    assert.deepEqual(clock('Australia/Lord_Howe', '2026-10-03T14:30:00Z', 3), ['14:30', '15:30', '16:00'])
  })
})
