import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRoundRobin } from './round-robin.ts'

describe('round robin', () => {
  it('the work of one caller waits for one of each other at most, however many another has asked for', async () => {
    const inTurn = createRoundRobin(2)
    const order: string[] = []
    const work = (caller: string) =>
      inTurn(caller, async () => {
        await Promise.resolve()
        order.push(caller)
      })
    const flood = Array.from({ length: 50 }, () => work('flood'))
    const others = ['one', 'two'].map(work)
    await Promise.all(others)
    assert.ok(order.length <= 8, order.join())
    await Promise.all(flood)
    assert.equal(order.length, 52)
  })

  it('a turn is free again after work that throws', async () => {
    const inTurn = createRoundRobin(1)
    const failed = inTurn('a', () => Promise.reject(new Error('of this test')))
    const waiting = inTurn('b', async () => 'done')
    await assert.rejects(failed, /of this test/)
    assert.equal(await waiting, 'done')
    assert.equal(await inTurn('c', async () => 'again'), 'again')
  })
})
