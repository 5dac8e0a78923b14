import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDueWatermark, type QueueScan } from './due-watermark.ts'

const second = 1_000
const begun = Date.UTC(2026, 0, 1)
/** `at` and `firstDue` in seconds. */
const scan = (
  at: number,
  { own, oldest = own, firstDue = at }: { own: number; oldest?: number; firstDue?: number },
) => ({
  at: new Date(begun + at * second),
  firstDue: new Date(begun + firstDue * second),
  ownNumber: own,
  oldestNumber: oldest,
})

function watermarkAfter(...scans: QueueScan[]): number | null {
  const watermark = createDueWatermark()
  assert.equal(watermark.beginRound(), null, 'the first round has no bound')
  for (const each of scans) watermark.endRound(each)
  const bound = watermark.lowerBound()
  assert.deepEqual(watermark.beginRound(), bound, 'nor is the next from the beginning')
  return bound && (bound.getTime() - begun) / second
}

test('the watermark is a second before a scan during which no other transaction was writing', () => {
  assert.equal(watermarkAfter(scan(100, { own: 7 })), 99)
})

test('the watermark is at the oldest waiting delivery if that is earlier', () => {
  assert.equal(watermarkAfter(scan(100, { own: 7, firstDue: 20 })), 20)
})

test('the watermark does not pass a scan before the transactions that were writing then have ended', () => {
  const first = scan(100, { own: 7 })
  const second = scan(110, { own: 20, oldest: 15 })
  assert.equal(watermarkAfter(first, second), 99, 'transaction 15 began after the first scan')
  assert.equal(watermarkAfter(first, second, scan(120, { own: 30, oldest: 15 })), 99)
  assert.equal(watermarkAfter(first, second, scan(120, { own: 30, oldest: 25 })), 109)
})

test('the watermark is at most a minute behind the last scan, however long a transaction writes', () => {
  assert.equal(watermarkAfter(scan(100, { own: 7, oldest: 3 })), 40)
  assert.equal(watermarkAfter(scan(100, { own: 7 }), scan(300, { own: 20, oldest: 15 })), 240)
})
