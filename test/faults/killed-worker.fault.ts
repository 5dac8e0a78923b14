import { test } from 'node:test'
import { deathMoments } from '#test/support/worker.ts'
import { surviveKill } from './killed-worker.ts'

// With the lease and the deadline of production.
for (const moment of deathMoments) {
  test(`kill -9 of a worker ${moment}, over 2,000 events, loses none and is over within 50 s`, (t) =>
    surviveKill(t, moment, {
      events: 2_000,
      receivers: 20,
      killAfter: 700,
      options: {},
      environment: {},
      recoveredWithinMs: 50_000,
    }))
}
