import { test } from 'node:test'
import { shareTheQueue } from './many-workers.ts'

test('8 workers and 40,000 deliveries: none is claimed twice, no cap is exceeded', (t) =>
  shareTheQueue(t, { workers: 8, events: 40_000, receivers: 400, cap: 10, endHalf: false }))

test('SIGTERM to 4 of 8 workers under load: nothing is lost, nothing is sent twice', (t) =>
  shareTheQueue(t, { workers: 8, events: 40_000, receivers: 400, cap: 10, endHalf: true }))
