import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSince } from './clock-skew.ts'

const second = 1_000
const begun = Date.UTC(2026, 0, 1)
/** `at` and `firstDue` in seconds. */
const look = (
  at: number,
  { own, oldest = own, firstDue = at }: { own: number; oldest?: number; firstDue?: number },
) => ({
  at: new Date(begun + at * second),
  firstDue: new Date(begun + firstDue * second),
  ownNumber: own,
  oldestNumber: oldest,
})

function startedBy(...looks: Parameters<ReturnType<typeof createSince>['looked']>[0][]): number | null {
  const since = createSince()
  assert.equal(since.from(true), null, 'the first look is at everything')
  for (const each of looks) since.looked(each)
  const from = since.from(false)
  return from && (from.getTime() - begun) / second
}

test('the queue is looked at from a second before a look beside which nobody else was writing', () => {
  assert.equal(startedBy(look(100, { own: 7 })), 99)
})

test('the queue is looked at from what has been waiting longest', () => {
  assert.equal(startedBy(look(100, { own: 7, firstDue: 20 })), 20)
})

test('the queue is looked at from before a transaction that was writing, until that is over', () => {
  const first = look(100, { own: 7 })
  assert.equal(startedBy(first, look(110, { own: 20, oldest: 15 })), 99, 'the one of 15 began after the first look')
  assert.equal(startedBy(first, look(110, { own: 20, oldest: 15 }), look(120, { own: 30, oldest: 15 })), 99)
  assert.equal(startedBy(first, look(110, { own: 20, oldest: 15 }), look(120, { own: 30, oldest: 25 })), 109)
})

test('the queue is looked at from a minute before the last look, whoever has been writing for longer', () => {
  assert.equal(startedBy(look(100, { own: 7, oldest: 3 })), 40)
  assert.equal(startedBy(look(100, { own: 7 }), look(300, { own: 20, oldest: 15 })), 240)
})

test('the queue is looked at as before after a claim that did not look at everyone', () => {
  assert.equal(startedBy(look(100, { own: 7 }), null), 99)
})
