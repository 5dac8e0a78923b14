import { test } from 'node:test'
import { shareTheQueue } from '#test/faults/many-workers.ts'

test('3 workers and 3,000 deliveries: none is claimed twice, no cap is exceeded', (t) =>
  shareTheQueue(t, { workers: 3, events: 3_000, receivers: 30, cap: 5, endHalf: false }))

test('SIGTERM to a worker under load: nothing is lost, nothing is sent twice', (t) =>
  shareTheQueue(t, { workers: 2, events: 3_000, receivers: 30, cap: 10, endHalf: true }))
