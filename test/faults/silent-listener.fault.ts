import { test } from 'node:test'
import { hearAgainAfterSilence } from './silent-listener.ts'

test('a worker whose connections went silent listens again, with the heartbeat of production', (t) =>
  hearAgainAfterSilence(t, 3_000))
