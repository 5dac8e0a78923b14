import { test } from 'node:test'
import { surviveKill } from '#test/faults/killed-worker.ts'
import { deathMoments } from '#test/support/worker.ts'

// Short leases; test/faults has the same with those of production.
for (const moment of deathMoments) {
  test(`kill -9 of a worker ${moment}, over 1,000 events, loses none and repeats only what was in flight`, (t) =>
    surviveKill(t, moment, {
      events: 1_000,
      receivers: 10,
      killAfter: 350,
      options: { leaseMs: 2_500, reclaimMs: 250 },
      environment: { WEBHOOK_TIMEOUT_SECONDS: '1' },
      recoveredWithinMs: 30_000,
    }))
}
