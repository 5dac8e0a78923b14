import { test } from 'node:test'
import { endPoison } from '#test/faults/poison.ts'

test('a delivery that each of its workers dies of has failed, and what was under way beside it is delivered', (t) =>
  endPoison(t, {
    events: 30,
    receivers: 10,
    mostLost: 5,
    options: { leaseMs: 2_000, reclaimMs: 250 },
    environment: { WEBHOOK_TIMEOUT_SECONDS: '1' },
    endedWithinMs: 90_000,
  }))
