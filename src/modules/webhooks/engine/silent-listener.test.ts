import { test } from 'node:test'
import { hearAgainAfterSilence } from '#test/faults/silent-listener.ts'

test('a worker whose connections went silent listens again and hears of commits', (t) => hearAgainAfterSilence(t, 300))
