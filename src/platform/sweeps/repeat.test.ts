import assert from 'node:assert/strict'
import { it } from 'node:test'
import { until } from '#test/support/until.ts'
import { repeat } from './repeat.ts'

it('of runs that fail in a row the first is told, and the first after one that succeeded', async () => {
  let [runs, fails] = [0, true]
  const told: unknown[] = []
  const running = repeat({
    everyMs: 1,
    async run() {
      runs += 1
      if (fails) throw new Error(`run ${runs}`)
    },
    onError: (error) => told.push((error as Error).message),
  })
  await until(() => runs >= 5, 'five runs')
  assert.deepEqual(told, ['run 1'])
  fails = false
  const failed = runs
  await until(() => runs >= failed + 2, 'runs that succeed')
  fails = true
  await until(() => told.length > 1, 'the next failure to be told')
  const later = runs
  await until(() => runs >= later + 3, 'more runs that fail')
  assert.equal(told.length, 2)
  await running.stop()
})

it('a failure that goes on is told again after a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  let told = 0
  const running = repeat({ everyMs: 1_000, run: () => Promise.reject(new Error('away')), onError: () => told++ })
  const second = async () => {
    now += 1_000
    t.mock.timers.tick(1_000)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  for (let seconds = 0; seconds < 60; seconds++) await second()
  assert.equal(told, 1)
  await second()
  assert.equal(told, 2)
  await running.stop()
})
