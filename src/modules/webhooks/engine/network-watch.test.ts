import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkEvidence } from '../sending/attempt-outcome.ts'
import { createNetworkWatch } from './network-watch.ts'

function setUp(t: TestContext, witness: NetworkEvidence = 'away') {
  const told: string[] = []
  const watch = createNetworkWatch({
    reach: async () => witness,
    onHeld: () => told.push('held'),
    onEnded: () => told.push('ended'),
  })
  t.after(() => watch.stop())
  const observe = (
    network: NetworkEvidence,
    name: string,
    more: { failuresBefore?: number; startedAt?: number } = {},
  ) => watch.isOurs({ network, url: `https://${name}/hooks`, failuresBefore: 0, startedAt: performance.now(), ...more })
  const away = (names: readonly string[], more = {}) => Promise.all(names.map((name) => observe('away', name, more)))
  return { watch, told, observe, away }
}

const five = ['a', 'b', 'c', 'd', 'e'] as const
const ours = [true, true, true, true, true]
const theirs = [false, false, false, false, false]

describe('the watch over our own network', { concurrency: true }, () => {
  it('holds once five hosts were not reached, until anything answers', async (t) => {
    const { watch, told, observe, away } = setUp(t)
    const startedAt = performance.now()
    assert.deepEqual(await away(five), ours)
    assert.ok(watch.held())
    assert.equal(await observe('unclear', 'f'), true)
    assert.equal(await observe('works', 'g'), false)
    assert.equal(watch.held(), false)
    assert.equal(await observe('away', 'h', { startedAt }), true, 'it was in flight during the hold')
    assert.deepEqual(told, ['held', 'ended'])
    assert.ok(watch.limit() < 200, 'few begin at first')
  })

  it('does not hold for four hosts, nor for many subscriptions of one', async (t) => {
    const { told, away } = setUp(t)
    assert.deepEqual(await away(five.slice(1)), theirs.slice(1))
    assert.deepEqual(await away(five.map((path) => `b/${path}`)), theirs)
    assert.deepEqual(told, [])
  })

  it('does not hold if anything answers within a second, or a receiver that answered can be reached', async (t) => {
    const { told, observe, away } = setUp(t)
    const verdicts = away(five)
    await observe('works', 'f')
    assert.deepEqual(await verdicts, theirs)
    const asked = setUp(t, 'works')
    await asked.observe('works', 'f')
    await sleep(1)
    assert.deepEqual(await asked.away(five), theirs)
    assert.deepEqual([told, asked.told], [[], []])
  })

  it('does not count receivers known to be down, silent connections, and what began before an answer', async (t) => {
    const { told, observe, away } = setUp(t)
    assert.deepEqual(await away(five, { failuresBefore: 10 }), theirs)
    assert.deepEqual(await Promise.all(five.map((name) => observe('unclear', name))), theirs)
    const startedAt = performance.now()
    await observe('works', 'f')
    assert.deepEqual(await away(five, { startedAt }), theirs)
    assert.deepEqual(told, [])
  })

  it('sends probes a second after it began to hold, then less often', async (t) => {
    const { watch, away } = setUp(t)
    await away(five)
    assert.equal(watch.startProbe(), false)
    await sleep(1_010)
    assert.deepEqual([watch.startProbe(), watch.startProbe()], [true, false])
  })
})
