import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFairTurns } from './fair-turns.ts'

describe('turns of shops', () => {
  it('one piece of work runs at a time, equals in turn, and one that fails stops no other', async () => {
    const inTurn = createFairTurns(() => 0)
    const done: string[] = []
    let running = 0
    const work = (name: string) => async () => {
      running += 1
      assert.equal(running, 1)
      await new Promise((next) => setImmediate(next))
      running -= 1
      done.push(name)
      if (name === 'a2') throw new Error('it fails')
    }
    const asked = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => inTurn(name.slice(0, 1), work(name)))
    const outcomes = await Promise.allSettled(asked)
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      [true, false, true, true, true, true],
    )
    await inTurn('a', work('a4'))
    assert.equal(done.at(-1), 'a4')
  })

  /** Work that takes so long by a clock of the test. */
  function clocked() {
    let ms = 0
    const done: string[] = []
    const inTurn = createFairTurns(() => ms)
    const ask = (name: string, takes: number, then = () => {}) =>
      inTurn(name.slice(0, 1), async () => {
        ms += takes
        done.push(name)
        then()
      })
    return { ask, done }
  }

  it('a shop whose work takes long waits until the others have had as much time', async () => {
    const { ask, done } = clocked()
    const asked = ['s1', 's2', 's3'].map((name) => ask(name, 100))
    asked.push(...Array.from({ length: 12 }, (_, n) => ask(`q${n}`, 10)))
    await Promise.all(asked)
    // The first of them began before the other shop came.
    assert.deepEqual(done.slice(0, 12), ['s1', ...Array.from({ length: 10 }, (_, n) => `q${n}`), 's2'])
  })

  it('a shop that comes later begins with what the others have had, and does not make up for it', async () => {
    const { ask, done } = clocked()
    const late: Promise<void>[] = []
    const come = () => late.push(...['l1', 'l2', 'l3', 'l4'].map((name) => ask(name, 10)))
    const asked = [ask('a1', 10), ask('b1', 10), ask('a2', 10), ask('b2', 10, come), ask('a3', 10), ask('b3', 10)]
    await Promise.all(asked)
    await Promise.all(late)
    assert.deepEqual(done.slice(4).join(' '), 'l1 a3 b3 l2 l3 l4')
  })
})
