import { test } from 'node:test'
import { goOnBesideUnread, refuseLateWrites } from '#test/faults/stopped-worker.ts'

const settings = {
  options: { leaseMs: 2_500, reclaimMs: 250 },
  environment: { WEBHOOK_TIMEOUT_SECONDS: '1' },
  reclaimedWithinMs: 20_000,
}

test('a worker stopped past its lease and continued writes nothing', (t) => refuseLateWrites(t, settings))

test('a worker stopped while it reads what it claimed holds no lock', (t) => goOnBesideUnread(t, settings))
