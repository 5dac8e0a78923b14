import { test } from 'node:test'
import { goOnBesideUnread, refuseLateWrites } from './stopped-worker.ts'

const production = { options: {}, environment: {}, reclaimedWithinMs: 60_000 }

test('a worker stopped past the lease of production and continued writes nothing', (t) =>
  refuseLateWrites(t, production))

test('a worker stopped while it reads what it claimed holds no lock, with the lease of production', (t) =>
  goOnBesideUnread(t, production))
