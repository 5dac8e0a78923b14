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

  it('refuses what has waited for the longest time, and names the cause', () => {
    const { seen, refused, arrive, turnAt, admission } = setUp()
    seen.cause = 'database'
    arrive()
    seen.now = 600
    arrive()
    turnAt(999)
    assert.deepEqual(refused, [])
    turnAt(1_000)
    assert.deepEqual([refused, admission.waiting()], [[[0, 'database']], 1])
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

  it('refuses behind more requests than were admitted in the last second, until the overload is over', () => {
    const { seen, refused, arrive, turnAt, admission } = setUp()
    seen.cause = 'cpu'
    arrive(30)
    for (const at of [400, 700]) turnAt(at)
    seen.cause = 'database'
    assert.deepEqual([seen.admitted.length, refused.length], [16, 0])
    turnAt(1_000)
    // 14 had waited for a second; 16 find room.
    assert.deepEqual([refused.length, admission.waiting()], [14, 0])
    arrive(17)
    turnAt(1_001)
    assert.deepEqual([refused.slice(14), admission.waiting()], [[[46, 'database']], 16])
    seen.cause = undefined
    turnAt(1_002)
    arrive()
    assert.deepEqual([seen.admitted.length, seen.admitted.at(-1)], [33, 47])
    // The next overload begins anew.
    seen.cause = 'database'
    arrive(100)
    turnAt(1_003)
    assert.deepEqual([refused.length, admission.waiting()], [15, 100])
  })

  it('refuses 64 per turn, those that have waited first', () => {
    const { seen, refused, arrive, turnAt } = setUp()
    seen.cause = 'database'
    arrive(80)
    turnAt(1_000)
    // Nothing was admitted, so there is no room.
    arrive(60)
    assert.equal(refused.length, 64)
    turnAt(1_001)
    assert.deepEqual([refused.length, refused[79]?.[0], refused[80]?.[0]], [128, 79, 80])
    assert.equal(seen.turning, true)
    turnAt(1_002)
    assert.deepEqual([refused.length, seen.turning], [140, false])
  })

  it('admits eight per turn while the event loop is late, and none while the database is busy', () => {
    const { seen, arrive, turnAt } = setUp()
    seen.cause = 'cpu'
    arrive(20)
    turnAt(100)
    assert.equal(seen.admitted.length, 8)
    seen.cause = 'database'
    turnAt(200)
    assert.equal(seen.admitted.length, 8)
  })
})
