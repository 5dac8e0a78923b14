import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Cause, createAdmission } from './admission.ts'

/** Admission with a clock and turns of its own; requests are numbered in order of arrival. */
function setUp() {
  const seen = { now: 0, cause: undefined as Cause | undefined, turning: false, admitted: [] as number[] }
  const refused: [number, Cause][] = []
  let turn = () => {}
  let arrived = 0
  const admission = createAdmission({
    maxWaitMs: 1_000,
    overload: () => seen.cause,
    now: () => seen.now,
    everyTurn(run) {
      seen.turning = true
      turn = run
      return () => {
        seen.turning = false
      }
    },
  })
  const arrive = (count = 1) => {
    for (const end = arrived + count; arrived < end; arrived++) {
      const number = arrived
      admission.arrive(
        () => seen.admitted.push(number),
        (because) => refused.push([number, because]),
      )
    }
  }
  const turnAt = (now: number) => {
    seen.now = now
    turn()
  }
  return { admission, seen, refused, arrive, turnAt }
}

describe('admission', () => {
  it('admits at once without overload', () => {
    const { seen, arrive, admission } = setUp()
    arrive(3)
    assert.deepEqual([seen.admitted, admission.waiting(), seen.turning], [[0, 1, 2], 0, false])
  })

  it('makes requests wait during overload, then admits them in order, 32 per turn and none past them', () => {
    const { seen, refused, arrive, turnAt, admission } = setUp()
    seen.cause = 'database'
    arrive(40)
    turnAt(500)
    assert.deepEqual([seen.admitted, refused, admission.waiting()], [[], [], 40])
    seen.cause = undefined
    arrive()
    turnAt(999)
    assert.deepEqual(
      seen.admitted,
      Array.from({ length: 32 }, (_, n) => n),
    )
    turnAt(999)
    assert.deepEqual([seen.admitted.at(-1), seen.admitted.length, seen.turning], [40, 41, false])
    assert.deepEqual(refused, [])
  })

  it('refuses what has waited for the longest time, and names the last cause', () => {
    const { seen, refused, arrive, turnAt, admission } = setUp()
    seen.cause = 'database'
    arrive()
    seen.now = 600
    arrive()
    seen.cause = 'cpu'
    turnAt(999)
    assert.deepEqual(refused, [])
    turnAt(1_000)
    assert.deepEqual([refused, admission.waiting()], [[[0, 'cpu']], 1])
    turnAt(1_600)
    assert.deepEqual([refused.length, seen.turning], [2, false])
  })

  it('admits what has waited too long in a late turn, if it can be begun then', () => {
    const { seen, refused, arrive, turnAt } = setUp()
    seen.cause = 'cpu'
    arrive()
    seen.cause = undefined
    turnAt(5_000)
    assert.deepEqual([seen.admitted, refused], [[0], []])
  })

  it('refuses at once behind more requests than were admitted in the last second, until the overload is over', () => {
    const { seen, refused, arrive, turnAt } = setUp()
    seen.cause = 'database'
    arrive(8)
    seen.now = 900
    arrive(5)
    seen.cause = undefined
    const admitFirst = seen.admitted.push.bind(seen.admitted)
    // Five are admitted, then the database is busy again.
    seen.admitted.push = (...numbers) => {
      if (seen.admitted.length === 4) seen.cause = 'database'
      return admitFirst(...numbers)
    }
    turnAt(950)
    turnAt(1_000)
    // Five left, as many as were admitted.
    assert.deepEqual([seen.admitted.length, refused.length], [5, 3])
    arrive()
    assert.deepEqual(refused.at(-1), [13, 'database'])
    seen.cause = undefined
    turnAt(1_001)
    arrive()
    assert.equal(seen.admitted.at(-1), 14)
    seen.cause = 'database'
    arrive()
    assert.equal(refused.length, 4)
  })
})
