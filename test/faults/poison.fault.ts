import { test } from 'node:test'
import { endPoison } from './poison.ts'

// The waits between follow from the lease; with that of production they would take an hour.
test('a delivery that each of its twenty workers dies of has failed, and what was under way beside it is delivered', (t) =>
  endPoison(t, {
    events: 200,
    receivers: 10,
    mostLost: 20,
    options: { leaseMs: 2_500, reclaimMs: 250 },
    environment: { WEBHOOK_TIMEOUT_SECONDS: '2' },
    endedWithinMs: 600_000,
  }))
